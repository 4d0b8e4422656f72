import { sql } from 'kysely';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import { chargeFaultOf } from '../../../platform/payments/charges.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { discountOf } from '../coupons/apply-coupon.ts';
import { askGateway } from '../gateway/ask-gateway.ts';
import { type Business, isSameBusiness, requireBusiness } from '../invoices/reverse-charge.ts';
import { requireSame } from './cancel-subscription.ts';
import { requireChangeable, requireRow } from './change-plan.ts';
import { asSubscription, discountLeft, readSubscription, type SubscriptionKey, type SubscriptionRow } from './columns.ts';
import { readTaxation, reductionOf, type Taxation } from './offer.ts';
import { requireOwn } from './own-subscriptions.ts';
import { settleSubscription } from './settle.ts';

/**
 * Changes the business for which the caller pays from the next period on. The change is stored before the gateway is told of the price, so that an interrupted
 * one is completed by the next request or by the job that asks the gateway.
 * @throws NotFoundError
 * @throws ValidationError if the VAT ID is invalid
 * @throws DomainError subscription_over, payment_overdue, amount_too_small, payments_not_configured, payments_unavailable
 */
export async function updateOwnSubscription(
  tools: Pick<Tools<Database>, 'db' | 'clock' | 'keyring' | 'payments'>,
  caller: Caller,
  id: string,
  { business: named }: Shape<'PatchedCatalogueSubscription'>,
): Promise<Shape<'CatalogueSubscription'>> {
  const { db, payments } = tools;
  const key = { organisationId: caller.organisationId, subscriptionId: id };
  const business = requireBusiness(named ?? undefined);
  const first = await requireOwn(db, caller, id);
  return askGateway(payments, async (gateway) => {
    requireSame(gateway, first);
    // A period that has begun in the meantime is paid as it was agreed.
    requireChangeable(await settleSubscription(tools, gateway, key));
    await storeBusiness(db, caller, key, business);
    return asSubscription(requireRow(await settleSubscription(tools, gateway, key)));
  });
}

/** Stores a change for the gateway to be told, unless the next period has the business anyway. A later change replaces it. */
function storeBusiness(db: Database, caller: Caller, key: SubscriptionKey, business: Business | null): Promise<void> {
  const { organisationId, subscriptionId } = key;
  return inTransaction(db, async (trx) => {
    const kept = requireChangeable((await readSubscription(trx, key).forUpdate('catalogue_subscriptions').executeTakeFirst()) ?? null);
    const { reverse_charge } = await readTaxation(trx, organisationId, business);
    const planned = kept.next_reverse_charge === null ? kept : { business: kept.next_business, reverse_charge: kept.next_reverse_charge };
    if (planned.reverse_charge === reverse_charge && isSameBusiness(planned.business, business)) return;
    const { taxes, prices_include_tax, gateway_tax } = kept;
    const discount = await discountFor(trx, organisationId, kept, { taxes, prices_include_tax, gateway_tax, reverse_charge });
    await trx
      .updateTable('catalogue_subscriptions')
      .set({ next_business: business && json(business), next_reverse_charge: reverse_charge, next_coupon_discount: discount, business_change_id: newId() })
      .set({ revision: sql<number>`revision + 1` })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', subscriptionId)
      .execute();
    requireChargeable(await readSubscription(trx, key).executeTakeFirstOrThrow());
    await recordChange(trx, caller, {
      action: 'catalogue_subscription.business_change_requested',
      objectId: subscriptionId,
      before: { reverse_charge: planned.reverse_charge },
      after: { reverse_charge },
    });
  });
}

/** @throws DomainError amount_too_small if the gateway cannot charge the next period */
function requireChargeable(row: SubscriptionRow): void {
  const { following, next_plan } = row;
  const total = following.amount - (next_plan === null ? (discountLeft(row)?.amount ?? 0) : 0);
  if (total > 0 && chargeFaultOf(total, following.currency) !== null) throw new DomainError('amount_too_small', 'The gateway cannot charge this amount.');
}

/** Returns the discount of a subscription's coupon, if any, on its plan with this taxation: the same share as before. */
async function discountFor(trx: Executor, organisationId: string, { id, plan }: SubscriptionRow, taxation: Taxation): Promise<number> {
  const found = await trx
    .selectFrom('catalogue_subscriptions as s')
    .innerJoin('coupons', (join) => join.onRef('coupons.organisation_id', '=', 's.organisation_id').onRef('coupons.id', '=', 's.coupon_id'))
    .innerJoin('catalogue_plan_versions as v', (join) =>
      join.onRef('v.organisation_id', '=', 's.organisation_id').onRef('v.plan_id', '=', 's.plan_id').onRef('v.version', '=', 's.plan_version'),
    )
    .select(['percent_off', 'amount_off', 'v.amount'])
    .where('s.organisation_id', '=', organisationId)
    .where('s.id', '=', id)
    .executeTakeFirst();
  if (!found) return 0;
  const { amount } = found;
  return reductionOf(discountOf(found, amount, plan.currency), { amount, currency: plan.currency }, taxation);
}
