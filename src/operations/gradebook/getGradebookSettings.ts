import { getSettings } from '../../domain/assessment/gradebook/replace-settings.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getGradebookSettings'> = async ({ tools, caller, path }) => ({
  status: 200,
  body: await getSettings(tools, caller, path.course_pk),
});
