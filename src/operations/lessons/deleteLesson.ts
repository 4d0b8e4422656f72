import { deleteLesson } from '../../domain/studio/lessons/write-lessons.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteLesson'> = async ({ db, caller, path }) => {
  await deleteLesson(db, caller, { courseId: path.course_pk, chapterId: path.chapter_pk, id: path.id });
  return { status: 204 };
};
