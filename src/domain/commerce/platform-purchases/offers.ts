import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { RecurringPrice } from '../../../platform/payments/subscriptions.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { ValidationError } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';
import type { Kind } from './columns.ts';
import { readBilling } from './describe.ts';
import { amountOf } from './platform-seller.ts';

/** Something that the service sells, at its current price. */
export interface Offer {
  itemId: string;
  price: RecurringPrice;
  /** The price with the tax that it contains, whoever owes it. */
  taxedPrice: number;
  /** The rank by which the larger of two items of a kind is known. */
  rank: number;
  /** Whether the organisation owes the tax, so that the price is without it. */
  reverseCharge: boolean;
}

/** The fields of a request that name the item. */
const FIELDS = { plan: 'plan_id', storage: 'addon_id' } as const;

/** The requested item of a kind, and whether its price is without tax. */
interface Asked {
  itemId: string;
  interval: RecurringPrice['interval'];
  reverseCharge: boolean;
}

/** @throws ValidationError if nothing of this name is sold for this interval */
export async function readOffer(db: Executor, kind: Kind, { itemId, interval, reverseCharge }: Asked): Promise<Offer> {
  const offer = await (kind === 'plan' ? readPlan(db, itemId, interval) : readStorage(db, itemId, interval));
  if (!offer) throw new ValidationError([{ field: FIELDS[kind], code: 'unknown', message: 'The service does not sell this.' }]);
  const { currency, title, rank } = offer;
  const amount = await amountOf(db, { price: offer.amount, currency, reverseCharge });
  return { itemId, price: { title, interval, amount, currency }, taxedPrice: offer.amount, rank, reverseCharge };
}

const readPlan = (db: Executor, id: string, interval: string) =>
  db
    .selectFrom('plans')
    .innerJoin('plan_prices as price', 'price.plan_id', 'plans.id')
    .select(['plans.name as title', 'plans.position as rank', 'price.amount', 'price.currency'])
    .where('plans.id', '=', id)
    .where('price.interval', '=', interval)
    .executeTakeFirst();

async function readStorage(db: Executor, id: string, interval: string) {
  const offer = await db
    .selectFrom('storage_offers')
    .innerJoin('storage_offer_prices as price', 'price.offer_id', 'storage_offers.id')
    .select(['size_bytes as rank', 'price.amount', 'price.currency'])
    .where('storage_offers.id', '=', id)
    .where('price.interval', '=', interval)
    .executeTakeFirst();
  return offer && { ...offer, title: sizeText(offer.rank) };
}

const sizeText = (bytes: number): string => (bytes >= 1e12 ? `${bytes / 1e12} TB` : `${bytes / 1e9} GB`);

/** Returns the rank of an item that was bought, even if it is no longer sold. */
export async function rankOf(db: Executor, kind: Kind, itemId: string): Promise<number> {
  const item =
    kind === 'plan'
      ? await db.selectFrom('plans').select('position as rank').where('id', '=', itemId).executeTakeFirst()
      : await db.selectFrom('storage_offers').select('size_bytes as rank').where('id', '=', itemId).executeTakeFirst();
  return item?.rank ?? 0;
}

/** Returns the title of an item, for mails. */
export async function titleOf(db: Executor, kind: Kind, itemId: string): Promise<string> {
  if (kind === 'storage') return sizeText(await rankOf(db, kind, itemId));
  const plan = await db.selectFrom('plans').select('name').where('id', '=', itemId).executeTakeFirst();
  return plan?.name ?? itemId;
}

/** Returns the sizes in which storage is sold, and what the organisation pays for. */
export async function getStorageOffer({ db }: Pick<Tools, 'db'>, { organisationId }: Caller): Promise<Shape<'StorageOffer'>> {
  const prices = sql<Shape<'PlatformPrice'>[]>`(select coalesce(json_agg(json_build_object('interval', p.interval, 'amount', p.amount, 'currency', p.currency)
    order by p.interval), '[]') from storage_offer_prices p where p.offer_id = storage_offers.id)`;
  const [addons, billing] = await Promise.all([
    db
      .selectFrom('storage_offers')
      .select(['id', 'size_bytes', prices.as('prices')])
      .orderBy('size_bytes')
      .limit(100)
      .execute(),
    readBilling(db, organisationId, 'storage'),
  ]);
  return { addons, billing };
}
