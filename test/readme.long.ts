import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readConfig } from '../src/config.ts';
import { GUIDES } from '../src/http/guides.ts';
import { takesAtMost } from './support/bound.ts';
import { freePort } from './support/redis.ts';

takesAtMost(240);

const [README, OPERATIONS, DEVELOPMENT, CLIENT] = ['README.md', GUIDES.operations, GUIDES.development, 'scripts/sdk/README.md'].map((file) =>
  readFileSync(file, 'utf8'),
) as [string, string, string, string];
const blocksOf = (text: string) => [...text.matchAll(/^```(sh|ts)\n(.*?)^```$/gms)].map(([, language = '', block = '']) => ({ language, text: block }));
const blocks = [README, OPERATIONS, DEVELOPMENT].flatMap(blocksOf);
const isShell = (start: string) => (block: { language: string; text: string }) => block.language === 'sh' && block.text.startsWith(start);
const production = blocks.find(isShell('export DATABASE_URL'))?.text;
/** What needs more than a service on this machine, and has tests of its own. */
const ELSEWHERE = [
  'make start',
  'export DATABASE_URL',
  'scripts/container/',
  'kubectl',
  'make backup',
  'export COMPOSE_FILE',
  'cp -a /backups',
  'export S3_BUCKET',
  'make sdk',
].map((start) => blocks.find(isShell(start)));
/** The program of the client's own README is a part of one. */
const tour = [...blocks, ...blocksOf(CLIENT).filter(isShell('node_modules/.bin/openapi-typescript'))].filter((block) => !ELSEWHERE.includes(block));
/** Backups and containers have tests of their own. The packed client is tested in a project of its own. Here, its source takes its place. */
const withSource = (program: string): string => program.replace("'@lms/client'", "'./scripts/sdk/index.ts'");

const COMPILER = ['--noEmit', '--strict', '--skipLibCheck', '--allowImportingTsExtensions', '--target', 'es2023', '--module', 'nodenext', '--types', 'node'];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lms-readme-'));
  for (const name of ['node_modules', 'scripts', 'generated', 'test']) symlinkSync(resolve(name), join(folder, name));
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  // Reports every response of curl.
  writeFileSync(join(folder, '.curlrc'), 'write-out = "%{stderr}%{http_code} %{method} %{url}\\n"\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const environment = () => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !['DATABASE_URL', 'REDIS_URL', 'NODE_OPTIONS', 'MAKEFLAGS'].includes(name))),
  PATH: `${resolve('node_modules/.bin')}:${process.env.PATH}`,
  CURL_HOME: folder,
});

const bash = (script: string) => spawnSync('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder, env: environment(), encoding: 'utf8' });

test('each block of commands that is not run here stands in a guide', () => {
  expect(ELSEWHERE.filter((block) => !block)).toEqual([]);
});

test('every make target that the README and the guides name exists', () => {
  const targets = new Set([...`${README}${OPERATIONS}${DEVELOPMENT}`.matchAll(/(?:^|`)make ([a-z-]+)/gm)].map(([, target = '']) => target));
  expect(targets.size).toBeGreaterThan(10);
  const missing = [...targets].filter((target) => spawnSync('make', ['--dry-run', target], { env: environment() }).status !== 0);
  expect(missing).toEqual([]);
});

test("the service accepts the settings for external servers that the operator's guide shows", () => {
  const shown = bash(production?.replace('make start', 'exec node -p "JSON.stringify(process.env)"') ?? '');
  expect(readConfig(JSON.parse(shown.stdout))).toMatchObject({ publicUrl: 'https://learn.example.org', trustProxy: 1 });
});

test('all commands of the README and the guides run and its program compiles, one after the other against the service that `make start` starts', async () => {
  const port = await freePort();
  const service = spawn('make', ['start'], {
    env: { ...environment(), PORT: String(port), DATA_DIR: join(folder, '.data') },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let greeting = '';
  for await (const chunk of service.stderr.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    greeting += chunk;
    if (greeting.includes('Demo sign-in')) break;
  }
  expect(greeting).toContain(`http://localhost:${port}/docs`);
  const run = bash(
    [{ language: 'sh', text: `export LMS_URL=http://localhost:${port}\n` }, ...tour]
      .map(({ language, text }) => (language === 'sh' ? text : `cat > example.ts <<'END'\n${withSource(text)}END\nnode example.ts\n`))
      .join('\n')
      .replaceAll('localhost:3000', `localhost:${port}`)
      .replaceAll('https://learn.example.org', `http://localhost:${port}`),
  );
  service.kill('SIGTERM');
  await once(service, 'exit');
  const responses = run.stderr.split('\n').filter((line) => /^\d{3} [A-Z]+ http/.test(line));
  expect({ status: run.status, failed: responses.filter((line) => !line.startsWith('2')), stderr: run.status ? run.stderr : '' }).toEqual({
    status: 0,
    failed: [`400 POST http://localhost:${port}/api/v1/agent/courses/`],
    stderr: '',
  });
  expect(responses.length).toBeGreaterThan(12);
  expect(run.stdout).toContain('Typed from end to end (all_levels)');
  const own = ['.curlrc', '.data', 'example.ts', 'generated', 'lms.ts', 'node_modules', 'package.json', 'scripts', 'test'];
  expect(readdirSync(folder).filter((name) => !own.includes(name))).toEqual([]);
  const compiled = spawnSync('tsc', [...COMPILER, 'example.ts'], { cwd: folder, env: environment(), encoding: 'utf8' });
  expect(compiled.stdout).toBe('');
});
