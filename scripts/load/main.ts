import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { connectDatabase, type Database, MIGRATION_LIMITS } from '../../src/platform/database/connect.ts';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { hold, releaseAll, releaseWhateverHappens } from '../bench/clean-up.ts';
import { addStaff } from '../bench/seed.ts';
import { startService } from '../bench/service-process.ts';
import { fillLargeSet } from './fill.ts';
import { measureReads, slowestTable } from './slowest.ts';

/** Separate data directory, in which the service can be started. */
const DIRECTORY = fileURLToPath(new URL('../../.data/load', import.meta.url));

/**
 * Fills an empty database with a large set: the database of DATABASE_URL, or an embedded one in .data/load, which `DATA_DIR=.data/load make start` serves.
 * --scale=0.01 makes a hundredth of it. --measure then prints which read operations take the most time of the database, or does so for a set that has been
 * filled before.
 */
const { values } = parseArgs({ options: { scale: { type: 'string', default: '1' }, measure: { type: 'boolean', default: false } } });
const scale = Number(values.scale);
const SLOWEST = 20;
releaseWhateverHappens();
try {
  if (!(scale > 0 && scale <= 100)) throw new Error('--scale must be a number above 0, and at most 100.');
  await load();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
await releaseAll();

async function load(): Promise<void> {
  const url = process.env.DATABASE_URL || (await embedded());
  await migrate(url);
  const { db } = await hold(connectDatabase({ url, poolSize: 1, limits: MIGRATION_LIMITS, onIdleError: () => {} }), (handle) => handle.db.destroy());
  const filled = values.measure ? await largestOf(db) : null;
  const largest = filled ?? (await fill(db));
  if (values.measure) await measure(db, url, largest);
}

async function fill(db: Database): Promise<string> {
  const began = performance.now();
  const totals = new Map<string, number>();
  const seconds = () => ((performance.now() - began) / 1000).toFixed(1);
  const largest = await fillLargeSet(db, scale, (what, rows) => {
    totals.set(what, (totals.get(what) ?? 0) + rows);
    console.error(`${seconds().padStart(7)} s  ${what}: ${totals.get(what)}`);
  });
  const { emails, password } = await addStaff(db, largest, 'load-staff', 1);
  for (const [what, rows] of totals) console.log(`${String(rows).padStart(9)} ${what}`);
  console.log(`in ${seconds()} s; staff of the largest organisation: ${emails[0]}, password "${password}"`);
  return largest;
}

/** Returns the organisation with the most people, or null if the database is empty. */
async function largestOf(db: Database): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select organisation_id as id from memberships group by 1 order by count(*) desc, 1 limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

async function measure(db: Database, url: string, organisationId: string): Promise<void> {
  const folder = await hold(mkdtemp(join(tmpdir(), 'lms-load-')), (path) => rm(path, { recursive: true, force: true }));
  const service = await startService({ DATABASE_URL: url, DATA_DIR: folder, ROLE: 'web', PAYMENTS: 'sandbox' });
  console.log(`\n${slowestTable(await measureReads(db, service.url, organisationId), SLOWEST)}`);
}

async function embedded(): Promise<string> {
  await mkdir(DIRECTORY, { recursive: true });
  const { url } = await hold(startEmbeddedPostgres({ directory: join(resolve(DIRECTORY), 'postgres') }), ({ stop }) => stop());
  return url;
}
