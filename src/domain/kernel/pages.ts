import { type OrderByModifiers, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { DB } from '../../../generated/database.ts';
import type { Paging } from './contract.ts';

/** Counts the rows of a query. */
export async function countRows<Tables extends keyof DB, Row>(query: SelectQueryBuilder<DB, Tables, Row>): Promise<number> {
  const { count } = await query.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  return count as number;
}

/** Limits an ordered query to one page: `query.$call(onPage(paging))`. */
export const onPage =
  ({ page, page_size }: Paging) =>
  <Db, Tables extends keyof Db, Row>(query: SelectQueryBuilder<Db, Tables, Row>): SelectQueryBuilder<Db, Tables, Row> =>
    query.limit(page_size).offset((page - 1) * page_size);

/** A page of the objects that changed after a time (RFC 3339, exclusive), or of all objects if the time is omitted. */
export interface ChangeFilter extends Paging {
  updated_after?: string | undefined;
}

export const changedAfter = (table: string, { updated_after }: ChangeFilter): RawBuilder<SqlBool> =>
  updated_after === undefined ? sql`true` : sql`${sql.ref(`${table}.updated_at`)} > ${updated_after}`;

/** The column that an ordering sorts by: `title` of `-title`. */
export type SortedBy<Ordering extends string> = Ordering extends `-${infer Column}` ? Column : Ordering;

/** Splits an ordering into its column and its direction, which a leading `-` reverses. */
export const sortOf = <Ordering extends string>(ordering: Ordering): { by: SortedBy<Ordering>; direction: 'asc' | 'desc' } => ({
  by: ordering.replace('-', '') as SortedBy<Ordering>,
  direction: ordering.startsWith('-') ? 'desc' : 'asc',
});

/** The direction of a column in which null counts as the lowest value. */
export const nullsLowest = (direction: 'asc' | 'desc'): OrderByModifiers =>
  direction === 'desc' ? (order) => order.desc().nullsLast() : (order) => order.asc().nullsFirst();
