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

/** The schedule. The job also runs at the start of a process with old keys. During a rolling restart, another process may still seal with an old key. */
export const secretTimetable = { reseal_secrets: '32 * * * *' } satisfies Timetable;
