import { type Kysely, sql } from 'kysely';

/**
 * Compares the rows before and after a change as sets. A join of both has a plan that the connection keeps from its first, small change; with it, reordering
 * 2,000 lessons compared each with every other.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function note_gradebook_update() returns trigger language plpgsql as $$
    begin
      insert into gradebook_changes select c.organisation_id, c.id
        from (select distinct organisation_id, course_id from
          (select organisation_id, course_id, to_jsonb(changed) - '{title,updated_at}'::text[] from changed
           except select organisation_id, course_id, to_jsonb(former) - '{title,updated_at}'::text[] from former) differing) named
        join courses c on c.organisation_id = named.organisation_id and c.id = named.course_id;
      return null;
    end $$;
  `.execute(db);
}
