import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import type { Viewer } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, ValidationError } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';
import type { LessonPath } from '../../studio/lessons/columns.ts';
import { packageOf, readItem } from '../../studio/packages/packages.ts';
import { type LearnerEnrollment, requireEnrollment } from '../access/course-access.ts';
import { type Learner, learnerOf } from '../access/learner.ts';
import { type LockReason, viewUntilOf } from '../access/lock.ts';
import { quizFor } from '../access/overrides.ts';
import { keepState } from '../packages/states.ts';
import { readCompletionRules, readTimeSpent } from '../progress/completion-rules.ts';
import { watchVideo } from '../progress/watch-video.ts';
import { completeLesson, holdProgress, noteLearning, type ProgressBefore, saveReport, secondsSinceReport } from '../progress/write-progress.ts';
import { answerAttempt, startAttempt } from '../quizzes/attempts.ts';
import { handIn } from '../submissions/hand-in.ts';
import { contentDuration, readProgress } from './read-progress.ts';
import { checkReport } from './report-rules.ts';
import { type LessonVisit, readLesson, viewersDue, viewersOverrides, visitCourse } from './visit.ts';

type Report = Shape<'LessonProgressWrite'>;

/** Lessons of these content types are completed when they are opened, unless they show a package that reports its status. */
const COMPLETED_BY_OPENING: ReadonlySet<string> = new Set(['document', 'embed']);

/** The lock reasons that do not end a running attempt, which has a deadline of its own. */
const TIMES: ReadonlySet<LockReason> = new Set(['closed', 'view_window_over']);

/**
 * Records what a learner did in a lesson and completes the lesson if that is enough. Repeating a report completes nothing twice.
 * @throws NotFoundError
 * @throws DomainError not_enrolled, lesson_locked, no_attempts_left, attempt_over
 * @throws ValidationError
 */
export async function recordProgress(
  tools: Pick<Tools, 'db' | 'storage' | 'clock'>,
  viewer: Viewer,
  path: LessonPath,
  report: Report,
): Promise<Shape<'LessonProgress'>> {
  const visit = await visitCourse(tools, viewer, path.courseId);
  const at = await readLesson(tools.db, visit, path);
  const enrollment = requireEnrollment(visit.access);
  checkReport(at.lesson, report);
  requireUnlocked(at, enrollment, report);
  await inTransaction(tools.db, (trx) => apply(trx, at, enrollment, report));
  return readProgress(tools, visit, path);
}

function requireUnlocked({ lock }: LessonVisit, enrollment: LearnerEnrollment, { event }: Report): void {
  const reason = enrollment.isOver ? 'expired' : lock.lock_reason;
  const goesOn = (event === 'quiz_answered' || event === 'quiz_submitted') && reason !== null && TIMES.has(reason);
  if (reason === null || goesOn) return;
  throw new DomainError('lesson_locked', 'The lesson is locked.', { lock_reason: reason, opens_at: lock.opens_at });
}

async function apply(trx: Executor, at: LessonVisit, enrollment: LearnerEnrollment, report: Report): Promise<void> {
  const { lesson, now, access } = at;
  const learner = learnerOf(access, enrollment);
  const before = await holdProgress(trx, learner, lesson.id);
  if (report.event === 'read' && before.first_opened_at === null) {
    throw new ValidationError([{ field: 'event', code: 'not_opened', message: 'Open the lesson first.' }]);
  }
  const seconds = secondsSpent(report, before, now);
  await saveReport(trx, learner, lesson.id, now, { seconds, position: report.position_seconds ?? null });
  const isEnough = await completes(trx, at, enrollment, learner, before, report);
  const completed = isEnough && before.completed_at === null && (await completeLesson(trx, learner, lesson.id, now));
  await noteLearning(trx, learner, now, { seconds, completed });
}

/** Returns the reported seconds, limited to the time that has passed since the last report. */
const secondsSpent = ({ seconds_spent }: Report, before: ProgressBefore, now: string): number =>
  Math.min(seconds_spent, Math.floor(secondsSinceReport(before, now)));

/** Does what the event requires and returns whether it completes the lesson. */
async function completes(
  trx: Executor,
  { lesson, lock, access, now }: LessonVisit,
  enrollment: LearnerEnrollment,
  learner: Learner,
  before: ProgressBefore,
  report: Report,
): Promise<boolean> {
  switch (report.event) {
    case 'opened':
      return COMPLETED_BY_OPENING.has(lesson.content_type) && !(await reportsItself(trx, access.organisationId, lesson.content));
    case 'read':
      await requireReadingTime(trx, learner, lesson.id);
      return true;
    case 'watched':
      return watchVideo(trx, learner, lesson.id, before, now, {
        played: report.watched_ranges,
        reportedLength: report.duration_seconds,
        statedLength: contentDuration(lesson.content),
        changedAt: lesson.updated_at,
        percent: (await readCompletionRules(trx, learner, lesson.id)).video_percent,
      });
    case 'quiz_started': {
      const { first_opened_at, completed_at } = before;
      const viewUntil = access.seesAll || completed_at !== null ? null : viewUntilOf(lesson, { first_opened_at: first_opened_at ?? now, completed_at });
      const quiz = quizFor(lesson.content as Shape<'QuizContent'>, viewersOverrides({ access, lesson }));
      const where = { courseId: access.courseId, lessonId: lesson.id };
      await startAttempt(trx, learner, where, quiz, [lock.closes_at, viewUntil, enrollment.expires_at], now);
      return false;
    }
    case 'quiz_answered':
    case 'quiz_submitted':
      return answerAttempt(
        trx,
        learner,
        lesson.id,
        { id: report.attempt_id as string, answers: report.answers, isLast: report.event === 'quiz_submitted' },
        now,
      );
    case 'assignment_submitted': {
      const assignment = lesson.content as Shape<'AssignmentContent'>;
      const work = report.submission as Shape<'SubmissionWrite'>;
      const dueAt = viewersDue({ access, lesson }, before.first_opened_at ?? now);
      await handIn(trx, learner, { courseId: access.courseId, lessonId: lesson.id, assignment }, work, { now, dueAt });
      return true;
    }
    case 'scorm': {
      const shown = packageOf(lesson.content) as Shape<'EmbeddedPackage'>;
      return keepState(trx, learner, lesson.id, shown, report.package as Shape<'PackageReport'>, now);
    }
  }
}

const reportsItself = async (trx: Executor, organisationId: string, content: unknown): Promise<boolean> => {
  const shown = packageOf(content);
  return shown !== undefined && (await readItem(trx, organisationId, shown)).reports;
};

/** Checks that the learner has spent the time on a text that the course requires. This report's seconds have been added.
 * @throws ValidationError */
async function requireReadingTime(trx: Executor, learner: Learner, lessonId: string): Promise<void> {
  const { text_min_seconds } = await readCompletionRules(trx, learner, lessonId);
  if (text_min_seconds === 0) return;
  const { seconds_spent } = await readTimeSpent(trx, learner, lessonId);
  const missing = text_min_seconds - seconds_spent;
  if (missing > 0) throw new ValidationError([{ field: 'event', code: 'too_early', message: `Spend ${missing} more seconds on the lesson first.` }]);
}
