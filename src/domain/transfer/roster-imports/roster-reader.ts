import type { RosterFile, RosterLine, RosterReader } from '../../../platform/roster-reader/roster-reader.ts';
import { openThreads, TaskMemoryError, TaskTimeoutError } from '../../../platform/threads/threads.ts';
import { type FieldFault, ValidationError } from '../../kernel/errors.ts';

/** The input of a thread for one file. */
export interface RosterTask {
  bytes: Uint8Array;
  encoding: string | null;
}

export type RosterAnswer = { facts: Omit<RosterFile, 'rows'> } | { faults: FieldFault[] };

const MIB = 1024 * 1024;
const LONGEST_MS = 60_000;
/** CPU time that a file may take, which grows with its size: a workbook of 9 MiB with 50,000 rows and 50 columns takes four seconds, a small one far less. */
const LONGEST_CPU_MS = { each: 3000, mebibyte: 2000 };
/** Maximum number of files that wait for a thread. One organisation may have half as many. */
const MOST_WAITING = 200;
/** Minimum number of threads, of which one organisation never has all. */
const LEAST_THREADS = 2;
/** Enough memory for 50,000 rows with 50 short cells each. */
const MOST_MEGABYTES = 512;

/** Opens the reader of files with learners. It reads in threads, because a file of 50,000 rows takes a good part of a second of CPU time, and a workbook more. */
export function openRosterReader(): RosterReader {
  const threads = openThreads<RosterTask, RosterAnswer, RosterLine[]>('roster_reader', new URL('./worker.ts', import.meta.url), {
    longestMs: LONGEST_MS,
    leastThreads: LEAST_THREADS,
    mostWaiting: MOST_WAITING,
    mostMegabytes: MOST_MEGABYTES,
  });
  return {
    async read(owner, bytes, encoding) {
      const rows: RosterLine[] = [];
      const longestCpuMs = LONGEST_CPU_MS.each + (bytes.length / MIB) * LONGEST_CPU_MS.mebibyte;
      const answer = await threads
        .run({ bytes, encoding }, { owner, longestCpuMs, onPart: async (part) => void rows.push(...part) })
        .catch((error: unknown) => refuseIfTooMuch(error, encoding));
      if ('faults' in answer) throw new ValidationError(answer.faults);
      return { ...answer.facts, rows };
    },
    close: () => threads.close(),
  };
}

/** Refuses a file that takes more than any honest one. Another attempt would have the same outcome. */
function refuseIfTooMuch(error: unknown, encoding: string | null): never {
  if (error instanceof TaskMemoryError || error instanceof TaskTimeoutError)
    throw new ValidationError([
      {
        field: encoding === null ? 'file' : 'encoding',
        code: 'unpacks_too_large',
        message: 'Reading the file takes too long or requires too much memory. Save the sheet as CSV.',
      },
    ]);
  throw error;
}
