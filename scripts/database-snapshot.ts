import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { generate, getDialect, Logger } from 'kysely-codegen';
import type { DB } from '../generated/database.ts';
import { connectDatabase } from '../src/platform/database/connect.ts';
import { startEmbeddedPostgres } from '../src/platform/database/embedded.ts';
import { migrateSchema } from '../src/platform/database/migrate.ts';

/** Runs the migrations on a temporary database, and returns the types and a snapshot of the resulting schema. */
export async function databaseSnapshot(): Promise<{ types: string; schema: string }> {
  const directory = await mkdtemp(join(tmpdir(), 'lms-generate-'));
  const server = await startEmbeddedPostgres({ directory, disposable: true }).catch(async (error: unknown) => {
    await rm(directory, { recursive: true, force: true });
    throw error;
  });
  const { db } = connectDatabase({ url: server.url, poolSize: 2, onIdleError: () => {} });
  try {
    await migrateSchema(db);
    return { types: await databaseTypes(db, join(directory, 'types.ts')), schema: await schemaSnapshot(db) };
  } finally {
    await db.destroy();
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

/** Returns the types that kysely-codegen generates, except that a text column with a check on a list of values becomes the union of those values. */
async function databaseTypes(db: Kysely<DB>, outFile: string): Promise<string> {
  const dialect = getDialect('postgres', { dateParser: 'string' });
  const columns = await enumeratedColumns(db);
  await generate({
    db: db as never,
    dialect,
    outFile,
    logger: new Logger('silent'),
    excludePattern: '{kysely_*,*_before,*_rest}',
    typeMapping: { timestamptz: 'string', int8: 'number' },
    overrides: { columns },
  });
  return readFile(outFile, 'utf8');
}

async function enumeratedColumns(db: Kysely<DB>): Promise<Record<string, string>> {
  const { rows } = await sql<{ column: string; check: string; nullable: boolean; defaulted: boolean }>`
    select k.conrelid::regclass || '.' || a.attname as column, pg_get_constraintdef(k.oid) as check, not a.attnotnull as nullable, a.atthasdef as defaulted
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'c' and array_length(k.conkey, 1) = 1 and pg_get_constraintdef(k.oid) ~ ('^CHECK \\(\\(' || a.attname || ' = ANY \\(ARRAY\\[')`.execute(
    db,
  );
  return Object.fromEntries(
    rows.map(({ column, check, nullable, defaulted }) => {
      const union = [...check.matchAll(/'([a-z_]+)'::text/g)].map((match) => `"${match[1]}"`).join(' | ') + (nullable ? ' | null' : '');
      return [column, defaulted ? `Generated<${union}>` : union];
    }),
  );
}

/**
 * Returns every table with its columns, constraints and indexes, and every function and trigger, as the database catalogue represents them. Partitions are left
 * out, because they depend on the day. What all partitions have in addition to their table is read from the partition for the remaining rows.
 */
async function schemaSnapshot(db: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{ line: string }>`
    with tables as (
      select c.oid, c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname not like 'kysely%'
    ), parts as (
      select t.relname, '  constraint ' || k.conname || ' ' || pg_get_constraintdef(k.oid) as line
        from tables t join pg_class rest on rest.relname = t.relname || '_rest' join pg_constraint k on k.conrelid = rest.oid
        where k.contype in ('f', 'p', 'u') and k.conparentid = 0
      union all
      select t.relname, '  ' || pg_get_indexdef(i.indexrelid)
        from tables t join pg_class rest on rest.relname = t.relname || '_rest' join pg_index i on i.indrelid = rest.oid
        where not exists (select from pg_constraint k where k.conindid = i.indexrelid) and not exists (select from pg_inherits where inhrelid = i.indexrelid)
    ), lines as (
      select relname, 0 as kind, 0 as place, 'table ' || relname as line from tables
      union all
      select relname, 2, 0, '  partition by ' || pg_get_partkeydef(oid) from tables where pg_get_partkeydef(oid) is not null
      union all
      select relname, 4, 0, '  of each partition:' from parts group by relname
      union all
      select relname, 5, row_number() over (partition by relname order by line)::int, replace(line, '_rest', '') from parts
      union all
      select t.relname, 1, a.attnum, '  ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end
             || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
        from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
        left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
      union all
      select t.relname, 2, row_number() over (partition by t.relname order by k.conname)::int, '  constraint ' || k.conname || ' ' || pg_get_constraintdef(k.oid)
        from tables t join pg_constraint k on k.conrelid = t.oid where k.contype <> 'n'
      union all
      select t.relname, 3, row_number() over (partition by t.relname order by i.indexrelid::regclass::text)::int, '  ' || pg_get_indexdef(i.indexrelid)
        from tables t join pg_index i on i.indrelid = t.oid where not exists (select from pg_constraint k where k.conindid = i.indexrelid)
      union all
      select t.relname, 7, row_number() over (partition by t.relname order by g.tgname)::int, '  ' || pg_get_triggerdef(g.oid)
        from tables t join pg_trigger g on g.tgrelid = t.oid where not g.tgisinternal
      union all
      select '~' || p.proname, 8, 0, pg_get_functiondef(p.oid) from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'public'
    )
    select line from lines order by relname, kind, place`.execute(db);
  return `-- Generated by \`make generate\` from migrations/. Do not edit.\n\n${rows.map((row) => (row.line.startsWith('table') ? `\n${row.line}` : row.line)).join('\n')}\n`;
}
