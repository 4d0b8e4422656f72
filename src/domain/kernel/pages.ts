import { type SelectQueryBuilder, sql } from 'kysely';
import type { DB } from '../../../generated/database.ts';
import type { Paging } from './contract.ts';

/** How many rows a query has. */
export async function countRows<Tables extends keyof DB, Row>(query: SelectQueryBuilder<DB, Tables, Row>): Promise<number> {
  const { count } = await query.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  return count as number;
}

/** One page of the rows that a query has in a definite order: `query.$call(onPage(paging))`. */
export const onPage =
  ({ page, page_size }: Paging) =>
  <Db, Tables extends keyof Db, Row>(query: SelectQueryBuilder<Db, Tables, Row>): SelectQueryBuilder<Db, Tables, Row> =>
    query.limit(page_size).offset((page - 1) * page_size);
