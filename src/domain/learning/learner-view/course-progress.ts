import { sql } from 'kysely';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import type { Viewer } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError } from '../../kernel/errors.ts';
import { percentOf } from '../../kernel/percent.ts';
import type { Tools } from '../../kernel/tools.ts';
import { type CourseAccess, requireEnrollment } from '../access/course-access.ts';
import { learnerOf } from '../access/learner.ts';
import { lessonLock, type Outline, readOutline, selectLessons } from '../access/lesson-facts.ts';
import { readEnrollment } from '../enrollments/columns.ts';
import { completeCourse, touchEnrollment } from '../progress/write-progress.ts';
import { visitCourse } from './visit.ts';

/**
 * Returns what learners see of a course and the viewer's progress in it.
 * @throws NotFoundError
 * @throws DomainError not_enrolled
 */
export async function getCourseProgress({ db, clock }: Pick<Tools, 'db' | 'clock'>, viewer: Viewer, courseId: string): Promise<Shape<'CourseProgress'>> {
  const { access, now } = await visitCourse({ db, clock }, viewer, courseId);
  const { id, isOver } = requireEnrollment(access);
  const [enrollment, outline] = await Promise.all([readEnrollment(db, access.organisationId, id, now), readOutline(db, access, now, { learnersView: true })]);
  return {
    enrollment,
    lesson_count: outline.lesson_count,
    completed_lessons: outline.completed_lessons,
    percent: enrollment.percent,
    next_lesson: isOver ? null : await nextLesson(db, access, outline, now),
    chapters: outline.chapters.map(({ id: chapter_id, title, lesson_count, completed_lessons }) => ({
      chapter_id,
      title,
      lesson_count,
      completed_lessons,
      percent: percentOf(completed_lessons, lesson_count),
    })),
  };
}

/** Returns the first lesson that is open and not completed. In a locked chapter, only free previews can be open. */
export async function nextLesson(db: Executor, access: CourseAccess, outline: Outline, now: string): Promise<Shape<'NextLesson'> | null> {
  if (outline.completed_lessons === outline.lesson_count) return null;
  const open = outline.chapters.filter(
    ({ lock_reason, lesson_count, completed_lessons }) => (access.seesAll || lock_reason === null) && completed_lessons < lesson_count,
  );
  const lessons = await selectLessons(db, access, { learnersView: true })
    .where('lesson_progress.completed_at', 'is', null)
    .where(sql<boolean>`(lessons.is_free_preview or lessons.chapter_id = any(${open.map(({ id }) => id)}::uuid[]))`)
    .orderBy('chapters.position')
    .orderBy('lessons.position')
    .execute();
  const next = lessons.find((lesson) => lessonLock(access, outline, lesson, now).lock_reason === null);
  return next ? { chapter_id: next.chapter_id, lesson_id: next.id, title: next.title } : null;
}

/**
 * Records that the learner opened the course. The first access sets day 0 if the schedule counts from it; opening a draft does not.
 * @throws NotFoundError
 * @throws DomainError not_enrolled, enrollment_over
 */
export async function openCourse({ db, clock }: Pick<Tools, 'db' | 'clock'>, viewer: Viewer, courseId: string): Promise<Shape<'Enrollment'>> {
  const { access, now } = await visitCourse({ db, clock }, viewer, courseId);
  const enrollment = requireEnrollment(access);
  if (enrollment.isOver) throw new DomainError('enrollment_over', 'The enrolment has expired or been revoked.');
  const isFirstAccess = access.course.status !== 'draft' || enrollment.isPreview;
  const learner = learnerOf(access, enrollment);
  await inTransaction(db, async (trx) => {
    await touchEnrollment(trx, learner, now, isFirstAccess);
    await completeCourse(trx, learner, now, { isByCourse: true });
  });
  return readEnrollment(db, access.organisationId, enrollment.id, now);
}
