import { getReview } from '../../domain/assessment/review/get-review.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getReview'> = async ({ tools, caller, path, query }) => ({
  status: 200,
  body: await getReview(tools, caller, { courseId: path.course_pk, lessonId: path.lesson_pk, enrollmentId: path.enrollment_pk }, query),
});
