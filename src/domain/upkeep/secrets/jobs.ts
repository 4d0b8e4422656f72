import type { JobRuns, Timetable } from '../../kernel/jobs.ts';
import { resealSecrets } from './reseal.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    reseal_secrets: PlainJob;
  }
}

export const secretJobs = {
  reseal_secrets: (tools, _payload, attempt) => resealSecrets(tools, attempt),
} satisfies JobRuns<'reseal_secrets'>;

/** Also runs at the start of a process with old keys. While processes restart one after the other, one of them may still seal with an old key. */
export const secretTimetable = { reseal_secrets: '32 * * * *' } satisfies Timetable;
