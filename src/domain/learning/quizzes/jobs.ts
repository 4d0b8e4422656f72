import type { JobRuns, Timetable } from '../../kernel/jobs.ts';
import { finishOverdueAttempts } from './overdue.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    finish_overdue_attempts: PlainJob;
  }
}

export const quizJobs = {
  finish_overdue_attempts: (tools) => finishOverdueAttempts(tools),
} satisfies JobRuns<'finish_overdue_attempts'>;

export const quizTimetable = { finish_overdue_attempts: '*/5 * * * *' } satisfies Timetable;
