import { viewLesson } from '../../domain/learning/learner-view/lesson-view.ts';
import { viewerOf } from '../../domain/learning/learner-view/visit.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getLesson'> = async ({ db, storage, clock, caller, user, path }) => ({
  status: 200,
  body: await viewLesson(db, { storage, clock }, viewerOf(caller, user), { courseId: path.course_pk, chapterId: path.chapter_pk, id: path.id }),
});
