import type { Database } from '../../../platform/database/connect.ts';
import type { Tools } from '../tools.ts';
import { forgetPartitions, type Ledger } from './partitions.ts';

export const AUDIT_LEDGER: Ledger = {
  tables: [
    { name: 'audit_log', key: 'created_at' },
    { name: 'audit_personal', key: 'created_at', follows: true },
  ],
  by: 'time',
  period: 'month',
};

/** Removes the entries of the audit log that have exceeded the operator's retention period, in all organisations. */
export async function forgetAudit(tools: Pick<Tools<Database>, 'db' | 'clock' | 'retention'>): Promise<void> {
  const { auditDays } = tools.retention;
  if (auditDays !== null) await forgetPartitions(tools, AUDIT_LEDGER, auditDays);
}
