import { type Kysely, sql } from 'kysely';

/**
 * Fewer indexes and look-ups for each person who is added: the telephone numbers are indexed where there are any, one index serves the enrollments of a
 * learner in all organisations and in one, and whoever inserts an enrollment may give the name of the learner.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index users_phone;
    create unique index users_phone on users (phone) where phone is not null;

    create index enrollments_learner on enrollments (user_id, organisation_id, last_activity_at, id);
    drop index enrollments_user;
    drop index enrollments_own;

    drop trigger enrollments_name on enrollments;
    create trigger enrollments_name before insert on enrollments for each row when (new.learner_name = '') execute function take_learner_name();
  `.execute(db);
}
