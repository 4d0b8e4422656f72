import { replaceSettings } from '../../domain/assessment/gradebook/replace-settings.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'replaceGradebookSettings'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await replaceSettings(tools, caller, path.course_pk, body),
});
