import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import type { OrderKey } from './columns.ts';

/** What staff have to look at until they settle it. A failed refund and an open dispute are states of their own. */
export type StoredFlag = Exclude<Shape<'OrderFlag'>, 'refund_failed' | 'disputed'>;

/** The flags of an order, in the columns that hold them. */
export const flagColumns = (flags: readonly StoredFlag[]): { flag: StoredFlag | null; more_flags: StoredFlag[] } => ({
  flag: flags[0] ?? null,
  more_flags: flags.slice(1),
});

/** All of them, as an expression on `orders`. */
export const storedFlags: RawBuilder<StoredFlag[]> = sql`case when orders.flag is null then '{}' else orders.flag || orders.more_flags end`;

/** Adds flags to an order. Those that nobody has settled stay. */
export async function addFlags(trx: Executor, { organisationId, orderId }: OrderKey, flags: readonly StoredFlag[]): Promise<void> {
  if (flags.length === 0) return;
  const all = sql`${storedFlags} || array(select added from unnest(${[...flags]}::text[]) added where added <> all (${storedFlags}))`;
  await sql`update orders set flag = (${all})[1], more_flags = (${all})[2:] where organisation_id = ${organisationId} and id = ${orderId}`.execute(trx);
}
