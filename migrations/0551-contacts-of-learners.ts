import { type Kysely, sql } from 'kysely';

/** Addresses that an organisation has noted for learners whom it does not invite there, such as those of parents. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table learner_contacts (
      organisation_id uuid not null references organisations on delete cascade,
      user_id uuid not null references users on delete cascade,
      email text not null check (length(email) between 3 and 254),
      primary key (organisation_id, user_id)
    );
    create index learner_contacts_user on learner_contacts (user_id);
  `.execute(db);
}
