import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { countRows } from '../../kernel/pages.ts';

/** The ordered children of one parent, at positions 1 to n without gaps. Every function requires the parent to be locked. */
export interface Siblings {
  table: 'chapters' | 'lessons';
  parent: 'course_id' | 'chapter_id';
  organisationId: string;
  parentId: string;
}

export const countSiblings = (trx: Executor, { table, parent, organisationId, parentId }: Siblings): Promise<number> =>
  countRows(trx.selectFrom(table).where('organisation_id', '=', organisationId).where(sql.ref(parent), '=', parentId));

/** Moves the siblings at positions `first` to `last`, inclusive, by one place. */
export async function shiftSiblings(
  trx: Executor,
  { table, parent, organisationId, parentId }: Siblings,
  first: number,
  last: number,
  by: 1 | -1,
): Promise<void> {
  if (first > last) return;
  await trx
    .updateTable(table)
    .set({ position: sql<number>`position + ${by}` })
    .where('organisation_id', '=', organisationId)
    .where(sql.ref(parent), '=', parentId)
    .where('position', '>=', first)
    .where('position', '<=', last)
    .execute();
}

/** Frees a position for a new sibling and returns it: `wanted`, or the end if `wanted` is missing or beyond the end. */
export async function openPlace(trx: Executor, siblings: Siblings, count: number, wanted: number | undefined): Promise<number> {
  const place = Math.min(wanted ?? count + 1, count + 1);
  await shiftSiblings(trx, siblings, place, count, 1);
  return place;
}

/**
 * Moves the siblings between `from` and the target so that the sibling at `from` can move to the target. Returns the target: `wanted`, or the
 * end if `wanted` is missing or beyond the end.
 */
export async function movePlace(trx: Executor, siblings: Siblings, from: number, wanted: number | undefined): Promise<number> {
  const count = await countSiblings(trx, siblings);
  const to = Math.min(wanted ?? count, count);
  if (to < from) await shiftSiblings(trx, siblings, to, from - 1, 1);
  else await shiftSiblings(trx, siblings, from + 1, to, -1);
  return to;
}

/**
 * Puts all siblings in the order of `ids` and returns the previous order. If an id is missing, foreign or repeated, it returns null and nothing
 * moves; a single statement checks this and writes. Rows whose position does not change are not written.
 */
export async function reorderSiblings(trx: Executor, siblings: Siblings, ids: readonly string[]): Promise<string[] | null> {
  const { table, parent, organisationId, parentId } = siblings;
  const { before } = await trx
    .with('wanted', () => sql<{ id: string; place: number }>`(select id, place::int from unnest(${ids}::uuid[]) with ordinality as listed (id, place))`)
    .with('present', (qb) =>
      qb.selectFrom(table).select(['id', 'position']).where('organisation_id', '=', organisationId).where(sql.ref(parent), '=', parentId),
    )
    .with(
      'verdict',
      () => sql<{ complete: boolean }>`(select count(*) = count(distinct wanted.id) and count(*) = count(present.id)
        and count(*) = (select count(*) from present) as complete from wanted left join present on present.id = wanted.id)`,
    )
    .with('moved', (qb) =>
      qb
        .updateTable(table)
        .from(['wanted', 'verdict'])
        .set({ position: sql<number>`wanted.place` })
        .where(`${table}.organisation_id`, '=', organisationId)
        .where(sql.ref(`${table}.id`), '=', sql.ref('wanted.id'))
        .where('verdict.complete', '=', true)
        .where(sql.ref(`${table}.position`), '<>', sql.ref('wanted.place')),
    )
    .selectFrom('verdict')
    .select(sql<string[] | null>`case when complete then (select array_agg(id order by position) from present) end`.as('before'))
    .executeTakeFirstOrThrow(() => new NotFoundError());
  return before;
}
