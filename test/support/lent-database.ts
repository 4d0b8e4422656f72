import { atEnd } from './at-end.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { WORLDS } from './worlds.ts';

interface Kept {
  database: TestDatabase;
  /** What the catalogue said when the database was made. */
  catalogue: string;
}

const free: Kept[] = [];

/**
 * Lends a database of this worker, whose connections and prepared statements stay. When it is dropped, its rows become those of the template again. It is
 * dropped for good if a test has changed the catalogue (tables, partitions, triggers, functions, settings), or if something still uses it.
 */
export async function lendTestDatabase(): Promise<TestDatabase> {
  const kept = free.pop() ?? (await make());
  const { pool } = kept.database;
  return {
    ...kept.database,
    copiesWorlds: true,
    drop: async () => {
      const isFree = !pool.ended && pool.idleCount === pool.totalCount && pool.waitingCount === 0;
      if (!isFree || !(await isRestored(kept))) return kept.database.drop();
      kept.database.queries.count = 0;
      free.push(kept);
    },
  };
}

atEnd(async () => {
  for (const { database } of free.splice(0)) await database.drop();
});

async function isRestored({ database: { pool, withoutTriggers }, catalogue }: Kept): Promise<boolean> {
  try {
    if ((await readCatalogue(pool)) !== catalogue) return false;
    await withoutTriggers('call test_template.restore()');
    return true;
  } catch {
    return false;
  }
}

async function make(): Promise<Kept> {
  const database = await createTestDatabase(undefined, { preparesAtOnce: true });
  await database.fill(RESTORE + WORLDS);
  return { database, catalogue: await readCatalogue(database.pool) };
}

async function readCatalogue(pool: TestDatabase['pool']): Promise<string> {
  const { rows } = await pool.query<{ state: string }>(CATALOGUE);
  return rows[0]?.state as string;
}

/** Changes whenever DDL does anything in this database: the number of entries, and the newest transaction that wrote one. */
const CATALOGUE = `select ${['pg_class', 'pg_attribute', 'pg_proc', 'pg_trigger', 'pg_constraint', 'pg_policy', 'pg_namespace']
  .map((table) => `(select count(*) || '/' || coalesce(max(xmin::text::bigint), 0) from ${table}) || ' ' ||`)
  .join(' ')} (select coalesce(max(setconfig::text), '') from pg_db_role_setting
    where setdatabase = (select oid from pg_database where datname = current_database())) as state`;

/**
 * While the rows are put back, no trigger runs and no foreign key is checked. Only a superuser may say so. Tasks of graphile-worker stay, because it
 * remembers their numbers.
 */
const RESTORE = `
  create schema test_template;
  do $make$
    declare one record; found boolean; columns text; body text := '';
    begin
      for one in select format('%I.%I', n.nspname, c.relname) as place, c.oid, row_number() over () as number
          from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker') and c.relname <> '_private_tasks' loop
        execute format('select exists (select from only %s)', one.place) into found;
        if found then
          select string_agg(quote_ident(attname), ', ' order by attnum) into columns
            from pg_attribute where attrelid = one.oid and attnum > 0 and not attisdropped and attgenerated = '';
          execute format('create table test_template.rows_%s as select %s from %s', one.number, columns, one.place);
          body := body || format('delete from %1$s; insert into %1$s (%2$s) overriding system value select * from test_template.rows_%3$s;', one.place, columns, one.number);
        else
          body := body || format('if exists (select from only %1$s) then delete from only %1$s; end if;', one.place);
        end if;
      end loop;
      execute format('create procedure test_template.restore() language plpgsql set session_replication_role = replica set lock_timeout = ''5s'' as %L',
        'begin ' || body || ' end');
    end $make$;`;
