import type { JobRuns, Timetable } from '../../kernel/jobs.ts';
import { countChangedDays } from './count-days.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    /** Recounts the days in which something has changed. */
    count_days: PlainJob;
  }
}

export const analyticsJobs = { count_days: ({ db }) => countChangedDays(db) } satisfies JobRuns<'count_days'>;

export const analyticsTimetable = { count_days: '* * * * *' } satisfies Timetable;
