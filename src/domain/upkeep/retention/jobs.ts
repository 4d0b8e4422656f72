import { forgetAudit } from '../../kernel/audit/forget.ts';
import { addAuditPartitions } from '../../kernel/audit/partitions.ts';
import type { JobRuns, Timetable } from '../../kernel/jobs.ts';
import { forgetFailedJobs } from './failed-jobs.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    add_audit_partitions: PlainJob;
    forget_audit: PlainJob;
    forget_failed_jobs: PlainJob;
  }
}

export const retentionJobs = {
  add_audit_partitions: (tools) => addAuditPartitions(tools),
  forget_audit: (tools) => forgetAudit(tools),
  forget_failed_jobs: (tools) => forgetFailedJobs(tools),
} satisfies JobRuns<'add_audit_partitions' | 'forget_audit' | 'forget_failed_jobs'>;

export const retentionTimetable = { add_audit_partitions: '4 3 * * *', forget_audit: '14 3 * * *', forget_failed_jobs: '44 3 * * *' } satisfies Timetable;
