import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { type EmbeddedPostgres, postgresUser, startEmbeddedPostgres } from '../../src/platform/database/embedded.ts';
import { takesAtMost } from '../support/bound.ts';
import {
  buildImage,
  type Compose,
  type Container,
  Containers,
  environmentOf,
  hasProgram,
  type Image,
  inFolder,
  makeSecrets,
  readCompose,
} from '../support/container.ts';
import { type Haproxy, startHaproxy } from '../support/haproxy.ts';
import { freePort, startRedis, type TestRedis } from '../support/redis.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';

takesAtMost(240);

/** The programs of the other services of compose.yaml. CI has all of them. */
const isComplete = ['redis-server', 'pgbouncer', 'haproxy', 'psql'].every(hasProgram);

(isComplete ? describe : describe.skip)('what the Dockerfile installs and compose.yaml sets,', () => {
  let folder: string;
  let image: Image;
  let containers: Containers;
  let compose: Compose;
  let postgres: EmbeddedPostgres;
  let pooler: ChildProcess;
  let redis: TestRedis;
  let s3: S3Server;
  let proxy: Haproxy;
  let webPort: number;
  let site: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lms-container-'));
    chmodSync(folder, 0o755);
    const secrets = join(folder, 'secrets');
    makeSecrets(secrets);
    chmodSync(secrets, 0o755);
    const secret = (name: string) => join(secrets, name);
    const change = (name: string, content: (now: string) => string) => {
      const changed = content(readFileSync(secret(name), 'utf8'));
      rmSync(secret(name));
      writeFileSync(secret(name), changed, { mode: 0o444 });
    };
    [image, postgres, redis, s3, webPort] = await Promise.all([
      buildImage(folder),
      startEmbeddedPostgres({ directory: join(folder, 'postgres'), disposable: true }),
      startRedis(['--aclfile', secret('redis-users')]),
      startS3Server(),
      freePort(),
    ]);
    execFileSync('psql', [postgres.url, '--quiet', '--set=ON_ERROR_STOP=1', '--file', inFolder('database.sql')], {
      env: { ...process.env, DATABASE_PASSWORD_FILE: secret('database-password') },
    });
    const poolerPort = await freePort();
    const { host, port } = new URL(postgres.url);
    pooler = await startPooler(poolerPort, Number(port), secret('pgbouncer-users'));
    change('database-url', (url) => url.replace('pgbouncer:6432', `127.0.0.1:${poolerPort}`));
    change('database-direct-url', (url) => url.replace('postgres:5432', host));
    change('redis-url', (url) => url.replace('redis:6379', new URL(redis.url).host));
    const { credentials, endpoint } = s3.settings;
    change('s3-access-key', () => credentials?.accessKeyId ?? '');
    change('s3-secret-key', () => credentials?.secretAccessKey ?? '');
    proxy = await startHaproxy([webPort, await freePort()], { host: 'localhost', address: new URL(endpoint ?? '').host });
    site = `http://127.0.0.1:${proxy.port}`;
    compose = await readCompose({ PUBLIC_URL: site, FILES_URL: `http://localhost:${proxy.port}`, DEMO_SEED: '1' });
    containers = new Containers(image, join(folder, 'volume'), secrets);
    await containers.prepare();
  });

  afterAll(async () => {
    containers?.end();
    proxy?.stop();
    pooler?.kill('SIGKILL');
    await Promise.all([postgres?.stop(), redis?.stop(), s3?.close()]);
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs pgbouncer.ini, which refuses to run as root. */
  async function startPooler(listenPort: number, serverPort: number, users: string): Promise<ChildProcess> {
    const settings = readFileSync(inFolder('pgbouncer.ini'), 'utf8')
      .replace('host=postgres port=5432', `host=127.0.0.1 port=${serverPort}`)
      .replace('listen_addr = 0.0.0.0', 'listen_addr = 127.0.0.1')
      .replace('listen_port = 6432', `listen_port = ${listenPort}`)
      .replace('/run/secrets/pgbouncer-users', users);
    mkdirSync(join(folder, 'pooler'));
    writeFileSync(join(folder, 'pooler', 'pgbouncer.ini'), settings);
    const as = process.getuid?.() === 0 ? await postgresUser() : {};
    const child = spawn('pgbouncer', [join(folder, 'pooler', 'pgbouncer.ini')], {
      ...as,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: `${process.env.PATH}:/usr/sbin` },
    });
    let said = '';
    for await (const text of child.stderr.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
      said += text;
      if (said.includes('process up')) return child;
    }
    throw new Error(`PgBouncer ended: ${said}`);
  }

  /** A container of a service of compose.yaml. */
  const start = (service: string, env: Record<string, string> = {}): Container =>
    containers.start({ ...environmentOf(compose, service), ...env }, compose.services[service]?.command);

  const finish = (service: string, env: Record<string, string> = {}) =>
    containers.run([...image.entrypoint, ...(compose.services[service]?.command ?? [])], { ...environmentOf(compose, service), ...env });

  test('runs as its user, and can write only to the volume and /tmp', async () => {
    const { uid } = image.user;
    expect(uid).toBeGreaterThan(0);
    const program = `
      const { writeFileSync } = await import('node:fs');
      const write = (path) => { try { writeFileSync(path, ''); return 'written'; } catch ({ code }) { return code === 'EACCES' ? 'EROFS' : code; } };
      const paths = ['file', 'src/main.ts', 'node_modules/file', process.env.DATA_DIR + '/file', '/tmp/lms-container-file'];
      console.log(JSON.stringify([process.getuid(), paths.map(write)]));`;
    const { code, out } = await containers.run(['node', '--input-type=module', '-e', program]);
    expect([code, JSON.parse(out)]).toEqual([0, [uid, ['EROFS', 'EROFS', 'EROFS', 'written', 'written']]]);
  });

  test('has the weights of the fonts that documents use, and no others', async () => {
    const program = `
      import { globSync, writeSync } from 'node:fs';
      import { ALPHABETS, EAST_ASIAN } from '/app/src/platform/typeset/fonts.ts';
      const inFolder = (folder) => globSync(folder + '/**/*.ttf');
      const used = [...ALPHABETS, ...EAST_ASIAN].map(({ folders }) => folders.map((folder) => inFolder(folder).length));
      writeSync(1, JSON.stringify({ used, all: inFolder('/app/node_modules').length }));`;
    const { code, out } = await containers.run(['node', '--input-type=module', '-e', program]);
    expect([code, JSON.parse(out)]).toEqual([0, { used: Array(9).fill([1, 1]), all: 18 }]);
  });

  test('has every package and file that a module of the service loads', async () => {
    const program = `
      import { globSync, writeSync } from 'node:fs';
      const files = globSync('{src,scripts/jobs}/**/*.ts').filter((file) => !/(^src\\/main|scripts\\/jobs\\/main|worker)\\.ts$/.test(file));
      const loaded = await Promise.allSettled(files.map((file) => import(process.cwd() + '/' + file)));
      const failed = loaded.flatMap(({ reason }) => reason ? [reason.message] : []);
      // A library among them silences the console.
      writeSync(1, JSON.stringify({ files: files.length, failed }));
      process.exit();`;
    const { code, out } = await containers.run(['node', '--input-type=module', '-e', program]);
    expect([code, JSON.parse(out)]).toEqual([0, { files: expect.any(Number), failed: [] }]);
    expect(JSON.parse(out).files).toBeGreaterThan(500);
  });

  test('makes the bucket if there is none', async () => {
    // The S3 server of the other tests does not accept the signatures of the paths of buckets.
    const asked: string[] = [];
    const server = createServer(({ method = '', url = '' }, response) => {
      const isThere = asked.some((each) => each.startsWith('PUT'));
      asked.push(`${method} ${url}`);
      response.writeHead(method === 'PUT' || isThere ? 200 : 404).end();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const S3_ENDPOINT = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await finish('bucket', { S3_ENDPOINT })).toEqual({ code: 0, out: 'created the bucket files\n' });
    expect(await finish('bucket', { S3_ENDPOINT })).toEqual({ code: 0, out: 'the bucket files exists\n' });
    expect(asked).toEqual(['HEAD /files/', 'PUT /files/', 'HEAD /files/']);
    server.closeAllConnections();
    server.close();
  });

  test('migrates once, serves a journey through the proxy with workers, and stops on its signal', async () => {
    const unhealthy = await containers.run(image.health, { PORT: String(webPort) });
    expect([unhealthy.code, unhealthy.out]).toEqual([1, expect.stringMatching(/^error: http:\/\/127\.0\.0\.1:\d+\/healthz does not respond: /)]);
    expect(await finish('migrate')).toEqual({ code: 0, out: expect.stringMatching(/^applied 0001/) });
    expect(await finish('migrate')).toEqual({ code: 0, out: 'nothing to apply\n' });

    const web = start('web-1', { PORT: String(webPort), DRAIN_NOTICE_SECONDS: '1' });
    const jobsPort = String(await freePort());
    const [greeting] = await Promise.all([web.said('Demo sign-in'), start('jobs', { PORT: jobsPort, DEMO_SEED: '0' }).said('Jobs, health')]);
    expect(await containers.run(image.health, { PORT: String(webPort) })).toEqual({ code: 0, out: '' });
    expect(await containers.run(image.health, { PORT: jobsPort })).toEqual({ code: 0, out: '' });

    const [, email = '', password = ''] = /Demo sign-in +(\S+) \/ (\S+)/.exec(greeting) ?? [];
    const headers: Record<string, string> = { Origin: site };
    const ask = async (path: string, body: object) => {
      const form = body instanceof FormData ? body : JSON.stringify(body);
      const type: Record<string, string> = body instanceof FormData ? {} : { 'Content-Type': 'application/json' };
      const answer = await fetch(`${site}/api/v1/${path}`, { method: 'POST', headers: { ...headers, ...type }, body: form });
      const cookie = answer.headers.getSetCookie().find((set) => set.includes('lms_session='));
      if (cookie) headers.Cookie = cookie.split(';')[0] as string;
      return { status: answer.status, body: (await answer.json()) as Record<string, string> };
    };
    while ((await fetch(`${site}/readyz`)).status !== 200);
    expect((await ask('auth/login/', { email, password })).status).toBe(200);
    expect(await ask('courses/', { title: 'In a container' })).toMatchObject({ status: 201, body: { title: 'In a container' } });

    const form = new FormData();
    const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'logo.png');
    const logo = await ask('tenants/logo/', form);
    expect(logo.status).toBe(200);
    const shown = await fetch(logo.body.logo_url as string);
    expect([shown.status, shown.headers.get('Content-Type')]).toEqual([200, 'image/webp']);

    expect(await web.stop()).toBe(0);
  });
});
