import { replaceTeacher } from '../../domain/studio/landing/teacher.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'replaceCourseTeacher'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await replaceTeacher(tools, caller, path.course_pk, body),
});
