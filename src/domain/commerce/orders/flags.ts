import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import type { OrderKey } from './columns.ts';

/** A flag for staff, which stays until they settle it. A failed refund and an open dispute are states of the order instead. */
export type StoredFlag = Exclude<Shape<'OrderFlag'>, 'refund_failed' | 'disputed'>;

/** Returns the flags of an order as the values of their columns. */
export const flagColumns = (flags: readonly StoredFlag[]): { flag: StoredFlag | null; more_flags: StoredFlag[] } => ({
  flag: flags[0] ?? null,
  more_flags: flags.slice(1),
});

/** All stored flags of an order, as an expression on `orders`. */
export const storedFlags: RawBuilder<StoredFlag[]> = sql`case when orders.flag is null then '{}' else orders.flag || orders.more_flags end`;

/** Adds flags to an order, which keeps those that nobody has settled. */
export async function addFlags(trx: Executor, { organisationId, orderId }: OrderKey, flags: readonly StoredFlag[]): Promise<void> {
  if (flags.length === 0) return;
  const all = sql`${storedFlags} || array(select added from unnest(${[...flags]}::text[]) added where added <> all (${storedFlags}))`;
  await sql`update orders set flag = (${all})[1], more_flags = (${all})[2:] where organisation_id = ${organisationId} and id = ${orderId}`.execute(trx);
}
