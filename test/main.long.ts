import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { takesAtMost } from './support/bound.ts';
import { createTestDatabase } from './support/database.ts';
import { freePort, redisFound, startRedis } from './support/redis.ts';
import { until } from './support/until.ts';

takesAtMost(240);

let folder: string;
const running = new Set<ChildProcess>();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lms-main-'));
});
afterEach(async () => {
  for (const child of running) await ended(child, 'SIGTERM');
  await removeLeftover();
  rmSync(folder, { recursive: true, force: true });
});

const ended = (child: ChildProcess, signal?: NodeJS.Signals): Promise<number | null> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode);
    child.once('exit', (code) => {
      running.delete(child);
      resolve(code);
    });
    if (signal) child.kill(signal);
  });

/** Stops the PostgreSQL that a killed service leaves running. */
async function removeLeftover(): Promise<void> {
  try {
    const pid = Number(readFileSync(join(folder, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(pid, 'SIGQUIT');
    for (;;) {
      process.kill(pid, 0);
      await new Promise((resolve) => setImmediate(resolve));
    }
  } catch {}
}

function start(env: Record<string, string>): { child: ChildProcess; greeting: Promise<string>; errors: () => string } {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !['DATABASE_URL', 'REDIS_URL', 'NODE_OPTIONS'].includes(name)));
  const child = spawn(process.execPath, ['src/main.ts'], {
    env: { ...inherited, DATA_DIR: folder, HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  running.add(child);
  let text = '';
  const greeting = new Promise<string>((resolve, reject) => {
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (text.includes('Demo sign-in') || (env.DEMO_SEED === '0' && text.includes('Reference'))) resolve(text);
    });
    child.once('exit', (code) => reject(new Error(`the service exited with ${code}: ${text}`)));
  });
  greeting.catch(() => {});
  return { child, greeting, errors: () => text };
}

const keyOf = (greeting: string): string => /Demo API key\s+(\S+)/.exec(greeting)?.[1] ?? '';
const courses = async (port: number, key: string) => {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/agent/courses/`, { headers: { Authorization: `Bearer ${key}` } });
  return (await answer.json()) as { count: number; results: { title: string; lesson_count: number }[] };
};

test('the first start creates a demo with a working key, a restart after kill -9 keeps the data, and SIGTERM exits with 0', async () => {
  const port = await freePort();
  const env = { PORT: String(port) };
  const first = start(env);
  const greeting = await first.greeting;
  expect(greeting).toMatch(
    new RegExp(`API\\s+http://localhost:${port}/api/v1/[\\s\\S]*Reference\\s+http://localhost:${port}/docs[\\s\\S]*Demo sign-in\\s+\\S+ / \\S+`),
  );
  const key = keyOf(greeting);
  // Lessons with files of their own are made after the start.
  await until(async () => (await courses(port, key)).results[2]?.lesson_count === 6);
  expect(await courses(port, key)).toMatchObject({ count: 3, results: [{ lesson_count: 4 }, { lesson_count: 4 }, { lesson_count: 6 }] });
  await ended(first.child, 'SIGKILL');

  const second = start(env);
  expect(keyOf(await second.greeting)).toBe(key);
  expect(await courses(port, key)).toMatchObject({ count: 3 });

  const rival = start({ PORT: String(await freePort()) });
  expect(await ended(rival.child)).toBe(1);
  expect(rival.errors()).toMatch(/^error: .* is in use by a running service; .*\n$/);
  expect(await courses(port, key)).toMatchObject({ count: 3 });

  expect(await ended(second.child, 'SIGTERM')).toBe(0);
});

test('without a demo, a start prints a link to set the service up, and the environment can do that instead, once', async () => {
  const port = await freePort();
  const env = { PORT: String(port), DEMO_SEED: '0' };
  const first = start(env);
  const link = /Set it up\s+(\S+)/.exec(await first.greeting)?.[1] ?? '';
  expect(link).toContain(`http://localhost:${port}/setup?token=`);
  const page = await fetch(link, { headers: { Accept: 'text/html' } });
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('name="token"')]);
  await ended(first.child, 'SIGTERM');

  const file = join(folder, 'password');
  writeFileSync(file, 'a heron by the harbour\n');
  const settings = {
    SETUP_EMAIL: 'olga@example.org',
    SETUP_NAME: 'Olga',
    SETUP_PASSWORD_FILE: file,
    SETUP_ORGANISATION: 'Harbour',
    SETUP_SUBDOMAIN: 'harbour',
  };
  for (const password of ['a heron by the harbour\n', 'ignored from now on\n']) {
    writeFileSync(file, password);
    const { child, greeting } = start({ ...env, ...settings });
    expect(await greeting).not.toContain('Set it up');
    const signedIn = await fetch(`http://localhost:${port}/api/v1/auth/login/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: `http://localhost:${port}` },
      body: JSON.stringify({ email: 'olga@example.org', password: 'a heron by the harbour' }),
    });
    expect(signedIn.status).toBe(200);
    await ended(child, 'SIGTERM');
  }
});

