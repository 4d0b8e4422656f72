import { timeOf } from '../../../platform/clock/clock.ts';
import type { Database, Executor } from '../../../platform/database/connect.ts';
import type { Viewer } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import type { LessonPath } from '../../studio/lessons/columns.ts';
import { type CourseAccess, courseAccess } from '../access/course-access.ts';
import { type DueLesson, dueFor } from '../access/due.ts';
import { learnerOf } from '../access/learner.ts';
import { type ChapterOutline, lessonLock, type Outline, readOutline, selectLessons } from '../access/lesson-facts.ts';
import type { Lock } from '../access/lock.ts';
import type { Override } from '../access/overrides.ts';
import { finishOverdue } from '../quizzes/attempts.ts';

export interface Visit {
  access: CourseAccess;
  /** RFC 3339. The same for everything that one request does. */
  now: string;
}

/**
 * Reads the viewer's access to a course. Attempts that have run out of time are scored first.
 * @param key ID or slug of the course
 * @throws NotFoundError
 */
export async function visitCourse({ db, clock }: Pick<Tools, 'db' | 'clock'>, viewer: Viewer, key: string): Promise<Visit> {
  const now = timeOf(clock);
  const access = await courseAccess(db, viewer, key, now);
  if (!access.enrollment || !access.hasOverdueAttempt) return { access, now };
  await finishOverdue(db, learnerOf(access, access.enrollment), now);
  return { access: await courseAccess(db, viewer, key, now), now };
}

export interface LessonVisit extends Visit {
  lesson: LessonRow;
  outline: Outline;
  chapter: ChapterOutline | undefined;
  lock: Lock;
}

type LessonRow = Awaited<ReturnType<ReturnType<typeof selectLesson>['executeTakeFirstOrThrow']>>;

const selectLesson = (db: Executor, access: CourseAccess, chapterId: string, id: string) =>
  selectLessons(db, access)
    .where('lessons.chapter_id', '=', chapterId)
    .where('lessons.id', '=', id)
    .select(['lessons.course_id', 'lessons.created_at', 'lessons.updated_at', 'lessons.content'])
    .$castTo<Shape<'Lesson'> & { first_opened_at: string | null; completed_at: string | null; waits: boolean; due: DueLesson['due'] }>();

/** Returns a lesson that the viewer sees, whether or not it is locked, with the outline of its course as learners see it.
 * @throws NotFoundError */
export async function readLesson(db: Database, { access, now }: Visit, { chapterId, id }: Pick<LessonPath, 'chapterId' | 'id'>): Promise<LessonVisit> {
  requireIds(chapterId, id);
  const [outline, lesson] = await Promise.all([
    readOutline(db, access, now, { learnersView: true }),
    selectLesson(db, access, chapterId, id).executeTakeFirstOrThrow(() => new NotFoundError()),
  ]);
  const chapter = outline.chapters.find((one) => one.id === chapterId);
  return { access, now, lesson, outline, chapter, lock: lessonLock(access, outline, lesson, now) };
}

/** Returns when the viewer's work in the lesson is due, or null if it is never due or not known yet, or if the viewer is not enrolled. */
export function viewersDue({ access, lesson }: { access: CourseAccess; lesson: DueLesson & { id: string } }, firstOpenedAt: string | null): string | null {
  const { enrollment, course } = access;
  return enrollment && dueFor(course, enrollment.dayZero, lesson, viewersOverrides({ access, lesson }), firstOpenedAt);
}

/** Returns the overrides that staff set in the lesson for the viewer or their cohorts. */
export const viewersOverrides = ({ access, lesson }: { access: CourseAccess; lesson: { id: string } }): Override[] =>
  access.enrollment?.overrides.filter(({ lesson_id }) => lesson_id === lesson.id) ?? [];
