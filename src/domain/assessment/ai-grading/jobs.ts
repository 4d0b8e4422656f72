import type { JobRuns } from '../../kernel/jobs.ts';
import { runStep } from './run-job.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    /** `run`: steps of an earlier run than the job is in do nothing. */
    grade_with_ai: { organisation_id: string; job_id: string; run: number };
  }
}

export const aiGradingJobs = { grade_with_ai: runStep } satisfies JobRuns<'grade_with_ai'>;
