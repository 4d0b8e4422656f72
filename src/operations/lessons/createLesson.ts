import { withStudioDefaults } from '../../domain/studio/lesson-content/studio-defaults.ts';
import { createLesson } from '../../domain/studio/lessons/write-lessons.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'createLesson'> = async ({ tools, caller, path, body }) => ({
  status: 201,
  body: await createLesson(tools, caller, { courseId: path.course_pk, chapterId: path.chapter_pk }, withStudioDefaults(body)),
});