test.each([
  ['an invalid port', { PORT: '99999' }, /^error: PORT must be a whole number from 0 to 65535, not "99999"\n$/],
  ['an invalid flag', { QA_HELPERS: 'yes' }, /^error: QA_HELPERS must be 0 or 1, not "yes"\n$/],
  ['an invalid choice', { LOG_LEVEL: 'loud' }, /^error: LOG_LEVEL must be one of /],
  [
    'a URL with another scheme',
    { DATABASE_URL: 'mysql://root:hunter2@localhost/x' },
    /^error: DATABASE_URL must be a URL that starts with postgres:\/\/ or postgresql:\/\/\n$/,
  ],
  [
    'an unreachable database',
    { DATABASE_URL: 'postgres://user:hunter2@127.0.0.1:1/x' },
    /^error: cannot use the database of DATABASE_URL: .*ECONNREFUSED.*\n$/,
  ],
  [
    'an unreachable Redis',
    { DATABASE_URL: process.env.TEST_SERVER_URL ?? '', REDIS_URL: 'redis://127.0.0.1:1' },
    /^error: cannot use the Redis of REDIS_URL: .*\n$/,
  ],
])('%s makes the service exit with a one-line error', async (_what, env, message) => {
  const { child, errors } = start(env as Record<string, string>);
  expect(await ended(child)).toBe(1);
  expect(errors()).toMatch(message);
  expect(errors().trim().split('\n')).toHaveLength(1);
  expect(errors()).not.toContain('hunter2');
});

/** Less than a test may take, so that one that fails shows what the service had said. */
const LONGEST_START_MS = 60_000;

/** Starts the service, which must refuse to, and returns what it says in its one line. */
async function refusalOf(env: Record<string, string>): Promise<string> {
  const { child, errors } = start(env);
  const late = setTimeout(() => child.kill('SIGABRT'), LONGEST_START_MS);
  const code = await ended(child);
  clearTimeout(late);
  if (code === null) throw new Error(`the service was still there after ${LONGEST_START_MS / 1000} s, and had said: ${errors()}`);
  expect(code).toBe(1);
  expect(errors().trim().split('\n')).toHaveLength(1);
  expect(errors()).not.toContain('hunter2');
  return errors();
}

