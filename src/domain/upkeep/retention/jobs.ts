import { AUDIT_LEDGER, forgetAudit } from '../../kernel/audit/ledger.ts';
import type { JobRuns, Timetable } from '../../kernel/jobs.ts';
import { addPartitions } from '../../kernel/partitions.ts';
import { forgetFailedJobs } from './failed-jobs.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    add_audit_partitions: PlainJob;
    forget_audit: PlainJob;
    forget_failed_jobs: PlainJob;
  }
}

export const retentionJobs = {
  add_audit_partitions: (tools) => addPartitions(tools, AUDIT_LEDGER),
  forget_audit: (tools) => forgetAudit(tools),
  forget_failed_jobs: (tools) => forgetFailedJobs(tools),
} satisfies JobRuns<'add_audit_partitions' | 'forget_audit' | 'forget_failed_jobs'>;

export const retentionTimetable = { add_audit_partitions: '4 3 * * *', forget_audit: '14 3 * * *', forget_failed_jobs: '44 3 * * *' } satisfies Timetable;
