import type { GatewayDispute, GatewayRefund } from '../../../platform/payments/payments.ts';
import { newId } from '../../kernel/ids.ts';
import { factTime } from '../gateway/fact-time.ts';
import type { Change, DisputeRow, RefundRow } from './columns.ts';

/** A refund as the gateway sees it. A refund that the gateway refuses to make has no ID. */
export interface KnownRefund extends Omit<GatewayRefund, 'id'> {
  id: string | null;
}

/** Merges the refunds that the gateway knows into the stored ones. A refund that was made at the gateway itself is added. */
export function mergeRefunds(kept: readonly RefundRow[], known: readonly KnownRefund[], now: string): { rows: RefundRow[]; changes: Change<RefundRow>[] } {
  const rows = [...kept];
  const changes: Change<RefundRow>[] = [];
  for (const { id, key, amount, state, begunAt, endedAt } of known) {
    const at = rows.findIndex((row) => row.id === key || (id !== null && row.gateway_refund_id === id));
    const made = { id: newId(), amount, origin: 'gateway' as const, ends_access: null, attempt: 1, gateway_refund_id: id, state };
    const row = rows[at] ?? { ...made, created_at: factTime(begunAt, now) };
    // The answers of the gateway may arrive out of order.
    if (at >= 0 && (!moves(row, state) || (id === null && row.gateway_refund_id !== null))) continue;
    const next: RefundRow = { ...row, state, gateway_refund_id: row.gateway_refund_id ?? id };
    changes.push({ row: next, before: at < 0 ? null : row.state, times: { begunAt, endedAt } });
    if (at < 0) rows.push(next);
    else rows[at] = next;
  }
  return { rows, changes };
}

/** Whether this state, or the gateway's ID alone, advances a refund. A refund that failed at the gateway stays failed, and one that succeeded can only fail. */
function moves({ state, gateway_refund_id }: RefundRow, next: RefundRow['state']): boolean {
  if (state === 'failed') return gateway_refund_id === null && next !== 'failed';
  if (state === 'succeeded') return next === 'failed';
  return state !== next || gateway_refund_id === null;
}

/** Merges the disputes that the gateway knows into the stored ones. The decisions of the bank are final. */
export function mergeDisputes(kept: readonly DisputeRow[], known: readonly GatewayDispute[]): { rows: DisputeRow[]; changes: Change<DisputeRow>[] } {
  const rows = [...kept];
  const changes: Change<DisputeRow>[] = [];
  for (const { id, amount, state, begunAt, endedAt } of known) {
    const at = rows.findIndex((row) => row.gateway_dispute_id === id);
    const row = rows[at];
    if (row && (row.state !== 'open' || state === 'open')) continue;
    const next = row ? { ...row, state } : { id: newId(), gateway_dispute_id: id, amount, state };
    changes.push({ row: next, before: row?.state ?? null, times: { begunAt, endedAt } });
    if (at < 0) rows.push(next);
    else rows[at] = next;
  }
  return { rows, changes };
}
