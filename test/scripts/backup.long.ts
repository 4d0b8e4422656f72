/** @smoke */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { takesAtMost } from '../support/bound.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';

takesAtMost(240);
/** Each test starts the service twice, and runs about ten commands. */
const LIMIT_MS = 230_000;

const run = promisify(execFile);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lms-backup-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const KEY = 'k'.repeat(32);

/** Runs a command as `make` does. Returns what it printed, or the error that it printed. */
async function call(command: 'backup' | 'restore', to: string, env: Record<string, string>): Promise<string> {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !['DATABASE_URL', 'REDIS_URL', 'NODE_OPTIONS'].includes(name)));
  const { stdout, stderr } = await run(process.execPath, [`scripts/backup/${command}.ts`, to], { env: { ...inherited, ...env } }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  return (stdout + stderr).trim();
}

const json = async (answer: Response) => (await answer.json()) as Record<string, unknown> & { results?: Record<string, unknown>[] };

/** Signs in as the owner of the demo, and returns the calls of the session surface. */
async function signIn({ url }: ServiceProcess, { email, password }: { email: string; password: string }) {
  const headers: Record<string, string> = { Origin: url, 'Content-Type': 'application/json' };
  const answer = await fetch(`${url}/api/v1/auth/login/`, { method: 'POST', headers, body: JSON.stringify({ email, password }) });
  expect(answer.status).toBe(200);
  headers.Cookie = (answer.headers.getSetCookie().find((set) => set.includes('lms_session=')) ?? '').split(';')[0] as string;
  return (path: string, init: RequestInit = {}) => fetch(`${url}/api/v1/${path}`, { ...init, headers: { ...headers, ...init.headers } });
}

/** Makes what a backup must bring back: a course, and a secret that the key seals, of an endpoint that nothing is sent to, so that its state stays. */
async function fill(service: ServiceProcess, demo: { apiKey: string; email: string; password: string }): Promise<void> {
  const made = await fetch(`${service.url}/api/v1/agent/courses/`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${demo.apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ title: 'Kept course' }),
  });
  expect(made.status).toBe(201);
  const ask = await signIn(service, demo);
  const webhook = await ask('integrations/webhooks/', {
    method: 'POST',
    body: JSON.stringify({ url: 'https://hooks.example.org/lms', event_types: ['course.created'], is_enabled: false }),
  });
  expect(webhook.status).toBe(201);
}

/** What people see of it afterwards. */
async function readSide(service: ServiceProcess, demo: { apiKey: string; email: string; password: string }): Promise<unknown> {
  const courses = await json(await fetch(`${service.url}/api/v1/agent/courses/?ordering=title`, { headers: { Authorization: `Bearer ${demo.apiKey}` } }));
  const ask = await signIn(service, demo);
  const [me, config, webhooks, log] = await Promise.all(
    ['me/', 'tenants/config/', 'integrations/webhooks/', 'audit-log/?action=course'].map(async (path) => json(await ask(path))),
  );
  const titles = courses.results?.map(({ id, title, updated_at }) => ({ id, title, updated_at }));
  return { titles, name: me?.name, config, webhooks: webhooks?.results, log: log?.results };
}

/** A file in the storage, whoever made it. */
function addFile(data: string): string {
  mkdirSync(join(data, 'files', 'public', 'logos'), { recursive: true });
  writeFileSync(join(data, 'files', 'public', 'logos', 'kept.png'), 'a logo');
  return 'public/logos/kept.png';
}

