import { exportLesson } from '../../domain/transfer/scorm/export-lesson.ts';
import { FileReply } from '../../http/file-reply.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'exportLessonAsScorm'> = async ({ tools, caller, path }) => {
  const { name, stream } = await exportLesson(tools, caller, { courseId: path.course_pk, chapterId: path.chapter_pk, id: path.lesson_pk });
  return { status: 200, body: new FileReply('application/zip', name, stream) };
};
