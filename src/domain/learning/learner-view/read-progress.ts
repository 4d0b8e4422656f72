import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Viewer } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { percentOf } from '../../kernel/percent.ts';
import type { Tools } from '../../kernel/tools.ts';
import { lessonFiles } from '../../studio/course-files/lesson-files.ts';
import type { LessonPath } from '../../studio/lessons/columns.ts';
import { packageOf } from '../../studio/packages/packages.ts';
import { requireEnrollment } from '../access/course-access.ts';
import { lessonState } from '../access/lesson-facts.ts';
import { viewUntilOf } from '../access/lock.ts';
import { quizFor } from '../access/overrides.ts';
import { readState } from '../packages/states.ts';
import { playedSeconds } from '../progress/watch-video.ts';
import { selectAttempts } from '../quizzes/attempts.ts';
import { showAttempt, showsAnswers } from '../quizzes/show-attempt.ts';
import { readSubmissions } from '../submissions/read-submissions.ts';
import { type LessonVisit, readLesson, type Visit, viewersDue, viewersOverrides, visitCourse } from './visit.ts';

const MOST_ATTEMPTS_SHOWN = 20;

interface Place {
  organisationId: string;
  enrollmentId: string;
  lessonId: string;
}

/**
 * Returns the viewer's progress in a lesson, whether or not they may open it now.
 * @throws NotFoundError
 * @throws DomainError not_enrolled
 */
export const getLessonProgress = async (tools: Pick<Tools, 'db' | 'storage' | 'clock'>, viewer: Viewer, path: LessonPath): Promise<Shape<'LessonProgress'>> =>
  readProgress(tools, await visitCourse(tools, viewer, path.courseId), path);

/**
 * Returns the viewer's progress in a lesson, whether or not they may open it now.
 * @throws NotFoundError
 * @throws DomainError not_enrolled
 */
export async function readProgress(
  { db, storage, clock }: Pick<Tools, 'db' | 'storage' | 'clock'>,
  visit: Visit,
  path: Pick<LessonPath, 'chapterId' | 'id'>,
): Promise<Shape<'LessonProgress'>> {
  const at = await readLesson(db, visit, path);
  const { lesson, lock, chapter, outline, access } = at;
  const dueAt = viewersDue(at, lesson.first_opened_at);
  const place = { organisationId: access.organisationId, enrollmentId: requireEnrollment(access).id, lessonId: lesson.id };
  const [times, attempts, submissions, state] = await Promise.all([
    readTimes(db, place, lesson.content),
    readAttempts(db, place, at),
    lesson.content_type === 'assignment' ? readSubmissions(db, storage, clock, { ...place, dueAt }) : [],
    packageOf(lesson.content) ? readState(db, place, lesson.id) : null,
  ]);
  const files = await lessonFiles({ db, storage, clock }, access.organisationId, attempts.attempts);
  return {
    lesson_id: lesson.id,
    state: lessonState(lesson),
    lock_reason: lock.lock_reason,
    first_opened_at: lesson.first_opened_at,
    view_until: viewUntilOf(lesson, lesson),
    completed_at: lesson.completed_at,
    due_at: dueAt,
    ...times,
    ...attempts,
    files,
    submissions,
    package: state,
    chapter_percent: chapter ? percentOf(chapter.completed_lessons, chapter.lesson_count) : 0,
    course_percent: outline.percent,
  };
}

/** Returns the length of a video according to its content, or null if the content does not specify it or is not a video. */
export const contentDuration = (content: Shape<'LessonContent'>): number | null => (content && 'duration_seconds' in content ? content.duration_seconds : null);

async function readTimes(db: Executor, { organisationId, enrollmentId, lessonId }: Place, content: Shape<'LessonContent'>) {
  const length = sql<number | null>`coalesce(${contentDuration(content)}::numeric, lesson_progress.duration_seconds)`;
  const row = await db
    .selectFrom('lesson_progress')
    .select('seconds_spent')
    .select([
      sql<number | null>`position_seconds::float8`.as('position_seconds'),
      sql<number | null>`trunc(100 * ${playedSeconds(length)} / ${length}, 2)::float8`.as('watched_percent'),
    ])
    .where('organisation_id', '=', organisationId)
    .where('enrollment_id', '=', enrollmentId)
    .where('lesson_id', '=', lessonId)
    .executeTakeFirst();
  return row ?? { seconds_spent: 0, position_seconds: null, watched_percent: null };
}

async function readAttempts(
  db: Executor,
  place: Place,
  at: LessonVisit,
): Promise<Pick<Shape<'LessonProgress'>, 'attempts' | 'attempts_left' | 'best_score_percent'>> {
  const { content_type, content } = at.lesson;
  if (content_type !== 'quiz') return { attempts: [], attempts_left: null, best_score_percent: null };
  const quiz = content && quizFor(content as Shape<'QuizContent'>, viewersOverrides(at));
  const [attempts, all] = await Promise.all([
    selectAttempts(db, place).where('lesson_id', '=', place.lessonId).orderBy('number', 'desc').limit(MOST_ATTEMPTS_SHOWN).execute(),
    db
      .selectFrom('quiz_attempts')
      .select([
        sql<number>`count(*)::int`.as('count'),
        sql<number | null>`max(score_percent) filter (where posted_at is not null)::float8`.as('best'),
        sql<boolean>`coalesce(bool_or(is_passed) filter (where posted_at is not null), false)`.as('hasPassed'),
      ])
      .where('organisation_id', '=', place.organisationId)
      .where('enrollment_id', '=', place.enrollmentId)
      .where('lesson_id', '=', place.lessonId)
      .executeTakeFirstOrThrow(),
  ]);
  const most = quiz?.max_attempts ?? null;
  const left = most === null ? null : Math.max(0, most - all.count);
  const isLastOver = left === 0 && attempts.every(({ submitted_at }) => submitted_at !== null);
  const shown: Shape<'QuizAttempt'>[] = [];
  for (const attempt of attempts) {
    shown.push(showAttempt(attempt, showsAnswers(quiz, { hasPassed: all.hasPassed, isLastOver })));
    // Showing the attempts at a large quiz takes long, so other requests get their turn between them.
    await setImmediate();
  }
  return {
    attempts: shown,
    attempts_left: left,
    best_score_percent: all.best,
  };
}
