import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { enqueueAll } from '../../kernel/jobs.ts';
import type { PurchaseKey } from './columns.ts';

type News = { paymentId: string } | { status: 'past_due' | 'unpaid' | 'ended' };

/** Sends mails to the owners of the organisation about a payment, or about what became of a purchase. */
export async function tellOwners(trx: Executor, { organisationId, purchaseId }: PurchaseKey, news: News): Promise<void> {
  const { rows } = await sql<{ user_id: string }>`select user_id from memberships where organisation_id = ${organisationId} and role = 'owner'
    order by user_id`.execute(trx);
  const payloads = rows.map(({ user_id }) => ({ organisation_id: organisationId, user_id, purchase_id: purchaseId }));
  if ('paymentId' in news)
    await enqueueAll(
      trx,
      'mail_platform_payment',
      payloads.map((payload) => ({ ...payload, payment_id: news.paymentId })),
    );
  else
    await enqueueAll(
      trx,
      'mail_platform_purchase',
      payloads.map((payload) => ({ ...payload, status: news.status })),
    );
}
