import { sql } from 'kysely';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { windowOf } from '../../kernel/moments.ts';
import { onPage } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import { liveCourses } from '../courses/columns.ts';
import { liveLessons } from '../lessons/columns.ts';

/** A course schedule with one page of its lessons. */
export type SchedulePage = Omit<Shape<'CourseSchedule'>, 'lessons'> & { lessons: Page<Shape<'ScheduledLesson'>> };

/**
 * Returns the lessons in outline order, with the times that result from their offsets. Offsets count from `day_zero` or, if it is omitted and the schedule is
 * based on the start of the course, from that start.
 * @throws NotFoundError
 */
export async function getCourseSchedule(
  { db }: Pick<Tools, 'db'>,
  { organisationId }: Caller,
  courseId: string,
  { day_zero, ...paging }: Paging & { day_zero?: string | undefined },
): Promise<SchedulePage> {
  requireIds(courseId);
  const [course, lessons] = await Promise.all([
    liveCourses(db, organisationId)
      .where('courses.id', '=', courseId)
      .select(['timezone', 'schedule_basis', 'start_date', 'end_date'])
      .select(sql<number>`(select count(*)::int from lessons where organisation_id = courses.organisation_id and course_id = courses.id)`.as('count'))
      .$castTo<Omit<SchedulePage, 'day_zero' | 'lessons'> & { count: number }>()
      .executeTakeFirstOrThrow(() => new NotFoundError()),
    liveLessons(db, organisationId, courseId)
      .select(['lessons.id', 'lessons.chapter_id', 'lessons.title', 'opens_day_offset', 'opens_time', 'closes_day_offset', 'closes_time'])
      .select(['view_window_minutes', 'lessons.updated_at'])
      .orderBy('chapters.position')
      .orderBy('lessons.position')
      .$call(onPage(paging))
      .execute(),
  ]);
  const { count, ...rest } = course;
  const dayZero = day_zero ?? (course.schedule_basis === 'course_start' ? course.start_date : null);
  const results = lessons.map((lesson) => {
    const { opens, closes } = dayZero === null ? { opens: null, closes: null } : windowOf(course.timezone, dayZero, lesson);
    return { ...lesson, opens_at: opens, closes_at: closes };
  });
  return { ...rest, day_zero: dayZero, lessons: { count, results } };
}
