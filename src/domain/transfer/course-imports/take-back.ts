import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
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

export const touched = () => new DomainError('import_touched', 'What was imported was changed, deleted, used or joined since then.');

/** When anything that staff edit was last changed, of a whole course or of these chapters. */
export async function lastChange(trx: Executor, { organisationId, courseId }: Place, chapters: readonly string[] | null): Promise<string | null> {
  const isWanted = (id: ReturnType<typeof sql>) => (chapters === null ? sql`true` : sql`${id} = any(${[...chapters]}::uuid[])`);
  const ofCourse = sql`union all select updated_at from courses where organisation_id = ${organisationId} and id = ${courseId}
    union all select created_at from media where organisation_id = ${organisationId} and course_id = ${courseId}
    union all select created_at from documents where organisation_id = ${organisationId} and course_id = ${courseId}`;
  const { rows } = await sql<{ at: string | null }>`select max(at) as at from (
    select updated_at as at from chapters where organisation_id = ${organisationId} and course_id = ${courseId} and ${isWanted(sql`id`)}
    union all select updated_at from lessons where organisation_id = ${organisationId} and course_id = ${courseId} and ${isWanted(sql`chapter_id`)}
    ${chapters === null ? ofCourse : sql``}) changes`.execute(trx);
  return rows[0]?.at ?? null;
}

const isLater = (at: string | null, settled: string | null): boolean => at !== null && (settled === null || Date.parse(at) > Date.parse(settled));

/**
 * Deletes a course that an import made. It is locked against those who would enroll in it.
 * @throws DomainError import_touched
 */
export async function removeMade(trx: Executor, caller: Caller, place: Place, settledAt: string | null): Promise<void> {
  const { organisationId, courseId } = place;
  await sql`select from courses where organisation_id = ${organisationId} and id = ${courseId} for update`.execute(trx);
  const { rows } = await sql<{
    is_free: boolean;
  }>`select not exists (select from enrollments where organisation_id = ${organisationId} and course_id = ${courseId})
    and exists (select from courses where organisation_id = ${organisationId} and id = ${courseId} and deleted_at is null) as is_free`.execute(trx);
  if (!rows[0]?.is_free || isLater(await lastChange(trx, place, null), settledAt)) throw touched();
  await deleteCourse({ db: trx }, caller, courseId);
}

/**
 * Deletes what an import added to a course. The chapters are hidden from learners until somebody changes them.
 * @throws DomainError import_touched
 * @throws NotFoundError when there is no such course any more
 */
export async function removeAdded(trx: Executor, place: Place, { chapters, media, documents }: Added, settledAt: string | null): Promise<void> {
  await lockCourse(trx, place.organisationId, place.courseId);
  if (isLater(await lastChange(trx, place, chapters), settledAt)) throw touched();
  if ((await removeChapters(trx, place, chapters)) < chapters.length) throw touched();
  const removed = await removeCourseFiles(trx, place, [...media, ...documents]);
  if (removed.count < media.length + documents.length || (await areNamed(trx, place.organisationId, [...media, ...documents]))) throw touched();
  await deleteObjects(trx, place.organisationId, removed.objects);
}
