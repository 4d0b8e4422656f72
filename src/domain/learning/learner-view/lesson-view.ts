import type { Database } from '../../../platform/database/connect.ts';
import type { Viewer } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import type { Tools } from '../../kernel/tools.ts';
import { lessonFiles } from '../../studio/course-files/lesson-files.ts';
import { learnersContent, quizCover, quizPaper } from '../../studio/lesson-content/paper.ts';
import type { LessonPath } from '../../studio/lessons/columns.ts';
import type { CourseAccess } from '../access/course-access.ts';
import { lessonState } from '../access/lesson-facts.ts';
import { quizFor } from '../access/overrides.ts';
import { selectAttempts } from '../quizzes/attempts.ts';
import { documentFrameOf } from './document-frame.ts';
import { launchOf } from './launch.ts';
import { type LessonVisit, readLesson, viewersDue, viewersOverrides, visitCourse } from './visit.ts';

/**
 * Returns a lesson as the viewer sees it. Reading it records nothing: learners report separately that they opened it. A lesson with a view window has
 * no content until then, so that nobody can read it without starting the window.
 * @throws NotFoundError
 */
export async function viewLesson(
  { db, storage, clock, ...signing }: Pick<Tools, 'db' | 'storage' | 'clock' | 'keyring' | 'contentOrigin'>,
  viewer: Viewer,
  path: LessonPath,
): Promise<Shape<'LessonView'>> {
  const visit = await visitCourse({ db, clock }, viewer, path.courseId);
  const at = await readLesson(db, visit, path);
  const { first_opened_at, completed_at, waits: _waits, due: _due, content: _content, ...lesson } = at.lesson;
  const isShown = at.lock.lock_reason === null && !awaitsOpening(at);
  const shown = isShown ? await contentFor(db, at) : null;
  const files = await lessonFiles({ db, storage, clock }, visit.access.organisationId, shown);
  const due_at = viewersDue(at, first_opened_at);
  // TypeScript cannot infer that the shown content still matches the type of the lesson.
  return {
    ...lesson,
    content: shown,
    state: lessonState({ first_opened_at, completed_at }),
    ...at.lock,
    due_at,
    timezone: at.access.course.timezone,
    files,
    launch: launchOf({ clock, ...signing }, viewer, at.lesson, shown),
    frame_url: documentFrameOf({ clock, ...signing }, visit.access.organisationId, shown, files),
  } as Shape<'LessonView'>;
}

/** Returns whether the lesson has a view window that the viewer has not started. Staff and free previews have no window. */
const awaitsOpening = ({ access, lesson }: LessonVisit): boolean =>
  !access.seesAll && !lesson.is_free_preview && lesson.view_window_minutes !== null && lesson.first_opened_at === null && lesson.completed_at === null;

/** Returns the content as the viewer sees it. A quiz shows its questions to learners only during an attempt. */
async function contentFor(db: Database, { access, lesson }: LessonVisit): Promise<Shape<'LessonView'>['content']> {
  const { organisationId, enrollment, seesAll } = access;
  if (seesAll) return lesson.content;
  if (lesson.content_type === 'quiz' && lesson.content && enrollment) {
    const quiz = quizFor(lesson.content, viewersOverrides({ access, lesson }));
    const running = await selectAttempts(db, { organisationId, enrollmentId: enrollment.id })
      .where('lesson_id', '=', lesson.id)
      .where('submitted_at', 'is', null)
      .executeTakeFirst();
    const extraMinutes = (quiz.time_limit_minutes ?? 0) - (lesson.content.time_limit_minutes ?? 0);
    return running ? quizPaper(running.quiz, extraMinutes, running.id) : quizCover(quiz, extraMinutes);
  }
  return learnersContent(lesson, lesson.content_type === 'assignment' && (await hasPostedWork(db, access, lesson.id)));
}

/** Returns whether the grade of the viewer's last submission is posted. */
async function hasPostedWork(db: Database, { organisationId, enrollment }: CourseAccess, lessonId: string): Promise<boolean> {
  const last = await db
    .selectFrom('submissions')
    .select('posted_at')
    .where('organisation_id', '=', organisationId)
    .where('enrollment_id', '=', enrollment?.id ?? null)
    .where('lesson_id', '=', lessonId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return typeof last?.posted_at === 'string';
}
