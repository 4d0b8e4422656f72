import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { connectDatabase, MIGRATION_LIMITS } from '../../src/platform/database/connect.ts';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { hold, releaseAll, releaseWhateverHappens } from '../bench/clean-up.ts';
import { addStaff } from '../bench/seed.ts';
import { fillLargeSet } from './fill.ts';

/** A data directory of its own, in which the service can be started. */
const DIRECTORY = fileURLToPath(new URL('../../.data/load', import.meta.url));

/**
 * Fills an empty database with a large set: that of DATABASE_URL, or an embedded one in .data/load, in which `DATA_DIR=.data/load make start` serves it.
 * --scale=0.01 makes a hundredth of it.
 */
const { values } = parseArgs({ options: { scale: { type: 'string', default: '1' } } });
const scale = Number(values.scale);
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
}

async function embedded(): Promise<string> {
  await mkdir(DIRECTORY, { recursive: true });
  const { url } = await hold(startEmbeddedPostgres({ directory: join(resolve(DIRECTORY), 'postgres') }), ({ stop }) => stop());
  return url;
}
