import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { DB } from '../../../generated/database.ts';
import type { Executor } from '../../platform/database/connect.ts';
import type { Page, Paging } from './contract.ts';
import { fromCursor, type Position, toCursor } from './cursor.ts';
import { onPage } from './pages.ts';

/** The number of rows up to which `count` is exact, unless a ledger specifies another. Counting more would cost more than reading the page itself. */
const MOST_COUNTED = 10_000;

export interface LedgerPaging extends Paging {
  /** The position of the page. `page` then has no meaning. */
  cursor?: string | undefined;
}

/** One page of a ledger: a list over a table that grows without limit. */
export interface LedgerPage<T> extends Page<T> {
  is_count_exact: boolean;
  /** The cursors of the adjacent pages; null if there is none. */
  next: string | null;
  previous: string | null;
}

type Direction = 'asc' | 'desc';

/** The order of a ledger, which must be that of an index. Rows with the same value are sorted by ID. */
export interface LedgerOrder {
  table: 'audit_log' | 'webhook_deliveries' | 'storage_objects' | 'discussion_topics' | 'discussion_posts' | 'ledger_transactions';
  column: keyof typeof KEYS;
  direction: Direction;
  /** `count` is exact up to this number of rows, by default up to `MOST_COUNTED`. */
  mostCounted?: number;
  /** Returns the number of rows and whether it is exact, for ledgers that store it. */
  total?: () => Promise<{ count: number; isExact: boolean }>;
}

interface LedgerRow {
  id: string;
  created_at?: string;
  occurred_at?: string;
  listed_at?: string;
  size_bytes?: number;
  reply_count?: number;
  ordinal?: number;
  number?: number;
}

const LATEST = Date.parse('9999-12-31T23:59:59.999Z');
const momentOf = (key: number) => sql`${new Date(key).toISOString()}::timestamptz`;
const integerOf = (key: number) => sql`${key}::integer`;
const LARGEST_INTEGER = 2 ** 31 - 1;

/** Conversions, for each column, between its value and the key of a position, and the largest key. */
const KEYS = {
  created_at: { keyOf: ({ created_at = '' }: LedgerRow) => Date.parse(created_at), valueOf: momentOf, largest: LATEST },
  occurred_at: { keyOf: ({ occurred_at = '' }: LedgerRow) => Date.parse(occurred_at), valueOf: momentOf, largest: LATEST },
  listed_at: { keyOf: ({ listed_at = '' }: LedgerRow) => Date.parse(listed_at), valueOf: momentOf, largest: LATEST },
  reply_count: { keyOf: ({ reply_count = 0 }: LedgerRow) => reply_count, valueOf: integerOf, largest: LARGEST_INTEGER },
  ordinal: { keyOf: ({ ordinal = 0 }: LedgerRow) => ordinal, valueOf: integerOf, largest: LARGEST_INTEGER },
  number: { keyOf: ({ number = 0 }: LedgerRow) => number, valueOf: integerOf, largest: LARGEST_INTEGER },
  size_bytes: {
    keyOf: ({ size_bytes = 0 }: LedgerRow) => size_bytes,
    valueOf: (key: number) => sql`${key}::bigint`,
    largest: Number.MAX_SAFE_INTEGER,
  },
};

// biome-ignore lint/suspicious/noExplicitAny: any tables
type Select<Row> = SelectQueryBuilder<DB, any, Row>;

/**
 * Reads one page of a ledger. The ids on the page are chosen first, from an index alone, and `select` reads the rows for which its condition is true. A page by
 * cursor costs the same at any position. A page by number has to pass all index entries before it.
 * @param matching the rows of the list, without columns
 * @throws ValidationError if the cursor is not one of this list in this order
 */
