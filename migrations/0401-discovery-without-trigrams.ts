import { type Kysely, sql } from 'kysely';

/**
 * Courses on offer are searched within one organisation, which `courses_on_offer` leads to. The index over the trigrams of descriptions was of no use where a
 * word is common in other organisations, and each change of a course paid for it with some 400 entries and, now and then, with the wait for their clean-up.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index courses_discovery`.execute(db);
}
