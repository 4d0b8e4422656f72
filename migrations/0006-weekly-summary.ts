import { type Kysely, sql } from 'kysely';

/** Indexes that find the activity of an organisation in a week by day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index learning_days_day on learning_days (organisation_id, day);
    create index enrollments_day on enrollments (organisation_id, enrolled_at);
    create index enrollments_completed on enrollments (organisation_id, completed_at) where completed_at is not null;
    create index organisations_timezone on organisations (timezone);
  `.execute(db);
}
