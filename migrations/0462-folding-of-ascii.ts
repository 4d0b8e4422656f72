import { type Kysely, sql } from 'kysely';

/** Folds texts of ASCII alone, which most names and titles are, without ICU. The result is the same. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function folded(content text) returns text language plpgsql immutable strict parallel safe as $$
      begin
        if octet_length(content) = length(content) then return lower(content collate "C"); end if;
        return replace(replace(lower(upper(lower(normalize(content, nfc) collate "und-x-icu"))), U&'\\03C2', U&'\\03C3'), U&'i\\0307', 'i');
      end $$;
  `.execute(db);
}
