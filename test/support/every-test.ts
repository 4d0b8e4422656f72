import './cheap-passwords.ts';
import fc from 'fast-check';
import { keepSpans } from './finished-tests.ts';
import { violations } from './log.ts';

// One seed for the random inputs of a run, too: with TEST_SEED, a run can be repeated.
fc.configureGlobal({ seed: Number(process.env.TEST_SEED) });

/** Registers the hooks of every test file. */
export default function everyTest(): void {
  keepSpans();
  afterEach(() => {
    expect(violations.splice(0)).toEqual([]);
  });
}
