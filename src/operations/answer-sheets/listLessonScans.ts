import { listLessonScans } from '../../domain/assessment/answer-sheets/scans/lesson-scans.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listLessonScans'> = async ({ tools, caller, path, query, address }) => ({
  status: 200,
  body: paged(address, query, await listLessonScans(tools, caller, { courseId: path.course_pk, chapterId: path.chapter_pk, lessonId: path.id }, query)),
});
