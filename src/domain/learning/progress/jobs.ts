import type { JobRuns, Timetable } from '../../kernel/jobs.ts';
import { recountProgress, refreshProgress } from './recount.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    refresh_progress: PlainJob;
    recount_progress: { organisation_id: string; course_id: string };
  }
}

export const progressJobs = {
  refresh_progress: (tools) => refreshProgress(tools),
  recount_progress: recountProgress,
} satisfies JobRuns<'refresh_progress' | 'recount_progress'>;

export const progressTimetable = { refresh_progress: '* * * * *' } satisfies Timetable;
