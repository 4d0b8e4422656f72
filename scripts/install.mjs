// Installs the packages of package-lock.json. Usage: node scripts/install.mjs [start]
// With `start`, only those that `make start` and the commands for operators need. It runs on the Node.js of the machine, which is 20 or newer.
import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { claim, untilReleased } from '../src/platform/folders/claim.mjs';

const ALL = 'node_modules/.package-lock.json';
/** What npm has noted of an installation without the packages for development. It does not stand in the place of the whole. */
const STARTABLE = 'node_modules/.startable.json';

const onlyStart = process.argv[2] === 'start';
const target = onlyStart ? STARTABLE : ALL;
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));

const claimed = await claimInTurn();
if (!isInstalled(target)) {
  const [megabytes, minutes] = onlyStart ? [440, 'a quarter of a minute to two minutes'] : [940, 'half a minute to four minutes'];
  console.error(`Installing ${wantedFor(target).length} packages (about ${megabytes} MB) into node_modules/. This happens once, and takes ${minutes}.`);
  const words = ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...(onlyStart ? ['--omit=dev'] : [])];
  const { error, status } = installAt(words);
  if (error || status !== 0) {
    // Otherwise npm has said why.
    if (error?.code === 'ENOENT') console.error('error: npm is missing; install it (it comes with Node.js, and some systems have it as a package of its own)');
    process.exit(1);
  }
  useNode();
  if (onlyStart) renameSync(ALL, STARTABLE);
  else rmSync(STARTABLE, { force: true });
  // Until what nothing loads is deleted, make takes it for old. An interruption then leaves no installation that passes for another.
  utimesSync(target, 0, 0);
}
execFileSync(process.execPath, ['scripts/prune.mjs', ...(onlyStart ? ['start'] : [])], { stdio: 'inherit' });
utimesSync(target, new Date(), new Date());

/** Two installations in one folder would delete each other's packages. Ends the process if another one has installed everything meanwhile. */
async function claimInTurn() {
  for (let hasWaited = false; ; hasWaited = true) {
    const turn = await claim('.');
    if (turn && hasWaited && onlyStart && isInstalled(ALL)) process.exit();
    if (turn) return turn;
    if (!hasWaited) console.error('Another process installs packages here. Waiting for its end.');
    await untilReleased('.');
  }
}

/**
 * Installs from a copy of the lock file that has the address of each package. Without addresses npm asks the registry for the description of each, which takes
 * as long again as the rest. They are not in the lock file itself, because which registry npm uses is a setting of the machine. A registry that has its
 * packages at other addresses is asked.
 */
function installAt(words) {
  const ADDRESSED = 'npm-shrinkwrap.json';
  // It has the claim, too, because it goes on if this process is killed.
  const stdio = ['ignore', 'pipe', 'pipe', claimed.descriptor ?? 'ignore'];
  const npm = (...args) => spawnSync('npm', args, { encoding: 'utf8', stdio, shell: process.platform === 'win32' });
  const asked = npm('config', 'list', '--json');
  if (asked.error) return asked;
  const settings = JSON.parse(asked.stdout || '{}');
  requireCache(settings.cache);
  const addressOf = (path, { name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length), version }) =>
    `${(settings[`${name.split('/')[0]}:registry`] ?? settings.registry).replace(/\/$/, '')}/${name}/-/${name.split('/').at(-1)}-${version}.tgz`;
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  for (const [path, each] of Object.entries(lock.packages)) if (path !== '' && settings.registry) each.resolved ??= addressOf(path, each);
  let tried;
  try {
    writeFileSync(ADDRESSED, JSON.stringify(lock));
    tried = npm(...words);
  } finally {
    rmSync(ADDRESSED, { force: true });
  }
  if (tried.status !== 0 && /\bE404\b/.test(tried.stderr ?? '')) tried = npm(...words);
  if (tried.status !== 0) process.stderr.write(tried.stderr ?? '');
  return tried;
}

/** Npm advises to run as root if it cannot write to its cache. */
function requireCache(folder = '.') {
  let existing = resolve(folder);
  while (!existsSync(existing)) existing = dirname(existing);
  try {
    accessSync(`${existing}/.`, constants.W_OK);
  } catch {
    console.error(`error: npm cannot write to its cache ${folder}; set HOME or npm_config_cache to a folder of this user`);
    process.exit(1);
  }
}

/** Where npm has no Node.js, such as on macOS, that of the machine is used. */
function useNode() {
  const link = 'node_modules/.bin/node';
  if (existsSync(link)) return;
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  const least = Number(engines.node.replace('>=', ''));
  if (Number.parseInt(process.versions.node, 10) < least) {
    console.error(
      `error: npm has no Node.js for ${process.platform} on ${process.arch}; install version ${least} or newer of it (this is ${process.versions.node})`,
    );
    process.exit(1);
  }
  mkdirSync('node_modules/.bin', { recursive: true });
  symlinkSync(process.execPath, link);
}

function wantedFor(file) {
  return Object.entries(packages).filter(([path, { dev }]) => path !== '' && !(file === STARTABLE && dev));
}

/** Whether the packages are those of the lock file, which also changes without them. Optional ones can be for other platforms. */
function isInstalled(file) {
  try {
    const installed = JSON.parse(readFileSync(file, 'utf8')).packages;
    const wanted = wantedFor(file);
    const names = new Set(wanted.map(([path]) => path));
    return (
      wanted.every(([path, { version, optional }]) => (installed[path] ? installed[path].version === version : optional)) &&
      Object.keys(installed).every((path) => names.has(path))
    );
  } catch {
    return false;
  }
}
