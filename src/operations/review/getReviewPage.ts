import { openPage } from '../../domain/assessment/review/pages.ts';
import { FileReply } from '../../http/file-reply.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getReviewPage'> = async ({ tools, caller, path }) => {
  const cell = { courseId: path.course_pk, lessonId: path.lesson_pk, enrollmentId: path.enrollment_pk };
  const { number, size, stream } = await openPage(tools, caller, cell, path.page_pk);
  return { status: 200, body: new FileReply('image/webp', `page-${number}.webp`, stream, size) };
};
