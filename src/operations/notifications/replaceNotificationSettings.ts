import { replaceNotificationSettings } from '../../domain/messages/notifications/organisation-settings.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'replaceNotificationSettings'> = async ({ tools, caller, body }) => ({
  status: 200,
  body: await replaceNotificationSettings(tools, caller, body),
});