(redisFound ? describe : describe.skip)('a Redis that the service cannot use is refused with the reason:', () => {
  const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
  const TLS = ['--tls-cert-file', fixture('tls-certificate.pem'), '--tls-key-file', fixture('tls-key.pem'), '--tls-auth-clients', 'no'];
  const READER = ['--user', 'reader', 'on', '>hunter2', '+@read', '+@connection', '~*'];
  test.each<[string, string[], boolean, (url: string) => string, RegExp]>([
    ['a wrong password', ['--requirepass', 'right'], false, (url) => url.replace('//', '//:hunter2@'), /it does not accept the user name or the password/],
    ['a missing password', ['--requirepass', 'right'], false, (url) => url, /it requires a password/],
    ['a user without permissions', READER, false, (url) => url.replace('//', '//reader:hunter2@'), /its user may not do what the service needs \(NOPERM/],
    ['a database number that it does not have', [], false, (url) => `${url}/99`, /it has no database with this number/],
    ['a replica', ['--replicaof', '127.0.0.1', '1'], false, (url) => url, /it is a replica, which cannot be written to|MASTERDOWN/],
    ['a certificate of an unknown authority', TLS, true, (url) => url, /its certificate is not trusted; NODE_EXTRA_CA_CERTS/],
  ])('%s', async (_what, options, tls, change, message) => {
    const redis = await startRedis(options, { tls });
    const said = await refusalOf({ DATABASE_URL: await cloneUrl(), REDIS_URL: change(redis.url) });
    await redis.stop();
    expect(said).toMatch(/^error: cannot use the Redis of REDIS_URL: /);
    expect(said).toMatch(message);
  });
});

describe('a database that the service cannot use is refused with the reason:', () => {
  const onServer = async (...statements: string[]) => {
    const client = new pg.Client({ connectionString: process.env.TEST_SERVER_URL });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  const urlOf = (name: string, user?: string) => {
    const url = new URL(process.env.TEST_SERVER_URL ?? '');
    url.pathname = `/${name}`;
    if (user) [url.username, url.password] = [user, 'hunter2'];
    return url.href;
  };

  test('another encoding than UTF-8', async () => {
    await onServer(`create database lms_ascii encoding 'SQL_ASCII' locale 'C' template template0`);
    const said = await refusalOf({ DATABASE_URL: urlOf('lms_ascii') });
    await onServer('drop database lms_ascii with (force)');
    expect(said).toMatch(/^error: cannot use the database of DATABASE_URL: its encoding is SQL_ASCII, and the service needs UTF8/);
  });

  test('a role that may not create schemas', async () => {
    await onServer(`create role lms_guest login password 'hunter2'`, 'create database lms_foreign template template0');
    const said = await refusalOf({ DATABASE_URL: urlOf('lms_foreign', 'lms_guest') });
    await onServer('drop database lms_foreign with (force)', 'drop role lms_guest');
    expect(said).toMatch(/^error: cannot use the database of DATABASE_URL: the role lms_guest may not create schemas and tables in it/);
  });

  test('a wrong password, and a database that does not exist', async () => {
    expect(await refusalOf({ DATABASE_URL: urlOf('nothing') })).toMatch(/^error: cannot use the database of DATABASE_URL: .*"nothing" does not exist/);
    expect(await refusalOf({ DATABASE_URL: urlOf('postgres', 'nobody') })).toMatch(/^error: cannot use the database of DATABASE_URL: .*authentication failed/);
  });
});

test('an address that this machine does not have, and a name without one, are refused with the setting', async () => {
  expect(await refusalOf({ DATABASE_URL: await cloneUrl(), HOST: '192.0.2.1' })).toMatch(/^error: cannot listen on 192\.0\.2\.1 \(EADDRNOTAVAIL\); set HOST /);
  expect(await refusalOf({ DATABASE_URL: await cloneUrl(), HOST: 'lms.invalid' })).toMatch(/^error: cannot listen on lms\.invalid \(\w+\); set HOST /);
});

test('a data folder that is a file is refused with the setting', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(await refusalOf({ DATA_DIR: file })).toMatch(/^error: cannot write to the folder .*\/file \(E(EXIST|NOTDIR)\); set DATA_DIR/);
});

(process.platform === 'linux' ? test : test.skip)('a data folder where nothing can be made is refused with the setting, by make, too', async () => {
  const words = ['--no-print-directory', '--old-file=node_modules/.package-lock.json', 'start'];
  const child = spawn('make', words, { env: { ...process.env, DATA_DIR: '/proc/lms/data' }, stdio: ['ignore', 'ignore', 'pipe'] });
  running.add(child);
  const [said] = await Promise.all([text(child.stderr), ended(child)]);
  expect(said).toBe('error: cannot write to the folder /proc/lms/data (ENOENT); set DATA_DIR to a folder owned by this user\n');
  expect(await refusalOf({ DATA_DIR: '/proc/lms/data' })).toBe(said);
});

(process.getuid?.() === 0 ? test : test.skip)('the data folder of another user is refused, and stays as it is', async () => {
  const data = join(folder, 'postgres', 'data');
  mkdirSync(data, { recursive: true });
  writeFileSync(join(data, 'precious'), 'a');
  chownSync(data, 54_321, 54_321);
  expect(await refusalOf({})).toMatch(/^error: .*postgres\/data belongs to another user \(user ID 54321\)/);
  expect(readFileSync(join(data, 'precious'), 'utf8')).toBe('a');
});

describe('with an external database,', () => {
  let blocker: Server;
  afterEach(() => blocker?.close());

  test('a busy port makes the service exit with a one-line error', async () => {
    blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
    const { port } = blocker.address() as { port: number };
    const { child, errors } = start({ DATABASE_URL: await cloneUrl(), PORT: String(port) });
    expect(await ended(child)).toBe(1);
    expect(errors()).toBe(`error: port ${port} is in use; set PORT to another\n`);
  });

  test('SIGTERM lets a running request finish and accepts no new ones', async () => {
    const port = await freePort();
    const database = await cloneUrl();
    const { child, greeting } = start({ DATABASE_URL: database, PORT: String(port), DEMO_SEED: '1', DRAIN_NOTICE_SECONDS: '1', DRAIN_SECONDS: '20' });
    const key = keyOf(await greeting);
    let finish = () => {};
    const slow = new ReadableStream({
      async start(controller) {
        controller.enqueue(new TextEncoder().encode('{"title":'));
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        controller.enqueue(new TextEncoder().encode('"Under way"}'));
        controller.close();
      },
    });
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const answer = fetch(`http://127.0.0.1:${port}/api/v1/agent/courses/`, { method: 'POST', headers, body: slow, duplex: 'half' } as RequestInit);
    await until(async () => (await lastUse(database)) !== null);
    child.kill('SIGTERM');
    await until(() =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        () => false,
        () => true,
      ),
    );
    finish();
    expect((await answer).status).toBe(201);
    expect(await ended(child)).toBe(0);
  });
});

/** Returns when the demo key was last used. This is set as soon as the credential of a request is checked, before its body is read. */
async function lastUse(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select last_used_at from api_keys').finally(() => client.end());
  return rows[0]?.last_used_at ?? null;
}

async function cloneUrl(): Promise<string> {
  const database = await createTestDatabase();
  await database.db.destroy();
  return database.url;
}
