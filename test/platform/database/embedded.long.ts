import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
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

/** Starts it in a process that then kills itself. */
async function leaveBehind(statement: string): Promise<void> {
  const program = `
    import pg from 'pg';
    import { startEmbeddedPostgres } from './src/platform/database/embedded.ts';
    const { url } = await startEmbeddedPostgres({ directory: process.argv[1], disposable: true });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(process.argv[2]);
    process.kill(process.pid, 'SIGKILL');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, directory, statement], { stdio: ['ignore', 'ignore', 'pipe'] });
  const [errors] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect([errors, child.signalCode]).toEqual(['', 'SIGKILL']);
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
  await leaveBehind('create table things as select 1 as id; checkpoint');
  process.kill(await postmaster(), 'SIGSTOP');
  const next = await start();
  expect(await ask(next.url, 'select id from things')).toEqual([{ id: 1 }]);
});

test('of several starts at once, one gets the folder, and the others are refused and disturb nothing, until it gives it back', async () => {
  const starts = await Promise.allSettled([start(), start(), start()]);
  const refused = starts.filter(({ status }) => status === 'rejected').map((each) => String((each as PromiseRejectedResult).reason));
  expect(refused).toEqual(Array(2).fill(`Error: ${directory} is in use by a running service; stop that service, or set DATA_DIR`));
  const [first] = started.splice(0) as [EmbeddedPostgres];
  await ask(first.url, 'create table things as select 1 as id');
  await ask(first.url, 'checkpoint');
  await first.stop();
  expect(await ask((await start()).url, 'select id from things')).toEqual([{ id: 1 }]);
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
