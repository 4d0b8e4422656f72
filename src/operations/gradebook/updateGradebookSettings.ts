import { updateSettings } from '../../domain/assessment/gradebook/replace-settings.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'updateGradebookSettings'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await updateSettings(tools, caller, path.course_pk, body),
});
