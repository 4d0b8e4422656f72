import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { PaidAccount, RecurringPrice } from '../../../platform/payments/subscriptions.ts';
import type { Shape } from '../../kernel/contract.ts';

/** The account that is paid: the service's own. */
export const OWN: PaidAccount = null;

export type Kind = 'plan' | 'storage';

type Status = 'pending' | 'active' | 'past_due' | 'unpaid' | 'ended' | 'expired';
type Interval = RecurringPrice['interval'];

/** The key by which jobs and notifications name a purchase. */
export interface PurchaseKey {
  organisationId: string;
  purchaseId: string;
}

export const selectPurchases = (db: Executor, organisationId: string) =>
  db
    .selectFrom('platform_purchases')
    .where('organisation_id', '=', organisationId)
    .select(['id', 'kind', 'item_id', 'interval', 'amount', 'currency', 'status', 'gateway', 'livemode', 'page_id', 'subscription_id'])
    .select(sql<Shape<'PaymentError'> | null>`case when status = 'past_due' then payment_error end`.as('payment_error'))
    .select([
      'reverse_charge',
      'period_start',
      'period_end',
      'cancels',
      'next_item_id',
      'next_amount',
      'grace_until',
      'created_at',
      'expires_at',
      'flag',
      'applied',
    ])
    .select(['price', 'next_price', 'next_reverse_charge', 'following_amount', 'tax_change_id', 'seller_revision'])
    .select(['change_id', 'change_item_id', 'change_interval', 'change_amount', 'change_price', 'change_now', 'requested_by'])
    .$narrowType<{ kind: Kind; status: Status; interval: Interval; change_interval: Interval | null; gateway: Shape<'PaymentGateway'> }>();

export type PurchaseRow = Awaited<ReturnType<ReturnType<typeof selectPurchases>['executeTakeFirstOrThrow']>>;

/** The same condition as in the index `platform_purchases_live`, without parameters, so that every query plan can use it. */
export const isLive = sql<boolean>`status in ('pending', 'active', 'past_due')`;

export const canGoOn = ({ status }: Pick<PurchaseRow, 'status'>): boolean => status === 'pending' || status === 'active' || status === 'past_due';

/** Selects the only purchase of this kind that may still be paid, for the first time or again. */
export const readLive = (db: Executor, organisationId: string, kind: Kind) => selectPurchases(db, organisationId).where('kind', '=', kind).where(isLive);

export const readPurchase = (db: Executor, { organisationId, purchaseId }: PurchaseKey) => selectPurchases(db, organisationId).where('id', '=', purchaseId);

/** Returns the item and the price of the next period. `agreed` is the price if the gateway does not learn in time who owes the tax. */
export function followingOf({ item_id, next_item_id, amount, next_amount, following_amount }: PurchaseRow) {
  const agreed = next_amount ?? amount;
  return { itemId: next_item_id ?? item_id, agreed, amount: following_amount ?? agreed };
}

interface Columns {
  status: Status;
  flag: 'price_mismatch';
  applied: number;
  payment_error: PurchaseRow['payment_error'];
  subscription_id: string | null;
  period_start: string;
  period_end: string;
  cancels: boolean;
  item_id: string;
  amount: number;
  next_item_id: string | null;
  next_amount: number | null;
  price: number;
  next_price: number | null;
  reverse_charge: boolean;
  next_reverse_charge: boolean | null;
  following_amount: number | null;
  tax_change_id: string | null;
  seller_revision: number;
  change_id: string | null;
  change_item_id: string | null;
  change_interval: PurchaseRow['interval'] | null;
  change_amount: number | null;
  change_price: number | null;
  change_now: boolean | null;
  interval: PurchaseRow['interval'];
  grace_until: string | null;
  checked_at: string;
  ended_at: string;
}

export const update = (trx: Executor, { organisationId, purchaseId }: PurchaseKey, columns: Partial<Columns>) =>
  trx.updateTable('platform_purchases').set(columns).where('organisation_id', '=', organisationId).where('id', '=', purchaseId).execute();

/** Counts a request to the gateway, so that the answer to the last one can be told from the others. */
export async function takeTurn(db: Executor, { organisationId, purchaseId }: PurchaseKey): Promise<number> {
  const { asked } = await db
    .updateTable('platform_purchases')
    .set({ asked: sql<number>`asked + 1` })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', purchaseId)
    .returning('asked')
    .executeTakeFirstOrThrow();
  return asked;
}

/** Invalidates the answers to all earlier requests, because the gateway has been told something else since. The purchase must be locked. */
export async function outdateAnswers(trx: Executor, key: PurchaseKey): Promise<void> {
  await update(trx, key, { applied: await takeTurn(trx, key) });
}
