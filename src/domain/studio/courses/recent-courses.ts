import { sql } from 'kysely';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { countRows, onPage } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import { courseCounts, liveCourses, SUMMARY_COLUMNS } from './columns.ts';

/** Moves the course to the top of the courses that the user opened.
 * @throws NotFoundError */
export async function touchCourse({ db }: Pick<Tools, 'db'>, { organisationId, actorId }: Caller, courseId: string): Promise<void> {
  requireIds(courseId);
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('course_touches')
    .columns(['organisation_id', 'user_id', 'course_id'])
    .expression(
      liveCourses(db, organisationId)
        .where('courses.id', '=', courseId)
        .select(['courses.organisation_id', sql<string>`${actorId}::uuid`.as('user_id'), 'courses.id'])
        // A course that is being deleted counts as not found here, instead of being missing when its touch is stored.
        .forKeyShare('courses'),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['organisation_id', 'user_id', 'course_id'])
        .doUpdateSet({ touched_at: sql<string>`greatest(course_touches.touched_at, excluded.touched_at)` }),
    )
    .executeTakeFirstOrThrow();
  if (!numInsertedOrUpdatedRows) throw new NotFoundError();
}

/** Lists the courses that the user opened, most recent first. */
export async function listRecentCourses({ db }: Pick<Tools, 'db'>, { organisationId, actorId }: Caller, paging: Paging): Promise<Page<Shape<'RecentCourse'>>> {
  const touched = liveCourses(db, organisationId)
    .innerJoin('course_touches', (join) =>
      join.onRef('course_touches.organisation_id', '=', 'courses.organisation_id').onRef('course_touches.course_id', '=', 'courses.id'),
    )
    .where('course_touches.user_id', '=', actorId);
  const [count, rows] = await Promise.all([
    countRows(touched),
    touched
      .select([...SUMMARY_COLUMNS, 'course_touches.touched_at'])
      .select(courseCounts)
      .orderBy('course_touches.touched_at', 'desc')
      .orderBy('courses.id', 'desc')
      .$call(onPage(paging))
      .$castTo<Shape<'CourseSummary'> & { touched_at: string }>()
      .execute(),
  ]);
  return { count, results: rows.map(({ touched_at, ...course }) => ({ course, touched_at })) };
}
