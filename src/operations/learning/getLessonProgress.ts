import { readProgress } from '../../domain/learning/learner-view/read-progress.ts';
import { viewerOf, visitCourse } from '../../domain/learning/learner-view/visit.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getLessonProgress'> = async ({ db, storage, clock, caller, user, path }) => {
  const visit = await visitCourse(db, clock, viewerOf(caller, user), path.course_pk);
  return { status: 200, body: await readProgress(db, { storage, clock }, visit, { chapterId: path.chapter_pk, id: path.id }) };
};
