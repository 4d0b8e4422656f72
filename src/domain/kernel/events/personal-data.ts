import { sql } from 'kysely';
import { ofUsers, type PersonalData } from '../personal-data.ts';

export const eventData: readonly PersonalData[] = [
  {
    tables: ['webhook_events'],
    exported: {
      name: 'webhook-events',
      about:
        'Events about you that organisations sent to other systems in the last few weeks, for as long as these are kept, without results that have not been posted.',
      rows: (userId) => sql`select organisation_id, id, type, case when is_withheld then (payload::jsonb - 'data')::json else payload end as payload, created_at
        from webhook_events where user_id = ${userId}`,
      pagedBy: ['organisation_id', 'id'],
    },
    erase: ofUsers('webhook_events'),
  },
];
