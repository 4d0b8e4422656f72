import type { JobRuns, Timetable } from '../../kernel/jobs.ts';
import { recountProgress, refreshProgress, settleCompletions } from './recount.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    refresh_progress: PlainJob;
    recount_progress: { organisation_id: string; course_id: string };
    settle_completions: PlainJob;
  }
}

export const progressJobs = {
  refresh_progress: (tools) => refreshProgress(tools),
  recount_progress: recountProgress,
  settle_completions: (tools) => settleCompletions(tools),
} satisfies JobRuns<'refresh_progress' | 'recount_progress' | 'settle_completions'>;

export const progressTimetable = { refresh_progress: '* * * * *', settle_completions: '* * * * *' } satisfies Timetable;
