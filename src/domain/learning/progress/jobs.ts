import type { JobRuns, Timetable } from '../../kernel/jobs.ts';
import { recountProgress, refreshProgress, settleCompletions } from './recount.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    refresh_progress: PlainJob;
    /** `gains` is the maximum number of lessons by which the counts can rise. Jobs of an earlier release lack it, and also `moves_rules`. */
    recount_progress: { organisation_id: string; course_id: string; gains?: number; moves_rules?: boolean };
    settle_completions: PlainJob;
  }
}

export const progressJobs = {
  refresh_progress: (tools) => refreshProgress(tools),
  recount_progress: recountProgress,
  settle_completions: (tools) => settleCompletions(tools),
} satisfies JobRuns<'refresh_progress' | 'recount_progress' | 'settle_completions'>;

export const progressTimetable = { refresh_progress: '* * * * *', settle_completions: '* * * * *' } satisfies Timetable;
