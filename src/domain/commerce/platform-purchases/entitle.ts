import type { Executor } from '../../../platform/database/connect.ts';
import { FREE_PLAN } from '../../organisations/plans/plans.ts';
import { assignPlan } from '../../organisations/plans/subscriptions.ts';
import { deleteAddon, setAddon } from '../../organisations/storage/usage.ts';
import type { PurchaseKey, PurchaseRow } from './columns.ts';
import { rankOf } from './offers.ts';

/** Gives an organisation what it pays for now, and takes it back once it no longer pays. Data that then exceed a limit are not deleted. */
export async function entitle(
  trx: Executor,
  { organisationId, purchaseId }: PurchaseKey,
  { kind, item_id, status }: Pick<PurchaseRow, 'kind' | 'item_id' | 'status'>,
): Promise<void> {
  const isHeld = status === 'active' || status === 'past_due';
  if (kind === 'plan') return assignPlan(trx, organisationId, isHeld ? { plan_id: item_id, status } : { plan_id: FREE_PLAN, status: 'active' });
  if (isHeld) await setAddon(trx, organisationId, purchaseId, await rankOf(trx, kind, item_id));
  else await deleteAddon(trx, organisationId, purchaseId);
}
