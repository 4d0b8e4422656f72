import type { JobRuns, Timetable } from '../jobs.ts';
import { forgetOldAnswers } from './forget.ts';

declare module '../jobs.ts' {
  interface Jobs {
    forget_idempotency_keys: PlainJob;
  }
}

export const idempotencyJobs = {
  forget_idempotency_keys: (tools) => forgetOldAnswers(tools),
} satisfies JobRuns<'forget_idempotency_keys'>;

export const idempotencyTimetable = { forget_idempotency_keys: '17 * * * *' } satisfies Timetable;
