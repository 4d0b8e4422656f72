import { connectDatabase } from '../../../src/platform/database/connect.ts';
import { Servers, serverUrls } from '../../../src/platform/database/servers.ts';
import { type Part, serviceClient } from '../../../src/platform/database/service-client.ts';
import { OutageError } from '../../../src/platform/outages/outage.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { freePort } from '../../support/redis.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test.each([
  ['postgres://u:p@db1/lms?sslmode=disable', ['postgres://u:p@db1/lms?sslmode=disable']],
  [
    'postgres://u:p%2C@db1,db2:5433,[2001:db8::1]:5434/lms',
    ['postgres://u:p%2C@db1/lms', 'postgres://u:p%2C@db2:5433/lms', 'postgres://u:p%2C@[2001:db8::1]:5434/lms'],
  ],
  ['postgresql://a,b', ['postgresql://a', 'postgresql://b']],
  ['postgres://u:p,q@db1/lms,lms', ['postgres://u:p,q@db1/lms,lms']],
])('the servers of %s', (url, expected) => {
  expect(serverUrls(url)).toEqual(expected);
});

/** The URL of the database, with a server in front of its own, or behind it, at which nobody listens. */
async function withDeadServer(place: 'first' | 'last'): Promise<string> {
  const { host } = new URL(database.url);
  const dead = `127.0.0.1:${await freePort()}`;
  return database.url.replace(`@${host}`, place === 'first' ? `@${dead},${host}` : `@${host},${dead}`);
}

async function ask(url: string, part?: Part): Promise<unknown> {
  const { pool, db } = connectDatabase({ url, poolSize: 2, onIdleError: () => {}, ...(part ? { part } : {}) });
  const asked = Promise.all(Array.from({ length: 5 }, () => pool.query('select 1 as one')));
  const outcome = await asked.then(
    (answers) => answers.map(({ rows }) => rows[0].one),
    (error: unknown) => error,
  );
  await db.destroy();
  return outcome;
}

test('a server that cannot be reached is passed over, wherever it stands', async () => {
  expect(await ask(await withDeadServer('first'))).toEqual([1, 1, 1, 1, 1]);
  expect(await ask(await withDeadServer('last'))).toEqual([1, 1, 1, 1, 1]);
});

test('a primary is refused where a standby is wanted, and a pool of which all servers are refused reports an outage', async () => {
  for (const url of [database.url, await withDeadServer('first'), await withDeadServer('last')]) expect(await ask(url, 'standby')).toBeInstanceOf(OutageError);
  expect(await ask(database.url, 'primary')).toEqual([1, 1, 1, 1, 1]);
});

test('a server that stops while it is being left does not end the process', async () => {
  const Client = serviceClient({ servers: new Servers(database.url), part: 'standby', prepares: true, silenceMs: 20_000 });
  const client = new Client({});
  await expect(client.connect()).rejects.toThrow('the server is not a standby');
  expect(() => client.emit('error', new Error('terminating connection due to administrator command'))).not.toThrow();
});

test('a wait for a free connection ends as an outage, and is not repeated for the other server', async () => {
  const limits = { statement: 15, lock: 5, connect: 1, silence: 20 };
  const { pool, db } = connectDatabase({ url: await withDeadServer('last'), poolSize: 1, limits, onIdleError: () => {} });
  const held = await pool.connect();
  await expect(pool.query('select 1')).rejects.toThrow('timeout exceeded when trying to connect');
  expect(pool.waitingCount).toBe(0);
  held.release();
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await db.destroy();
});
