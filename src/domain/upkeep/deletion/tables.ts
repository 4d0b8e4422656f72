import { sql } from 'kysely';
import type { DB } from '../../../../generated/database.ts';
import type { Database } from '../../../platform/database/connect.ts';

/** Tables whose rows are kept after their organisation is gone. */
const KEPT: ReadonlySet<string> = new Set<keyof DB>(['kept_invoices']);

/** Tables that are needed until the end, because they show who owns the organisation. */
const LAST: ReadonlySet<string> = new Set<keyof DB>(['memberships']);

/**
 * Lists the tables with rows of organisations, referring tables before the ones that they refer to. The list comes from the database catalogue, so that a new
 * table is never forgotten. Tables from which rows cannot be deleted directly are left out: their rows are deleted with those that they belong to.
 */
export async function tablesOfOrganisations(db: Database): Promise<(keyof DB)[]> {
  const { rows } = await sql<{ name: keyof DB; referrers: string[]; strict: string[] }>`
    with tables as (
      select c.oid, c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attname = 'organisation_id' and not a.attisdropped
        and not exists (select from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal and t.tgtype & 2 = 2 and t.tgtype & 8 = 8)
    ), links as (
      -- References between partitions are taken for those between their tables.
      select coalesce(part.inhparent, f.confrelid) as confrelid, referring.relname::text as referrer, bool_or(f.confdeltype in ('a', 'r')) as is_strict
      from pg_constraint f left join pg_inherits part on part.inhrelid = f.confrelid left join pg_inherits own on own.inhrelid = f.conrelid
      join tables referring on referring.oid = coalesce(own.inhparent, f.conrelid)
      where f.contype = 'f' and f.confrelid <> f.conrelid group by 1, 2
    )
    select relname as name, array(select referrer from links where confrelid = oid) as referrers,
      array(select referrer from links where confrelid = oid and is_strict) as strict
    from tables order by relname`.execute(db);
  const waiting = new Map(rows.filter(({ name }) => !KEPT.has(name) && !LAST.has(name)).map((row): [string, (typeof rows)[number]] => [row.name, row]));
  const ordered: (keyof DB)[] = [];
  while (waiting.size) {
    const isWaiting = (name: string) => waiting.has(name);
    const left = [...waiting.values()];
    // Where tables refer to each other, the rows of one are deleted with those of the other.
    const next =
      left.find(({ referrers }) => !referrers.some(isWaiting)) ??
      left.find(({ name, strict }) => !strict.some(isWaiting) && isReferredToByItself(name, waiting)) ??
      left[0];
    if (!next) break;
    waiting.delete(next.name);
    ordered.push(next.name);
  }
  return ordered;
}

function isReferredToByItself(name: string, tables: ReadonlyMap<string, { referrers: readonly string[] }>): boolean {
  const seen = new Set<string>();
  const ahead = [name];
  for (let at = ahead.pop(); at !== undefined; at = ahead.pop()) {
    for (const referrer of tables.get(at)?.referrers ?? []) {
      if (referrer === name) return true;
      if (tables.has(referrer) && !seen.has(referrer)) ahead.push(referrer);
      seen.add(referrer);
    }
  }
  return false;
}
