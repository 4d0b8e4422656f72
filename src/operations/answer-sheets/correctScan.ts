import { correctScan } from '../../domain/assessment/answer-sheets/scans/correct-scan.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'correctScan'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await correctScan(tools, caller, { courseId: path.course_pk, chapterId: path.chapter_pk, lessonId: path.id }, body),
});
