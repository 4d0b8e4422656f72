import { getSettings } from '../../domain/community/discussions/settings.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getDiscussionSettings'> = async ({ tools, caller, path }) => ({
  status: 200,
  body: await getSettings(tools, caller, path.course_pk),
});
