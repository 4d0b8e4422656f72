import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';

/** Deletes chapters of a locked course with their lessons, moves the others up, and returns how many were deleted. No individual records are written. */
export async function removeChapters(
  trx: Executor,
  { organisationId, courseId }: { organisationId: string; courseId: string },
  ids: readonly string[],
): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('chapters')
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .executeTakeFirst();
  await sql`update chapters set position = places.place
    from (select id, row_number() over (order by position)::int as place from chapters where organisation_id = ${organisationId} and course_id = ${courseId}) places
    where chapters.organisation_id = ${organisationId} and chapters.id = places.id and chapters.position <> places.place`.execute(trx);
  return Number(numDeletedRows);
}
