import type { Executor } from '../../../platform/database/connect.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { readCourse } from './columns.ts';

/** Limits on how much of a course a model receives to write about it. */
const MOST_TITLES = 300;
const MOST_DESCRIPTION = 10_000;

/** Returns what a model needs to know about a course.
 * @throws NotFoundError */
export async function describeCourse(db: Executor, organisationId: string, courseId: string) {
  requireIds(courseId);
  const [found, rows] = await Promise.all([
    readCourse(db, { organisationId, id: courseId }),
    db
      .selectFrom('chapters')
      .leftJoin('lessons', (join) => join.onRef('lessons.organisation_id', '=', 'chapters.organisation_id').onRef('lessons.chapter_id', '=', 'chapters.id'))
      .select(['chapters.id', 'chapters.title as chapter', 'lessons.title as lesson'])
      .where('chapters.organisation_id', '=', organisationId)
      .where('chapters.course_id', '=', courseId)
      .orderBy('chapters.position')
      .orderBy('lessons.position')
      .limit(MOST_TITLES)
      .execute(),
  ]);
  if (!found) throw new NotFoundError();
  const course = found.toJSON();
  const chapters = Map.groupBy(rows, ({ id }) => id);
  return {
    title: course.title,
    description: course.description === null ? null : JSON.stringify(course.description).slice(0, MOST_DESCRIPTION),
    level: course.level,
    grade_level: course.grade_level,
    language: course.language,
    chapters: [...chapters.values()].map((lessons) => ({ title: lessons[0]?.chapter, lessons: lessons.flatMap(({ lesson }) => lesson ?? []) })),
  };
}
