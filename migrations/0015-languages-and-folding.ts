import { type Kysely, type RawBuilder, sql } from 'kysely';
import { emailKey } from '../src/domain/kernel/email-key.ts';

/** The number of users whose keys are computed at once. */
const BATCH = 5000;

/**
 * Accounts are found by a key that the program computes from the email address. Before, the database folded addresses by the rules of its own locale:
 * in a Turkish database, `INFO@example.org` and `info@example.org` were two accounts.
 *
 * Unique names ignore case by the root locale of Unicode, which does not depend on the locale of the database. Searches use the function `folded`,
 * which treats all spellings of a letter alike: upper case and lower case, ß and ss, σ and ς, and the i with and without its dot. Its result is in
 * lower case, because pg_trgm folds what it indexes once more, by the locale of the database, and must not separate what belongs together. It is stored,
 * because computing it takes seven times as long as comparing it.
 *
 * A user need not have a language: messages are then in that of the organisation. Users who have one keep it, although some never chose it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users alter column language drop not null, alter column language drop default`.execute(db);
  await requireUnicode(db);
  await sql`alter table users add column email_key text`.execute(db);
  await fillKeys(db);
  await refuseDuplicates(db, 'email addresses', sql`select from users group by email_key having count(*) > 1`);
  const unicodeName = sql`lower(name collate "und-x-icu")`;
  await refuseDuplicates(db, 'names of cohorts', sql`select from cohorts group by organisation_id, course_id, ${unicodeName} having count(*) > 1`);
  await refuseDuplicates(
    db,
    'names of API keys',
    sql`select from api_keys where revoked_at is null group by organisation_id, ${unicodeName} having count(*) > 1`,
  );
  await sql`
    alter table users alter column email_key set not null;
    drop index users_email;
    create unique index users_email_key on users (email_key);

    drop index cohorts_name;
    create unique index cohorts_name on cohorts (organisation_id, course_id, lower(name collate "und-x-icu"));
    drop index api_keys_name;
    create unique index api_keys_name on api_keys (organisation_id, lower(name collate "und-x-icu")) where revoked_at is null;

    create function folded(content text) returns text language sql immutable strict parallel safe
      return replace(replace(lower(upper(lower(normalize(content, nfc) collate "und-x-icu"))), U&'\\03C2', U&'\\03C3'), U&'i\\0307', 'i');
    drop index users_search;
    alter table users add column search_text text not null generated always as (folded(name || ' ' || email)) stored;
    create index users_search on users using gin (search_text gin_trgm_ops);
    drop index courses_search;
    alter table courses add column search_text text not null generated always as (folded(title)) stored;
    create index courses_search on courses using gin (search_text gin_trgm_ops);
  `.execute(db);
}

/** Every PostgreSQL in use has ICU, but a cluster that was created with the locale C has no encoding unless one was chosen. */
async function requireUnicode(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ encoding: string; has_icu: boolean }>`select current_setting('server_encoding') as encoding,
    exists (select from pg_collation where collname = 'und-x-icu') as has_icu`.execute(db);
  const [server] = rows;
  if (server?.encoding !== 'UTF8') throw new Error(`the encoding of the database must be UTF8, not ${server?.encoding}`);
  if (!server.has_icu) throw new Error('PostgreSQL must be built with ICU');
}

async function fillKeys(db: Kysely<unknown>): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await sql<{ id: string; email: string }>`select id, email from users where id > ${after}::uuid order by id limit ${BATCH}`.execute(db);
    const keys = rows.map(({ email }) => emailKey(email));
    await sql`update users set email_key = key from unnest(${rows.map(({ id }) => id)}::uuid[], ${keys}::text[]) as computed (user_id, key)
      where id = user_id`.execute(db);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last.id;
  }
}

/** Which of two rows is meant to stay is for people to decide. The migration leaves the database as it was. */
async function refuseDuplicates(db: Kysely<unknown>, what: string, groups: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (${groups}) as groups`.execute(db);
  const count = rows[0]?.count ?? 0;
  if (count > 0) throw new Error(`${count} ${what} are used more than once in spellings that differ only in case; change all but one of each`);
}
