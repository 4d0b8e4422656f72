import { draftContent } from '../../domain/studio/content-assist/draft-content.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'assistLessonContent'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await draftContent(tools, caller, path.course_pk, body),
});
