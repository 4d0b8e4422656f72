import { forgetLesson } from '../../domain/learning/progress/forget.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteLessonAttempts'> = async ({ tools, caller, query }) => {
  await forgetLesson(tools, caller, query.lesson_id);
  return { status: 204 };
};
