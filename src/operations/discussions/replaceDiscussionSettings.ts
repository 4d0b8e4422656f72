import { replaceSettings } from '../../domain/community/discussions/replace-settings.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'replaceDiscussionSettings'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await replaceSettings(tools, caller, path.course_pk, body),
});