export async function readLedger<Row extends LedgerRow>(
  db: Executor,
  order: LedgerOrder,
  paging: LedgerPaging,
  matching: Select<Record<never, never>>,
  select: (isOnPage: RawBuilder<boolean>) => Select<Row>,
): Promise<LedgerPage<Row>> {
  const { page, page_size, cursor } = paging;
  const list = cursorList(order);
  const from = cursor === undefined ? null : fromCursor(list, KEYS[order.column].largest, cursor);
  // As an array, the ids are chosen once and before the rows are read, whatever the planner expects.
  const isOnPage = sql<boolean>`${idOf(order)} = any (array(${chosenIds(order, paging, matching, from)}))`;
  const total = await order.total?.();
  const counted = total ? sql<number>`${total.count}::int` : countOf(order, matching);
  const rows = await inOrder(select(isOnPage).select(counted.as('counted')), order, order.direction).execute();
  const count = total?.count ?? rows[0]?.counted ?? (from === null && page === 1 ? 0 : await readCount(db, counted));
  const isExact = total?.isExact ?? count <= mostCounted(order);
  const isBackward = from?.side === 'before';
  const isMore = rows.length > page_size;
  const results: Row[] = (isBackward ? rows.slice(-page_size) : rows.slice(0, page_size)).map(({ counted: _counted, ...row }) => row as unknown as Row);
  const link = (side: Position['side'], row: Row | undefined) => row && toCursor(list, { side, key: KEYS[order.column].keyOf(row), id: row.id });
  const hasNext = isBackward || isMore;
  const hasPrevious = isBackward ? isMore : from !== null || page > 1;
  return {
    count: total ? count : Math.min(count, mostCounted(order)),
    is_count_exact: isExact,
    next: (hasNext && link('after', results.at(-1))) || null,
    previous: (hasPrevious && link('before', results[0])) || null,
    results,
  };
}

/** Selects the ids on the page, and one more, which shows whether there are further rows. */
function chosenIds(order: LedgerOrder, paging: LedgerPaging, matching: Select<Record<never, never>>, from: Position | null): Select<{ id: string }> {
  const ids = matching.select(sql<string>`${idOf(order)}`.as('id'));
  if (!from)
    return inOrder(ids, order, order.direction)
      .$call(onPage(paging))
      .limit(paging.page_size + 1);
  const direction = from.side === 'after' ? order.direction : opposite(order.direction);
  const position = sql`(${KEYS[order.column].valueOf(from.key)}, ${from.id}::uuid)`;
  return inOrder(ids, order, direction)
    .where(sql<boolean>`(${columnOf(order)}, ${idOf(order)}) ${sql.raw(direction === 'asc' ? '>' : '<')} ${position}`)
    .limit(paging.page_size + 1);
}

/** Counts the rows up to one more than the reported maximum. The order makes PostgreSQL read them from the index of the page. */
function countOf(order: LedgerOrder, matching: Select<Record<never, never>>): RawBuilder<number> {
  const counted = inOrder(matching.select(sql.lit(1).as('one')), order, order.direction).limit(sql.lit(mostCounted(order) + 1));
  return sql<number>`(select count(*)::int from (${counted}) counted)`;
}

const readCount = async (db: Executor, counted: RawBuilder<number>): Promise<number> =>
  (await sql<{ count: number }>`select ${counted} as count`.execute(db)).rows[0]?.count ?? 0;

/** Returns the name of a ledger and its order, as used in its cursors. */
export const cursorList = ({ table, column, direction }: LedgerOrder): string => `${table}.${column}.${direction}`;

const mostCounted = ({ mostCounted: most = MOST_COUNTED }: LedgerOrder): number => most;

const columnOf = ({ table, column }: LedgerOrder) => sql.ref(`${table}.${column}`);
const idOf = ({ table }: LedgerOrder) => sql.ref(`${table}.id`);
const opposite = (direction: Direction): Direction => (direction === 'asc' ? 'desc' : 'asc');

const inOrder = <Row>(query: Select<Row>, order: LedgerOrder, direction: Direction): Select<Row> =>
  query.orderBy(columnOf(order), direction).orderBy(idOf(order), direction);
