import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { enqueueAll } from '../../kernel/jobs.ts';
import type { MoneyFact } from '../orders/ledger.ts';
import type { PurchaseKey } from './columns.ts';

/** A fact about the money of a payment after it was paid. */
export type Reversed = Exclude<MoneyFact['fact'], 'paid'>;

/** The reason why a purchase has ended. `ended` means that the operator has ended it at the gateway. */
export type EndCause = 'cancelled' | 'refunded' | 'disputed' | 'ended';

type News = { paymentId: string } | { reversalId: string; fact: Reversed } | { status: 'past_due' | 'unpaid' } | { status: 'ended'; cause: EndCause };

/** Sends mails to the owners of the organisation about a payment, about money that went back or came back, or about a new state of a purchase. */
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
  else if ('reversalId' in news)
    await enqueueAll(
      trx,
      'mail_platform_reversal',
      payloads.map((payload) => ({ ...payload, reversal_id: news.reversalId, fact: news.fact })),
    );
  else
    await enqueueAll(
      trx,
      'mail_platform_purchase',
      payloads.map((payload) => ({ ...payload, ...news })),
    );
}
