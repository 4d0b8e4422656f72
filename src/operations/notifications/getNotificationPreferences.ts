import { getPreferences } from '../../domain/messages/notifications/preferences.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getNotificationPreferences'> = async ({ tools, user }) => ({ status: 200, body: await getPreferences(tools, user) });