test(
  'a backup of the embedded PostgreSQL is restored elsewhere with database, files and key, and both commands refuse what would lose anything',
  async () => {
    const [from, to, backup] = [join(folder, 'from'), join(folder, 'to'), join(folder, 'backups', 'one')];
    const first = await startServiceProcess({ DATA_DIR: from, SECRET_KEY: '' });
    const demo = JSON.parse(readFileSync(join(from, 'demo.json'), 'utf8'));
    await fill(first, demo);
    const before = await readSide(first, demo);
    const file = addFile(from);
    expect(await call('backup', join(folder, 'running'), { DATA_DIR: from })).toContain('is in use by a running service');
    await first.end();

    expect(await call('backup', backup, { DATA_DIR: from })).toBe(`backed up to ${backup}`);
    expect(await call('backup', backup, { DATA_DIR: from })).toBe(`error: ${backup} is not empty`);
    expect([statSync(backup).mode & 0o777, statSync(join(backup, 'secret-key')).mode & 0o777]).toEqual([0o700, 0o600]);
    expect(await call('restore', backup, { DATA_DIR: from })).toContain('is not empty');
    expect(await call('restore', backup, { DATA_DIR: to, SECRET_KEY: KEY })).toContain('SECRET_KEY is not the key of the backup');
    expect(await call('restore', join(folder, 'backups'), { DATA_DIR: to })).toContain('is not a complete backup');
    expect(await call('restore', backup, { DATA_DIR: to })).toBe(`restored from ${backup}`);

    const second = await startServiceProcess({ DATA_DIR: to, SECRET_KEY: '' });
    expect(await readSide(second, demo)).toEqual({ ...(before as object), config: expect.objectContaining({ name: expect.any(String) }) });
    expect(readFileSync(join(to, 'files', file), 'utf8')).toBe('a logo');
    await second.end();
    expect(readFileSync(join(to, 'secret-key'), 'utf8')).toBe(readFileSync(join(from, 'secret-key'), 'utf8').trim());

    const manifest = JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8'));
    const changed = (change: object) => writeFileSync(join(backup, 'manifest.json'), JSON.stringify({ ...manifest, ...change }));
    changed({ database: { ...manifest.database, migrations: [...manifest.database.migrations, '9999-later'] } });
    expect(await call('restore', backup, { DATA_DIR: join(folder, 'third') })).toContain(
      'the backup is of a newer release, whose migrations this one does not know: 9999-later',
    );
    changed({ format: 2 });
    expect(await call('restore', backup, { DATA_DIR: join(folder, 'third') })).toContain('format 2');
    changed({});
    writeFileSync(join(backup, 'files', file), 'another logo');
    expect(await call('restore', backup, { DATA_DIR: join(folder, 'third') })).toBe(`error: the backup is damaged: files/${file}`);
    expect(readdirSync(folder).sort()).toEqual(['backups', 'from', 'to']);
  },
  LIMIT_MS,
);

/** Whether there is a pg_dump that can read the server of the tests. */
async function canDump(): Promise<boolean> {
  try {
    const [, major] = /(\d+)/.exec(execFileSync('pg_dump', ['--version'], { encoding: 'utf8' })) ?? [];
    const client = new pg.Client({ connectionString: process.env.TEST_SERVER_URL });
    await client.connect();
    const { rows } = await client.query(`select current_setting('server_version_num')::int / 10000 as major`);
    await client.end();
    return Number(major) >= rows[0].major;
  } catch {
    return false;
  }
}

const dumps = await canDump();

(dumps ? test : test.skip)(
  'a backup of a PostgreSQL server is restored into an empty database, and into no other',
  async () => {
    const databases: TestDatabase[] = [];
    const newDatabase = async (locale?: string) => {
      const database = await createTestDatabase(locale);
      databases.push(database);
      return database.url;
    };
    try {
      const [from, to, used] = [await newDatabase(''), await newDatabase(''), await newDatabase()];
      const backup = join(folder, 'backup');
      const first = await startServiceProcess({ DATABASE_URL: from, DATA_DIR: join(folder, 'from'), SECRET_KEY: KEY, DEMO_SEED: '1' });
      const demo = JSON.parse(readFileSync(join(folder, 'from', 'demo.json'), 'utf8'));
      await fill(first, demo);
      const before = await readSide(first, demo);
      const file = addFile(join(folder, 'from'));
      const settings = { DATABASE_URL: from, DATA_DIR: join(folder, 'from'), SECRET_KEY: KEY };
      expect(await call('backup', backup, settings)).toBe(`backed up to ${backup}`);
      expect(await call('backup', join(folder, 'none'), { ...settings, PATH: '/nowhere' })).toContain('pg_dump is not on the PATH');
      await first.end();
      const restored = { DATABASE_URL: to, DATA_DIR: join(folder, 'to') };
      expect(await call('restore', backup, { ...restored, DATABASE_URL: used })).toBe('error: the database of DATABASE_URL is not empty');
      expect(await call('restore', backup, { DATA_DIR: join(folder, 'to') })).toContain('set DATABASE_URL to an empty database');
      expect(await call('restore', backup, restored)).toBe(`restored from ${backup}`);
      expect(readFileSync(join(folder, 'to', 'secret-key'), 'utf8')).toBe(KEY);
      const second = await startServiceProcess({ ...restored, SECRET_KEY: '' });
      expect(await readSide(second, demo)).toEqual(before);
      expect(readFileSync(join(folder, 'to', 'files', file), 'utf8')).toBe('a logo');
      await second.end();
    } finally {
      for (const database of databases) await database.drop();
    }
  },
  LIMIT_MS,
);
