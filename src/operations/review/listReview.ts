import { listReview } from '../../domain/assessment/review/queue.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listReview'> = async ({ tools, caller, path, query, address }) => ({
  status: 200,
  body: paged(address, query, await listReview(tools, caller, { courseId: path.course_pk, lessonId: path.lesson_pk }, query)),
});
