import { writeGradeWithSuggestion } from '../../domain/assessment/ai-grading/decide.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'writeReviewGrade'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await writeGradeWithSuggestion(tools, caller, { courseId: path.course_pk, lessonId: path.lesson_pk, enrollmentId: path.enrollment_pk }, body),
});
