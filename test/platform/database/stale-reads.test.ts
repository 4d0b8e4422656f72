import { parseSetCookie } from 'cookie';
import { sql } from 'kysely';
import { connectDatabase, PROBE_LIMITS } from '../../../src/platform/database/connect.ts';
import { positionOf, ReplicaReads } from '../../../src/platform/database/stale-reads.ts';
import type { OutageError } from '../../../src/platform/outages/outage.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { newCreator } from '../../support/browser.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { newOrganisation } from '../../support/organisation.ts';
import { freePort } from '../../support/redis.ts';
import { until } from '../../support/until.ts';

// What needs a replica is tested in test/replica.long.ts.

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test.each([
  ['0/0', 0n],
  ['0/16B3748', 0x16b3748n],
  ['16/B374D848', 0x16b374d848n],
  ['FFFFFFFF/FFFFFFFF', 2n ** 64n - 1n],
  ['unknown', null],
  ['', null],
  ['1/', null],
  ['0/123456789', null],
  ['0/1;', null],
])('the position %j', (text, expected) => {
  expect(positionOf(text)).toBe(expected);
});

/** Reads with such a replica, and the outages that they report. */
function readsWith({ url, part }: { url: string; part: 'standby' | 'any' }) {
  const outages: string[] = [];
  const onIdleError = () => {};
  const replica = connectDatabase({ url, part, poolSize: 2, onIdleError });
  const probe = connectDatabase({ url, part, poolSize: 1, limits: PROBE_LIMITS, onIdleError });
  const onOutage = ({ dependency, message }: OutageError) => void outages.push(`${dependency}: ${message}`);
  const reads = new ReplicaReads({ primary: database, replica, probe, instead: database, mostLagSeconds: 10, onOutage });
  reads.start();
  const close = async () => {
    reads.stop();
    await Promise.all([replica.db.destroy(), probe.db.destroy()]);
  };
  return { reads, outages, close };
}

test('reads go to the primary while the replica cannot be reached, and the outage is reported', async () => {
  const { reads, outages, close } = readsWith({ url: `postgres://nobody@127.0.0.1:${await freePort()}/lms`, part: 'standby' });
  await until(() => outages.length > 0);
  const name = await reads.run(null, async (db) => (await sql<{ name: string }>`select current_database() as name`.execute(db)).rows[0]?.name);
  expect(name).toBe(new URL(database.url).pathname.slice(1));
  expect(outages[0]).toMatch(/^replica: ECONNREFUSED/);
  await close();
});

test('a replica that has become a primary is not used', async () => {
  const { reads, outages, close } = readsWith({ url: database.url, part: 'any' });
  await until(() => outages.length > 0);
  expect(outages[0]).toBe('replica: the server is not a standby');
  expect(await reads.run(null, async (db) => db === database.db)).toBe(true);
  await close();
});

describe('with a replica', () => {
  let app: TestApp;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const dead = readsWith({ url: `postgres://nobody@127.0.0.1:${await freePort()}/lms`, part: 'standby' });
    close = dead.close;
    app = await startTestApp((services) => ({ ...services, staleReads: dead.reads }), { database: await createTestDatabase() });
  });
  afterAll(async () => {
    await app.close();
    await close();
  });

  const writtenOf = (headers: Record<string, unknown>) =>
    ((headers['set-cookie'] ?? []) as string[]).map((cookie) => parseSetCookie(cookie)).filter(({ name }) => name === 'lms_written');

  test('a browser remembers the position after a change, and not after a read or a change that failed', async () => {
    const { browser } = await newCreator(app);
    const made = await browser.call('post', 'courses/', { title: 'A course' });
    const [cookie] = writtenOf(made.headers);
    expect(cookie).toMatchObject({ maxAge: 15, path: '/', httpOnly: true, sameSite: 'lax' });
    expect(positionOf(cookie?.value ?? '')).toBeGreaterThan(0n);
    for (const other of [await browser.call('get', 'audit-log/'), await browser.call('post', 'courses/', {})]) expect(writtenOf(other.headers)).toEqual([]);
  });

  test('an API key gets no cookie', async () => {
    const org = await newOrganisation(app);
    const { status, headers } = await org.call('post', 'courses/', { title: 'A course' });
    expect([status, writtenOf(headers)]).toEqual([201, []]);
  });
});

test('without a replica, no cookie is set', async () => {
  const app = await startTestApp();
  const { browser } = await newCreator(app);
  expect((await browser.call('post', 'courses/', { title: 'A course' })).headers['set-cookie']).toBeUndefined();
  await app.close();
});
