import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import type { Tools } from '../../kernel/tools.ts';
import { lessonFiles } from '../../studio/course-files/lesson-files.ts';
import { learnersContent, quizPaper } from '../../studio/lesson-content/paper.ts';
import type { LessonPath } from '../../studio/lessons/columns.ts';
import type { Viewer } from '../access/course-access.ts';
import { lessonState } from '../access/lesson-facts.ts';
import { selectAttempts } from '../quizzes/attempts.ts';
import { isOpened, noteOpening } from './record.ts';
import { type LessonVisit, readLesson, visitCourse } from './visit.ts';

/** Opening a lesson again is recorded as the learner's last activity at most this often, so that reading causes few writes. */
const NOTED_EVERY_MS = 5 * 60_000;

/**
 * Returns a lesson as the viewer sees it. For a learner who may open the lesson, this call opens it.
 * @throws NotFoundError
 */
export async function viewLesson(
  { db, storage, clock }: Pick<Tools, 'db' | 'storage' | 'clock'>,
  viewer: Viewer,
  path: LessonPath,
): Promise<Shape<'LessonView'>> {
  const visit = await visitCourse({ db, clock }, viewer, path.courseId);
  let at = await readLesson(db, visit, path);
  const { enrollment } = visit.access;
  const isShown = at.lock.lock_reason === null;
  if (isShown && enrollment && !enrollment.isOver && (!isOpened(at) || wasAway(enrollment.last_activity_at, clock))) {
    await noteOpening(db, at, enrollment);
    at = await readLesson(db, visit, path);
  }
  const { first_opened_at, completed_at, waits: _waits, content, ...lesson } = at.lesson;
  const [shown, files] = await Promise.all([
    isShown ? contentFor(db, at) : null,
    isShown ? lessonFiles(db, storage, clock, visit.access.organisationId, content) : [],
  ]);
  return { ...lesson, content: shown, state: lessonState({ first_opened_at, completed_at }), ...at.lock, files };
}

const wasAway = (lastActivityAt: string | null, clock: Clock): boolean => lastActivityAt === null || clock.now() - Date.parse(lastActivityAt) >= NOTED_EVERY_MS;

/** Returns the content as the viewer sees it. A quiz is in the order of the running attempt, or else in an order that is specific to the learner. */
async function contentFor(db: Database, { access, lesson }: LessonVisit): Promise<Shape<'LessonView'>['content']> {
  const { organisationId, userId, enrollment, seesAll } = access;
  if (seesAll) return lesson.content;
  if (lesson.content_type === 'quiz' && enrollment) {
    const running = await selectAttempts(db, { organisationId, enrollmentId: enrollment.id })
      .where('lesson_id', '=', lesson.id)
      .where('submitted_at', 'is', null)
      .executeTakeFirst();
    if (running) return quizPaper(running.quiz, running.id);
  }
  return learnersContent(lesson.content_type, lesson.content, `${userId} ${lesson.id}`);
}
