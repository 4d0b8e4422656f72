import { withStudioDefaults } from '../../domain/studio/lesson-content/studio-defaults.ts';
import { updateLesson } from '../../domain/studio/lessons/write-lessons.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'updateLesson'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await updateLesson(tools, caller, { courseId: path.course_pk, chapterId: path.chapter_pk, id: path.id }, withStudioDefaults(body)),
});
