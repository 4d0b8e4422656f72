import { forgetAudit } from '../../kernel/audit/forget.ts';
import type { JobRuns, Timetable } from '../../kernel/jobs.ts';
import { forgetFailedJobs } from './failed-jobs.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    forget_audit: PlainJob;
    forget_failed_jobs: PlainJob;
  }
}

export const retentionJobs = {
  forget_audit: (tools) => forgetAudit(tools),
  forget_failed_jobs: (tools) => forgetFailedJobs(tools),
} satisfies JobRuns<'forget_audit' | 'forget_failed_jobs'>;

export const retentionTimetable = { forget_audit: '14 3 * * *', forget_failed_jobs: '44 3 * * *' } satisfies Timetable;
