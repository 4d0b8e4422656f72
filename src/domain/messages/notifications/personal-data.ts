import { sql } from 'kysely';
import { ofUsers, type PersonalData } from '../../kernel/personal-data.ts';

export const notificationData: readonly PersonalData[] = [
  {
    tables: ['notification_preferences'],
    exported: {
      name: 'notification-preferences',
      about: 'Which messages you want to receive, and through which channels.',
      rows: (userId) => sql`select event, channel, is_enabled from notification_preferences where user_id = ${userId} order by event, channel`,
    },
    erase: ofUsers('notification_preferences'),
  },
];
