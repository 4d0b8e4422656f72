import { recordProgress } from '../../domain/learning/learner-view/record.ts';
import { viewerOf } from '../../domain/learning/learner-view/visit.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'recordLessonProgress'> = async ({ db, storage, clock, caller, user, path, body }) => {
  const lesson = { courseId: path.course_pk, chapterId: path.chapter_pk, id: path.id };
  return { status: 200, body: await recordProgress(db, { storage, clock }, viewerOf(caller, user), lesson, body) };
};
