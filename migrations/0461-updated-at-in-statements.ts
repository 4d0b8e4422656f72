import { type Kysely, sql } from 'kysely';

/** Statements that often run set updated_at themselves, which is quicker. The trigger does it for all others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function later_than(before timestamptz) returns timestamptz language sql volatile
      return greatest(date_trunc('milliseconds', clock_timestamp()), before + interval '1 millisecond');
    create or replace function next_updated_at() returns trigger language plpgsql as $$
    begin
      new.updated_at := later_than(old.updated_at);
      return new;
    end $$;
    create or replace trigger courses_updated_at before update on courses for each row when (new.updated_at <= old.updated_at) execute function next_updated_at();
    create or replace trigger lessons_updated_at before update on lessons for each row when (new.updated_at <= old.updated_at) execute function next_updated_at();
  `.execute(db);
}
