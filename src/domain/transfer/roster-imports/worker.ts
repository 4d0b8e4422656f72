import type { RosterLine } from '../../../platform/roster-reader/roster-reader.ts';
import { inThread } from '../../../platform/threads/in-thread.ts';
import { ValidationError } from '../../kernel/errors.ts';
import { readFile } from './read-file.ts';
import type { RosterAnswer, RosterTask } from './roster-reader.ts';

/** Rows are passed on in parts, so that receiving a large file does not keep the process from its requests. */
const PART = 1000;

export default inThread<RosterTask, RosterAnswer, RosterLine[]>(async ({ bytes, encoding }, send) => {
  try {
    const { rows, ...facts } = await readFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), encoding);
    for (let at = 0; at < rows.length; at += PART) await send(rows.slice(at, at + PART));
    return { facts };
  } catch (error) {
    if (error instanceof ValidationError) return { faults: error.faults };
    throw error;
  }
});
