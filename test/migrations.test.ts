import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { migrate, migrateSchema } from '../src/platform/database/migrate.ts';
import { createTestDatabase, type TestDatabase } from './support/database.ts';

const FOLDER = new URL('../migrations/', import.meta.url);
/** Older migrations precede the rule. */
const LAST_BEFORE_THE_RULE = 15;

const run = promisify(execFile);

/** Statements that break processes of the release before, which still run while the next one starts. */
const INCOMPATIBLE: readonly [what: string, pattern: RegExp][] = [
  ['drops a table or a view', /\bdrop\s+(table|view|materialized\s+view)\b/i],
  ['drops a column', /\bdrop\s+column\b/i],
  ['renames', /\brename\s+(to|column|constraint)\b|\brename\s+\w+\s+to\b/i],
  ['changes the type of a column', /\balter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b/i],
  ['requires a value in an existing column', /\bset\s+not\s+null\b/i],
  ['adds a required column without a default', /\badd\s+column\b(?![^,;]*\bdefault\b)(?![^,;]*\bgenerated\b)[^,;]*\bnot\s+null\b/i],
];

/** A comment before the statement that says since which migration nothing uses what it removes. */
const EXPLAINED = /--\s*unused since (\d{4})\b/i;
/** A comment before the statement that says why those processes can work with it all the same. */
const COMPATIBLE = /--\s*compatible: \S+/i;

/** What a migration contains that processes of the release before cannot work with. */
function faultsOf(source: string, number: number): string[] {
  return source.split(';').flatMap((statement) => {
    const since = EXPLAINED.exec(statement)?.[1];
    if ((since !== undefined && Number(since) < number) || COMPATIBLE.test(statement)) return [];
    const code = statement.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, '');
    return INCOMPATIBLE.filter(([, pattern]) => pattern.test(code)).map(([what]) => what);
  });
}

test('no migration breaks the processes of the release before, unless it says since when what it removes is unused', () => {
  const faults = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.ts') && Number(file.slice(0, 4)) > LAST_BEFORE_THE_RULE)
    .flatMap((file) => faultsOf(readFileSync(new URL(file, FOLDER), 'utf8'), Number(file.slice(0, 4))).map((fault) => `${file} ${fault}`));
  expect(faults).toEqual([]);
});

test.each([
  ['alter table courses drop column level', ['drops a column']],
  ['drop table courses', ['drops a table or a view']],
  ['alter table courses rename to programmes', ['renames']],
  ['alter table courses rename level to stage', ['renames']],
  ['alter table courses alter column level type int', ['changes the type of a column']],
  ['alter table courses alter level set not null', ['requires a value in an existing column']],
  ['alter table courses add column size int not null', ['adds a required column without a default']],
  ['alter table courses add column size int not null default 0', []],
  ['alter table courses add column size int', []],
  ['create table sizes (size int not null)', []],
  ['-- Unused since 0009.\nalter table courses drop column level', []],
  ['-- Compatible: a trigger fills it.\nalter table courses alter level set not null', []],
  ['-- Unused since 0010.\nalter table courses drop column level', ['drops a column']],
])('the rule judges "%s"', (statement, expected) => {
  expect(faultsOf(`select 1; ${statement};`, 10)).toEqual(expected);
});

describe('the migrations', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  const migrateByCommand = (env: Record<string, string>) =>
    run(process.execPath, ['scripts/migrate.ts'], { env: { PATH: process.env.PATH, ...env } }).then(
      ({ stdout }) => ({ stdout, stderr: '' }),
      ({ stdout, stderr }: { stdout: string; stderr: string }) => ({ stdout, stderr }),
    );

  test('leave a database alone that a newer release has migrated', async () => {
    await sql`insert into kysely_migration (name, timestamp) values ('9999-newer', now()::text)`.execute(database.db);
    expect(await migrateSchema(database.db)).toEqual({ applied: [], unknown: ['9999-newer'] });
    expect((await migrateByCommand({ DATABASE_URL: database.url })).stdout).toBe('a newer release has migrated the database: 9999-newer\n');
  });

  test('can be applied without starting the service', async () => {
    expect(await migrateByCommand({ DATABASE_URL: database.url })).toEqual({ stdout: 'nothing to apply\n', stderr: '' });
    expect((await migrateByCommand({})).stderr).toMatch(/^error: set DATABASE_URL;/);
  });
});

test('of several processes that start at once, each migrates, and the index of jobs is made once', async () => {
  const database = await createTestDatabase();
  await database.pool.query('drop index graphile_worker.jobs_of_kind');
  await Promise.all(Array.from({ length: 8 }, () => migrate(database.url)));
  const { rows } = await database.pool.query("select to_regclass('graphile_worker.jobs_of_kind') is not null as exists");
  expect(rows).toEqual([{ exists: true }]);
  await database.drop();
});
