import { violations } from './log.ts';

/** Registers the hooks of every test file. */
export default function everyTest(): void {
  afterEach(() => {
    expect(violations.splice(0)).toEqual([]);
  });
}
