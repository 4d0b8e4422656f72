import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, normalize, resolve } from 'node:path';
import { ALPHABETS, EAST_ASIAN } from '../src/platform/typeset/fonts.ts';

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };

/** What starts without the packages for development: the targets of the Makefile with $(STARTABLE), and the command line. */
const ENTRIES = [
  'src/main.ts',
  'scripts/migrate.ts',
  'scripts/backup/backup.ts',
  'scripts/backup/restore.ts',
  'scripts/files-to-bucket.ts',
  'scripts/jobs/main.ts',
  'scripts/cli/main.ts',
];
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
  expect(light.sort()).toEqual(['backup', 'files-to-bucket', 'jobs', 'migrate', 'restore', 'sbom', 'setup-link', 'start']);
});

test('npm compares every package, for each platform, with a checksum', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, { integrity?: string }> };
  expect(Object.entries(packages).filter(([path, { integrity }]) => path !== '' && !integrity?.startsWith('sha512-'))).toEqual([]);
});

describe('an installation', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lms-installation-'));
  const inFolder = (path: string) => join(folder, path);
  beforeAll(() => {
    for (const path of ['scripts', 'bin', 'src/platform/folders']) mkdirSync(inFolder(path), { recursive: true });
    for (const path of ['scripts/install.mjs', 'src/platform/folders/claim.mjs', 'Makefile']) copyFileSync(path, inFolder(path));
    writeFileSync(inFolder('package.json'), '{"engines":{"node":">=20"}}');
    writeFileSync(
      inFolder('package-lock.json'),
      '{"packages":{"":{},"node_modules/one":{"version":"1.0.0"},"node_modules/two":{"version":"1.0.0","dev":true}}}',
    );
  });
  beforeEach(() => {
    rmSync(inFolder('node_modules'), { recursive: true, force: true });
    mkdirSync(inFolder('node_modules'));
    writeFileSync(inFolder('node_modules/old.js'), '');
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const options = { cwd: folder, env: { PATH: `${inFolder('bin')}:/usr/bin:/bin` } };
  const install = () => spawnSync(process.execPath, ['scripts/install.mjs', 'start'], { ...options, encoding: 'utf8' });
  const DONE = '{"packages":{"node_modules/one":{"version":"1.0.0"}}}';
  const putProgram = (name: string, lines: string) => writeFileSync(inFolder(`bin/${name}`), `#!/bin/sh\n${lines}\n`, { mode: 0o755 });

  test('of which a part was interrupted is completed by the next one, and passes neither for that nor for the whole', () => {
    putProgram('npm', `mkdir -p node_modules/.bin && : > node_modules/.bin/node\necho '${DONE}' > node_modules/.package-lock.json`);
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

  /** Runs two at once. Npm goes on when the second one says that it waits. Returns what both said, and how often npm installed. */
  async function installTwice(whenBothRun: (first: ChildProcess) => void): Promise<{ said: string[]; codes: (number | null)[]; times: number }> {
    writeFileSync(inFolder('scripts/prune.mjs'), '');
    execFileSync('mkfifo', [inFolder('begun'), inFolder('go')]);
    putProgram(
      'npm',
      `[ "$1" = ci ] || exit 0
echo >> times; mkdir -p node_modules/.bin; : > node_modules/.bin/node
if [ -p go ]; then echo > begun; cat go; fi
echo '${DONE}' > node_modules/.package-lock.json`,
    );
    const said = ['', ''];
    const children: ChildProcess[] = [];
    const begin = () => {
      const place = children.length;
      const child = spawn(process.execPath, ['scripts/install.mjs', 'start'], { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
      children.push(child);
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        said[place] += text;
      });
      return child;
    };
    const first = begin();
    const ends = [once(first, 'exit')];
    await readFile(inFolder('begun'));
    const second = begin();
    ends.push(once(second, 'exit'));
    await once(second.stderr as NonNullable<typeof second.stderr>, 'data');
    whenBothRun(first);
    const go = writeFile(inFolder('go'), '').then(() => rmSync(inFolder('go')));
    const codes = (await Promise.all(ends)).map(([code]) => code as number | null);
    await go;
    const times = readFileSync(inFolder('times'), 'utf8').length;
    for (const path of ['begun', 'times']) rmSync(inFolder(path));
    return { said, codes, times };
  }

  const INSTALLS = expect.stringMatching(/^Installing 1 packages .*\n$/);
  const WAITS = 'Another process installs packages here. Waiting for its end.\n';

  test('that begins while another one runs waits for its end, says so, and takes what it has installed', async () => {
    expect(await installTwice(() => {})).toEqual({ said: [INSTALLS, WAITS], codes: [0, 0], times: 1 });
  });

  test('that was killed leaves nothing that keeps the next one from installing, which waits only for its npm', async () => {
    const { said, codes, times } = await installTwice((first) => first.kill('SIGKILL'));
    expect({ said, codes, times }).toEqual({ said: [INSTALLS, expect.stringMatching(`^${WAITS}Installing 1 packages .*\n$`)], codes: [null, 0], times: 2 });
  });

  test('whose npm has no place for its cache is refused with the settings for it, and not with the advice to run as root', () => {
    putProgram('npm', `[ "$1" = config ] && echo '{"cache":"${inFolder('package.json')}/.npm"}'`);
    const { status, stderr } = install();
    expect([status, stderr.split('\n')[1]]).toEqual([
      1,
      `error: npm cannot write to its cache ${inFolder('package.json')}/.npm; set HOME or npm_config_cache to a folder of this user`,
    ]);
  });

  test('with a Node.js that is too old is refused with the version that is needed, and without a line of make', () => {
    writeFileSync(
      inFolder('old.cjs'),
      "Object.defineProperty(process, 'versions', { value: { node: '18.20.8' } }); Object.defineProperty(process, 'version', { value: 'v18.20.8' });",
    );
    putProgram('node', `exec ${process.execPath} --require ./old.cjs "$@"`);
    const { stdout, stderr } = spawnSync('make', ['start'], { ...options, encoding: 'utf8' });
    rmSync(inFolder('bin/node'));
    expect([stdout, stderr]).toEqual(['', 'error: Node.js 20 or newer is needed, and this is v18.20.8\n']);
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
