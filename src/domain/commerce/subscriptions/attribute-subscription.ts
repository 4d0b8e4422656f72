import { sql } from 'kysely';
import { freezeAttribution } from '../../affiliates/referrals/freeze-attribution.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Tools } from '../../kernel/tools.ts';
import type { OfferedPlan } from './offer.ts';

interface Begun {
  subscriptionId: string;
  plan: OfferedPlan;
  couponId: string | null;
}

/** Decides which affiliate earns on a subscription, in the transaction that stores it. */
export async function attributeSubscription(
  { db: trx, keyring }: Pick<Tools, 'db' | 'keyring'>,
  { organisationId, actorId, client }: Caller,
  { subscriptionId, plan: { id: planId, title, currency }, couponId }: Begun,
  now: string,
): Promise<void> {
  const buyer = await trx
    .selectFrom('users')
    .select('email')
    .select(
      sql<string | null>`(select max(paid_at) from orders where organisation_id = ${organisationId} and buyer_id = ${actorId} and total > 0)`.as(
        'last_paid_at',
      ),
    )
    .where('id', '=', actorId)
    .executeTakeFirst();
  if (!buyer?.email) return;
  const sale = { organisationId, orderId: subscriptionId, sold: { courseId: null, planId }, title, currency, couponId };
  const by = { buyer: { id: actorId, email: buyer.email }, followed: null, client: client?.(), lastPaidAt: buyer.last_paid_at };
  await freezeAttribution({ db: trx, keyring }, { ...sale, ...by }, now);
}
