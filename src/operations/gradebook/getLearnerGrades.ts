import { readLearnerGrades } from '../../domain/assessment/gradebook/read-learner.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getLearnerGrades'> = async ({ tools, caller, path }) => ({
  status: 200,
  body: await readLearnerGrades(tools, caller, { courseId: path.course_pk, enrollmentId: path.enrollment_pk }),
});
