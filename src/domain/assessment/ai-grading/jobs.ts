import type { JobRuns, Timetable } from '../../kernel/jobs.ts';
import { forgetExchanges } from './forget.ts';
import { runStep } from './run-job.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    /** `run` numbers the runs of a job. Steps of an earlier run than the current one do nothing. */
    grade_with_ai: { organisation_id: string; job_id: string; run: number };
    forget_ai_exchanges: PlainJob;
  }
}

export const aiGradingJobs = {
  grade_with_ai: runStep,
  forget_ai_exchanges: (tools) => forgetExchanges(tools),
} satisfies JobRuns<'grade_with_ai' | 'forget_ai_exchanges'>;

export const aiGradingTimetable = { forget_ai_exchanges: '49 3 * * *' } satisfies Timetable;
