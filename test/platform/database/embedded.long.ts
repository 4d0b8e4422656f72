import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../src/platform/database/embedded.ts';
import { takesAtMost } from '../../support/bound.ts';
import { until } from '../../support/until.ts';

takesAtMost(120);

let directory: string;
const started: EmbeddedPostgres[] = [];
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lms-embedded-'));
});
afterEach(async () => {
  for (const server of started.splice(0).reverse()) await server.stop();
  await rm(directory, { recursive: true, force: true });
});

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ directory, disposable: true });
  started.push(server);
  return server;
}

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client.query(statement).then(
    ({ rows }) => client.end().then(() => rows),
    (error) => client.end().then(() => Promise.reject(error)),
  );
}

const postmaster = async () => Number((await readFile(join(directory, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0]);

test('a PostgreSQL that an earlier process left behind, and that does not react to being stopped, is ended and started again', async () => {
  const { url } = await start();
  await ask(url, 'create table things as select 1 as id');
  await ask(url, 'checkpoint');
  process.kill(await postmaster(), 'SIGSTOP');
  const next = await start();
  expect(await ask(next.url, 'select id from things')).toEqual([{ id: 1 }]);
});

test('a PostgreSQL that was killed is started again while the service runs', async () => {
  const { url } = await start();
  await ask(url, 'create table things as select 1 as id');
  await ask(url, 'checkpoint');
  const killed = await postmaster();
  process.kill(killed, 'SIGKILL');
  const answer = async () => ask(url, 'select id from things').catch(() => null);
  await until(async () => (await answer()) !== null);
  expect(await answer()).toEqual([{ id: 1 }]);
  expect(await postmaster()).not.toBe(killed);
});

test('a cluster that was not set up to its end is set up again, by whichever release, and one that was started is never replaced', async () => {
  const data = join(directory, 'data');
  await mkdir(data);
  await writeFile(join(data, 'PG_VERSION'), '18');
  await mkdir(join(directory, 'data-interrupted'));
  const { url, stop } = await start();
  await ask(url, 'create table things as select 1 as id');
  expect((await readdir(directory)).sort()).toEqual(['data', 'password']);
  await stop();
  await rm(join(directory, 'password'));
  await expect(start()).rejects.toThrow('password');
  expect(await readFile(join(data, 'PG_VERSION'), 'utf8')).toContain('18');
});
