import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize, resolve } from 'node:path';
import { ALPHABETS, EAST_ASIAN } from '../src/platform/typeset/fonts.ts';

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };

/** What starts without the packages for development: the targets of the Makefile with $(STARTABLE), and the command line. */
const ENTRIES = ['src/main.ts', 'scripts/migrate.ts', 'scripts/backup/backup.ts', 'scripts/backup/restore.ts', 'scripts/jobs/main.ts', 'scripts/cli/main.ts'];
const IMPORT = /(?:^|\n)(?:import|export) (?!type )(?:[^'";]*? from )?'([^']+)'|\bimport\('([^']+)'\)/g;

test('everything that the service, the commands for operators and the command line load is among the packages that `make start` installs', () => {
  const missing: string[] = [];
  const files = new Set(ENTRIES);
  for (const file of files)
    for (const [, always, later] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const name = (always ?? later) as string;
      const [, own = ''] = /^((?:@[^/]+\/)?[^/]+)/.exec(name) ?? [];
      if (name.startsWith('.')) files.add(normalize(join(dirname(file), name)));
      else if (!name.startsWith('node:') && !(own in dependencies)) missing.push(`${file}: ${name}`);
    }
  expect(files.size).toBeGreaterThan(1000);
  expect(missing).toEqual([]);
});

test('each target of the Makefile that operators call needs only what `make start` installs', () => {
  const makefile = readFileSync('Makefile', 'utf8');
  const light = [...makefile.matchAll(/^([a-z-]+): \$\(STARTABLE\)$/gm)].map(([, target]) => target);
  expect(light.sort()).toEqual(['backup', 'jobs', 'migrate', 'restore', 'sbom', 'setup-link', 'start']);
});

test('npm compares every package, for each platform, with a checksum', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, { integrity?: string }> };
  expect(Object.entries(packages).filter(([path, { integrity }]) => path !== '' && !integrity?.startsWith('sha512-'))).toEqual([]);
});

describe('an installation', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lms-installation-'));
  const inFolder = (path: string) => join(folder, path);
  beforeAll(() => {
    for (const path of ['scripts', 'bin', 'node_modules']) mkdirSync(inFolder(path));
    copyFileSync('scripts/install.mjs', inFolder('scripts/install.mjs'));
    writeFileSync(inFolder('package.json'), '{"engines":{"node":">=20"}}');
    writeFileSync(inFolder('package-lock.json'), '{"packages":{"":{},"node_modules/one":{"version":"1.0.0"}}}');
    writeFileSync(inFolder('node_modules/old.js'), '');
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const install = () =>
    spawnSync(process.execPath, ['scripts/install.mjs', 'start'], { cwd: folder, encoding: 'utf8', env: { PATH: `${inFolder('bin')}:/usr/bin:/bin` } });

  test('of which a part was interrupted is completed by the next one, and passes neither for that nor for the whole', () => {
    const done = '{"packages":{"node_modules/one":{"version":"1.0.0"}}}';
    writeFileSync(
      inFolder('bin/npm'),
      `#!/bin/sh\nmkdir -p node_modules/.bin && : > node_modules/.bin/node\necho '${done}' > node_modules/.package-lock.json\n`,
      {
        mode: 0o755,
      },
    );
    writeFileSync(inFolder('scripts/prune.mjs'), "process.kill(process.pid, 'SIGKILL');");
    expect(install().status).not.toBe(0);
    expect(existsSync(inFolder('node_modules/.package-lock.json'))).toBe(false);
    const startable = () => statSync(inFolder('node_modules/.startable.json')).mtimeMs;
    expect(startable()).toBeLessThan(statSync(inFolder('package-lock.json')).mtimeMs);
    writeFileSync(inFolder('scripts/prune.mjs'), "import { rmSync } from 'node:fs'; rmSync('node_modules/old.js');");
    expect(install()).toMatchObject({ status: 0, stderr: '' });
    expect(existsSync(inFolder('node_modules/old.js'))).toBe(false);
    expect(startable()).toBeGreaterThan(statSync(inFolder('package-lock.json')).mtimeMs);
  });
});

test('without npm, an installation says what is missing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lms-without-npm-'));
  writeFileSync(join(folder, 'package-lock.json'), '{"packages":{"":{}, "node_modules/one":{"version":"1.0.0"}}}');
  const { status, stderr } = spawnSync(process.execPath, [resolve('scripts/install.mjs'), 'start'], { cwd: folder, encoding: 'utf8', env: { PATH: folder } });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^Installing 1 packages .*\nerror: npm is missing; install it \(.*\)\n$/);
  rmSync(folder, { recursive: true });
});

test('each font that documents name is installed', () => {
  for (const { folders, file } of [...ALPHABETS, ...EAST_ASIAN]) {
    expect(existsSync(file)).toBe(true);
    for (const folder of folders) expect(readdirSync(folder).some((name) => name.endsWith('.ttf'))).toBe(true);
  }
});

test('what nothing loads is deleted after an installation: other weights of fonts and source maps, and for a start alone also types', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lms-packages-'));
  const files = ['@expo-google-fonts/noto-sans/400Regular/a.ttf', '@expo-google-fonts/noto-sans/900Black/a.ttf', 'one/a.js', 'one/a.js.map', 'one/a.d.ts'];
  for (const file of files) {
    mkdirSync(dirname(join(folder, 'node_modules', file)), { recursive: true });
    writeFileSync(join(folder, 'node_modules', file), '');
  }
  const left = () => files.filter((file) => existsSync(join(folder, 'node_modules', file)));
  const prune = (...words: string[]) => execFileSync(process.execPath, [resolve('scripts/prune.mjs'), ...words], { cwd: folder });
  prune();
  expect(left()).toEqual([files[0], files[2], files[4]]);
  prune('start');
  expect(left()).toEqual([files[0], files[2]]);
  rmSync(folder, { recursive: true });
});
