import { sql } from 'kysely';
import type { Executor } from '../platform/database/connect.ts';

/** The ordered children of one parent: positions 1 to n, without gaps. Every function needs the parent locked. */
export interface Siblings {
  table: 'chapters' | 'lessons';
  parent: 'course_id' | 'chapter_id';
  organisationId: string;
  parentId: string;
}

export async function countSiblings(trx: Executor, { table, parent, organisationId, parentId }: Siblings): Promise<number> {
  const { count } = await trx
    .selectFrom(table)
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organisation_id', '=', organisationId)
    .where(sql.ref(parent), '=', parentId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Moves the siblings from `first` to `last`, both included, by one place. */
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

/** Frees the place for one more, and returns it: `wanted`, or the end when that is nearer or nothing was wanted. */
export async function openPlace(trx: Executor, siblings: Siblings, count: number, wanted: number | undefined): Promise<number> {
  const place = Math.min(wanted ?? count + 1, count + 1);
  await shiftSiblings(trx, siblings, place, count, 1);
  return place;
}

/** Moves the siblings between `from` and `wanted` so that the one at `from` can take the place that is returned. */
export async function movePlace(trx: Executor, siblings: Siblings, from: number, wanted: number): Promise<number> {
  const to = Math.min(wanted, await countSiblings(trx, siblings));
  if (to < from) await shiftSiblings(trx, siblings, to, from - 1, 1);
  else await shiftSiblings(trx, siblings, from + 1, to, -1);
  return to;
}
