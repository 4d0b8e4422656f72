import { type Kysely, sql } from 'kysely';

/**
 * A function in SQL is parsed and inserted again by each statement that writes a generated column, which took longer than the rest of the write.
 * PostgreSQL compiles one in PL/pgSQL once for each connection. Its results are the same, so that what is stored and indexed stays valid.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function folded(content text) returns text language plpgsql immutable strict parallel safe as $$
      begin
        return replace(replace(lower(upper(lower(normalize(content, nfc) collate "und-x-icu"))), U&'\\03C2', U&'\\03C3'), U&'i\\0307', 'i');
      end $$;
  `.execute(db);
}
