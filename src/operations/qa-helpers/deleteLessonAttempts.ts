import { forgetLesson } from '../../domain/learning/progress/forget.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteLessonAttempts'> = async ({ db, caller, query }) => {
  await forgetLesson(db, caller, query.lesson_id);
  return { status: 204 };
};
