import { getNotificationSettings } from '../../domain/messages/notifications/organisation-settings.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getNotificationSettings'> = async ({ tools, caller }) => ({ status: 200, body: await getNotificationSettings(tools, caller) });
