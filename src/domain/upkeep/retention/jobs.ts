import { type MovePosition, movePersonal } from '../../kernel/audit/move-personal.ts';
import type { JobRuns, Timetable } from '../../kernel/jobs.ts';
import { AUDIT_LEDGER, forgetAudit } from '../../kernel/retention/audit-ledger.ts';
import { addPartitions } from '../../kernel/retention/partitions.ts';
import { forgetFailedJobs } from './failed-jobs.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    add_audit_partitions: PlainJob;
    forget_audit: PlainJob;
    forget_failed_jobs: PlainJob;
    move_audit_personal: MovePosition;
  }
}

export const retentionJobs = {
  add_audit_partitions: (tools) => addPartitions(tools, AUDIT_LEDGER),
  forget_audit: (tools) => forgetAudit(tools),
  forget_failed_jobs: (tools, _payload, { log }) => forgetFailedJobs(tools, log),
  move_audit_personal: (tools, position) => movePersonal(tools, position),
} satisfies JobRuns<'add_audit_partitions' | 'forget_audit' | 'forget_failed_jobs' | 'move_audit_personal'>;

export const retentionTimetable = { add_audit_partitions: '4 3 * * *', forget_audit: '14 3 * * *', forget_failed_jobs: '44 3 * * *' } satisfies Timetable;
