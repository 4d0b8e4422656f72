import { sql } from 'kysely';
import type { Caller } from '../../kernel/caller.ts';
import type { Paging, Shape } from '../../kernel/contract.ts';
import type { Tools } from '../../kernel/tools.ts';
import { liveCourses } from '../courses/columns.ts';

export interface StaleLesson
  extends Pick<Shape<'LessonSummary'>, 'id' | 'course_id' | 'chapter_id' | 'title' | 'content_type' | 'is_published' | 'updated_at'> {
  course_title: string;
}

/**
 * Lists the lessons that were last changed before a day (UTC), oldest first, except those of archived courses. One more lesson than fits on a page shows that
 * there is a next page.
 */
export const listStaleLessons = (
  { db }: Pick<Tools, 'db'>,
  { organisationId }: Pick<Caller, 'organisationId'>,
  before: string,
  { page, page_size }: Paging,
): Promise<StaleLesson[]> =>
  liveCourses(db, organisationId)
    .where('courses.status', '!=', 'archived')
    .innerJoin('lessons', (join) => join.onRef('lessons.organisation_id', '=', 'courses.organisation_id').onRef('lessons.course_id', '=', 'courses.id'))
    .where('lessons.organisation_id', '=', organisationId)
    .where('lessons.updated_at', '<', sql<string>`${before}::date at time zone 'UTC'`)
    .select(['lessons.id', 'lessons.course_id', 'courses.title as course_title', 'lessons.chapter_id', 'lessons.title', 'lessons.content_type'])
    .select(['lessons.is_published', 'lessons.updated_at'])
    .orderBy('lessons.updated_at')
    .orderBy('lessons.id')
    .limit(page_size + 1)
    .offset((page - 1) * page_size)
    .$castTo<StaleLesson>()
    .execute();
