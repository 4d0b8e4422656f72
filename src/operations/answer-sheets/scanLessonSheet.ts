import { scanForLesson } from '../../domain/assessment/answer-sheets/scans/lesson-scans.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'scanLessonSheet'> = async ({ tools, caller, path, body }) => ({
  status: 202,
  body: await scanForLesson(tools, caller, { courseId: path.course_pk, chapterId: path.chapter_pk, lessonId: path.id }, body),
});
