import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { installSubscriptions } from '../../src/domain/kernel/events/publish-event.ts';
import { type Demo, seedDemo } from '../../src/domain/upkeep/demo/seed-demo.ts';
import { SUBSCRIPTIONS } from '../../src/jobs/subscriptions.ts';
import { systemClock } from '../../src/platform/clock/clock.ts';
import { connectDatabase } from '../../src/platform/database/connect.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { createKeyring } from '../../src/platform/secrets/keyring.ts';
import { freePort } from './redis.ts';

const run = promisify(execFile);
const DEBIAN = '/usr/lib/postgresql';

const newest = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a))[0] : undefined;
const binaries = newest === undefined ? null : join(DEBIAN, newest, 'bin');

/** Whether this machine has a PostgreSQL with the programs that replication needs, which the embedded one lacks. CI always has one. */
export const postgresFound = binaries !== null || process.env.CI === 'true';

export interface PostgresServer {
  /** `127.0.0.1:5432` */
  address: string;
  /** The log of the server so far. */
  log(): string;
  ask(statement: string): Promise<Record<string, unknown>[]>;
  /** Ends the server at once, as a crash does. */
  crash(): Promise<void>;
  start(): Promise<void>;
}

export interface PostgresServers {
  primary: PostgresServer;
  /** Replicates the primary, as a stream. */
  standby: PostgresServer;
  /** A connection string of the database for these servers. */
  urlOf(...servers: PostgresServer[]): string;
  close(): Promise<void>;
}

/** PostgreSQL refuses to run as root. */
function owner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres']));
  return { uid: id('-u'), gid: id('-g') };
}

/** Starts a primary and a standby. With `synchronous`, the primary acknowledges nothing that the standby does not have. */
export async function startPostgresServers({ synchronous = false } = {}): Promise<PostgresServers> {
  const as = owner();
  const folder = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'lms-servers-'));
  await chmod(folder, 0o755);
  const program = (name: string) => join(binaries ?? '', name);
  const runAs = (name: string, args: string[]) => run(program(name), args, { ...as, cwd: folder, env: { ...process.env, LC_ALL: 'C' } });
  const servers: PostgresServer[] = [];
  const folderOf = async (name: string) => {
    const path = join(folder, name);
    await mkdir(path, { mode: 0o700 });
    if (as) await chown(path, as.uid, as.gid);
    return path;
  };
  const serverIn = async (data: string, settings: Record<string, string> = {}) => {
    const server = createServer(program('postgres'), data, await freePort(), as, settings);
    servers.push(server);
    await server.start();
    return server;
  };

  const first = await folderOf('primary');
  await runAs('initdb', [`--pgdata=${first}`, '--username=lms', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']);
  const primary = await serverIn(first, synchronous ? { synchronous_standby_names: '*' } : {});
  const second = await folderOf('standby');
  const [host = '', port = ''] = primary.address.split(':');
  await runAs('pg_basebackup', [`--pgdata=${second}`, `--host=${host}`, `--port=${port}`, '--username=lms', '--checkpoint=fast', '--write-recovery-conf']);
  const standby = await serverIn(second);
  return {
    primary,
    standby,
    urlOf: (...some) => `postgres://lms@${some.map(({ address }) => address).join(',')}/postgres`,
    close: async () => {
      await Promise.all(servers.map((server) => server.crash()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function createServer(program: string, data: string, port: number, as: object | undefined, given: Record<string, string>): PostgresServer {
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off', max_connections: '200', ...given };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const address = `127.0.0.1:${port}`;
  const errors: string[] = [];
  let child: ChildProcess | undefined;
  const ask = async (statement: string) => {
    const client = new pg.Client({ connectionString: `postgres://lms@${address}/postgres` });
    await client.connect();
    return (await client.query(statement).finally(() => client.end())).rows;
  };
  const isReady = () =>
    ask('select').then(
      () => true,
      () => false,
    );
  return {
    address,
    ask,
    log: () => errors.join(''),
    async start() {
      const started = spawn(program, ['-D', data, '-p', String(port), ...args], { ...as, cwd: data, stdio: ['ignore', 'ignore', 'pipe'] });
      started.stderr.setEncoding('utf8').on('data', (text: string) => void errors.push(text));
      child = started;
      while (!(await isReady())) if (started.exitCode !== null) throw new Error(`PostgreSQL ended: ${errors.join('')}`);
    },
    crash: async () => {
      const running = child;
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      const ended = new Promise((resolve) => running.once('exit', resolve));
      // An immediate shutdown: no process of the server writes anything more.
      running.kill('SIGQUIT');
      await ended;
    },
  };
}

/** Creates the demo on the primary. */
export async function seedServers({ primary, urlOf }: PostgresServers): Promise<Demo> {
  installSubscriptions(SUBSCRIPTIONS);
  await migrate(urlOf(primary));
  const { db } = connectDatabase({ url: urlOf(primary), poolSize: 1, onIdleError: () => {} });
  const demo = await seedDemo({ db, clock: systemClock, keyring: createKeyring('the secret of the demo, long enough', []) }, async () => {});
  await db.destroy();
  return demo as Demo;
}
