import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { lockTopicsInChapters, removeTopics } from '../../community/discussions/add-topics.ts';
import { deleteObjects } from '../../files/objects.ts';
import { areNamed } from '../../files/rich-texts.ts';
import type { Caller } from '../../kernel/caller.ts';
import { DomainError } from '../../kernel/errors.ts';
import { removeChapters } from '../../studio/chapters/remove-chapters.ts';
import { removeCourseFiles } from '../../studio/course-files/add-files.ts';
import { deleteCourse } from '../../studio/courses/delete-course.ts';
import { lockCourse } from '../../studio/courses/require-course.ts';
import type { Added } from './columns.ts';

interface Place {
  organisationId: string;
  courseId: string;
}

export const touched = () => new DomainError('import_touched', 'Somebody has since changed, deleted or used the imported content, or enrolled in the course.');

/** Tables that name the course and hold what staff and learners make of it. Data that is only computed from them does not count. */
export const OF_COURSE = [
  'access_codes',
  'affiliate_course_rules',
  'affiliate_links',
  'answer_sheet_prints',
  'attendance_devices',
  'attendance_meetings',
  'attendance_settings',
  'attendance_slots',
  'catalogue_plan_courses',
  'certificate_settings',
  'chapters',
  'cohorts',
  'coupon_courses',
  'course_policies',
  'course_teachers',
  'discussion_posts',
  'discussion_settings',
  'discussion_topics',
  'documents',
  'enrollments',
  'gradebook_categories',
  'gradebook_settings',
  'hero_images',
  'lessons',
  'media',
  'orders',
  'refund_policies',
  'roster_imports',
] as const;

/** The corresponding tables that name a lesson. */
export const OF_LESSON = [
  'answer_sheet_prints',
  'discussion_topics',
  'gradebook_lessons',
  'lesson_overrides',
  'lesson_policies',
  'quiz_attempts',
  'quiz_regrades',
  'submissions',
] as const;

/** Returns a digest of everything that was made of a course, or of what an import added to it, which changes with every change. */
export async function markOf(trx: Executor, { organisationId, courseId }: Place, added: Added | null): Promise<string> {
  const of = (table: string, condition: ReturnType<typeof sql>) =>
    sql`select md5(t::text) as mark from ${sql.raw(table)} t where t.organisation_id = ${organisationId} and ${condition}`;
  const among = (ids: readonly string[]) => sql`any(${[...ids]}::uuid[])`;
  const course = sql`t.course_id = ${courseId}`;
  const inside = added
    ? [
        of('chapters', sql`t.id = ${among(added.chapters)}`),
        of('lessons', sql`t.chapter_id = ${among(added.chapters)}`),
        of('media', sql`t.id = ${among(added.media)}`),
        of('documents', sql`t.id = ${among(added.documents)}`),
      ]
    : [of('courses', sql`t.id = ${courseId}`), ...OF_COURSE.map((table) => of(table, course))];
  const lessons = sql`select id from lessons where organisation_id = ${organisationId} and course_id = ${courseId}
    ${added ? sql`and chapter_id = ${among(added.chapters)}` : sql``}`;
  const posts = sql`t.topic_id in (select id from discussion_topics where organisation_id = ${organisationId} and lesson_id in (${lessons}))`;
  const all = [...inside, ...(added ? [of('discussion_posts', posts)] : []), ...OF_LESSON.map((table) => of(table, sql`t.lesson_id in (${lessons})`))];
  const { rows } = await sql<{ mark: string }>`
    select md5(coalesce(string_agg(mark, '' order by mark), '')) as mark from (${sql.join(all, sql` union all `)}) rows`.execute(trx);
  return rows[0]?.mark ?? '';
}

/**
 * Deletes a course that an import made. Locks it, so that nobody can enroll in it meanwhile.
 * @throws DomainError import_touched
 */
export async function removeMade(trx: Executor, caller: Caller, place: Place, mark: string | null): Promise<void> {
  const { organisationId, courseId } = place;
  await sql`select from courses where organisation_id = ${organisationId} and id = ${courseId} for update`.execute(trx);
  if ((await markOf(trx, place, null)) !== mark) throw touched();
  await deleteCourse({ db: trx }, caller, courseId);
}

/**
 * Deletes what an import added to a course. The chapters are hidden from learners until somebody changes them.
 * @throws DomainError import_touched
 * @throws NotFoundError when there is no such course any more
 */
export async function removeAdded(trx: Executor, place: Place, added: Added, mark: string | null): Promise<void> {
  const { chapters, media, documents } = added;
  await lockCourse(trx, place.organisationId, place.courseId);
  const topics = await lockTopicsInChapters(trx, place, chapters);
  if ((await markOf(trx, place, added)) !== mark) throw touched();
  await removeTopics(trx, place, topics);
  await removeChapters(trx, place, chapters);
  const removed = await removeCourseFiles(trx, place, [...media, ...documents]);
  if (await areNamed(trx, place.organisationId, [...media, ...documents])) throw touched();
  await deleteObjects(trx, place.organisationId, removed.objects);
}
