import { type Kysely, sql } from 'kysely';

/** Grades do not depend on titles, so renaming a lesson or a chapter does not have them computed again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function note_gradebook_update() returns trigger language plpgsql as $$
    begin
      insert into gradebook_changes select distinct c.organisation_id, c.id
        from changed join former using (organisation_id, id) join courses c on c.organisation_id = changed.organisation_id and c.id = changed.course_id
        where to_jsonb(changed) - '{title,updated_at}'::text[] <> to_jsonb(former) - '{title,updated_at}'::text[];
      return null;
    end $$;
    drop trigger lessons_gradebook_change on lessons;
    drop trigger chapters_gradebook_change on chapters;
    create trigger lessons_gradebook_change after update on lessons referencing old table as former new table as changed
      for each statement execute function note_gradebook_update();
    create trigger chapters_gradebook_change after update on chapters referencing old table as former new table as changed
      for each statement execute function note_gradebook_update();
  `.execute(db);
}
