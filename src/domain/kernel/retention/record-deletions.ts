import type { Executor } from '../../../platform/database/connect.ts';
import { recordChanges } from '../audit/record.ts';
import { systemActor } from '../caller.ts';

/** Records in the audit logs of organisations how much of their data was deleted because its retention period was over. */
export function recordDeletions(trx: Executor, what: string, rows: readonly { organisation_id: string; count?: number }[]): Promise<void> {
  const counts = new Map<string, number>();
  for (const { organisation_id, count = 1 } of rows) counts.set(organisation_id, (counts.get(organisation_id) ?? 0) + count);
  return recordChanges(
    trx,
    [...counts].map(([organisationId, count]) => ({
      actor: systemActor(organisationId),
      action: 'retention.deleted' as const,
      objectId: organisationId,
      before: null,
      after: { what, count },
    })),
  );
}
