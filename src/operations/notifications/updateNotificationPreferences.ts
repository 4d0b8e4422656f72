import { updatePreferences } from '../../domain/messages/notifications/preferences.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'updateNotificationPreferences'> = async ({ tools, user, body }) => ({
  status: 200,
  body: await updatePreferences(tools, user, body),
});
