import { updatePreferences } from '../../domain/messages/notifications/preferences.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'updateNotificationPreferences'> = async ({ db, user, body }) => ({
  status: 200,
  body: await updatePreferences(db, user.id, body),
});
