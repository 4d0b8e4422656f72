import { type SelectQueryBuilder, sql } from 'kysely';
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
