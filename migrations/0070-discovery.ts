import { type Kysely, sql } from 'kysely';

/**
 * What discovery searches in a course: its title, its landing title and its description. A description is a text or a rich-text document, whose texts
 * are the members `text` and `insert` at any depth.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function description_text(description jsonb) returns text language plpgsql immutable strict parallel safe as $$
      begin
        if jsonb_typeof(description) = 'string' then return description #>> '{}'; end if;
        return (select string_agg(part #>> '{}', ' ') from jsonb_path_query(description, 'strict $.** ? (@.type() == "object").keyvalue()
          ? (@.key == "text" || @.key == "insert").value ? (@.type() == "string")') part);
      end $$;
    alter table courses add column discovery_text text not null generated always as
      (folded(title || ' ' || coalesce(landing_title, '') || ' ' || coalesce(description_text(description), ''))) stored;
    create index courses_discovery on courses using gin (discovery_text gin_trgm_ops);
  `.execute(db);
}
