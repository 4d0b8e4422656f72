import { reorderLessons } from '../../domain/studio/lessons/reorder-lessons.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'reorderLessons'> = async ({ tools, caller, path, body }) => {
  await reorderLessons(tools, caller, { courseId: path.course_pk, chapterId: path.chapter_pk }, body.ids);
  return { status: 204 };
};
