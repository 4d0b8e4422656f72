import { type Kysely, sql } from 'kysely';

/** A job queues the deliveries of an event. However often it runs, each endpoint receives the event once, apart from redeliveries. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unique index webhook_deliveries_once on webhook_deliveries (organisation_id, event_id, endpoint_id) where not is_manual;
  `.execute(db);
}
