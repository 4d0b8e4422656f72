import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { type Channel, EVENTS, type NotificationEvent } from './events.ts';

/**
 * Returns the channels by which each of these users is notified of an event in an organisation: those that the organisation uses, that the user wants and that
 * can reach them (their email address or phone number is verified). Users without any channel are not in the result.
 */
export async function channelsFor(db: Executor, organisationId: string, event: NotificationEvent, userIds: string[]): Promise<Map<string, Channel[]>> {
  const { sent, wanted } = EVENTS[event];
  const channels = sql<{ name: Channel; sent: boolean; wanted: boolean }>`(values
    ('email', ${sent.email}::boolean, ${wanted.email}::boolean),
    ('sms', ${sent.sms}::boolean, ${wanted.sms}::boolean)
  )`.as<'channels'>(sql`channels (name, sent, wanted)`);
  const rows = await db
    .selectFrom('users')
    .innerJoin(channels, (join) => join.onTrue())
    .leftJoin('notification_settings as setting', (join) =>
      join.on('setting.organisation_id', '=', organisationId).on('setting.event', '=', event).onRef('setting.channel', '=', 'channels.name'),
    )
    .leftJoin('notification_preferences as preference', (join) =>
      join.onRef('preference.user_id', '=', 'users.id').on('preference.event', '=', event).onRef('preference.channel', '=', 'channels.name'),
    )
    .select(['users.id', sql<Channel[]>`array_agg(channels.name order by channels.name)`.as('names')])
    .where(sql<boolean>`users.id = any (${userIds}::uuid[])`)
    .where('users.erased_at', 'is', null)
    .where(sql<boolean>`coalesce(setting.is_enabled, channels.sent) and coalesce(preference.is_enabled, channels.wanted)`)
    .where(sql<boolean>`case channels.name when 'email' then users.email_verified_at is not null else users.phone is not null end`)
    .groupBy('users.id')
    .execute();
  return new Map(rows.map(({ id, names }) => [id, names]));
}
