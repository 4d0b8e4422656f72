import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { chmod, copyFile, cp, mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { parse } from 'yaml';
import type { LogLine } from './log.ts';

const FOLDER = 'scripts/container';

interface Instruction {
  name: string;
  rest: string;
}

export interface Stage {
  name: string;
  base: string;
  instructions: Instruction[];
}

/** Reads the stages of the Dockerfile, with the default values of its arguments. */
export function readDockerfile(): Stage[] {
  const lines = readFileSync(join(FOLDER, 'Dockerfile'), 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter(Boolean);
  const stages: Stage[] = [];
  const given: Record<string, string> = {};
  for (const line of lines) {
    const name = line.split(' ', 1)[0] as string;
    const rest = line.slice(name.length + 1).replaceAll(/\$\{(\w+)\}/g, (_whole, variable: string) => given[variable] ?? '');
    const [variable = '', value = ''] = rest.split('=');
    const [base = '', , as = ''] = rest.split(' ');
    if (name === 'ARG') given[variable] = value;
    else if (name === 'FROM') stages.push({ name: as, base, instructions: [] });
    else stages.at(-1)?.instructions.push({ name, rest });
  }
  return stages;
}

/** What an image says about the containers that run it. */
export interface ImageSettings {
  env: Record<string, string>;
  user: { uid: number; gid: number };
  workdir: string;
  volume: string;
  stopSignal: string;
  entrypoint: string[];
  command: string[];
  health: string[];
}

/** @throws SyntaxError if a command is not in the form that needs no shell */
export function settingsOf({ instructions }: Stage): ImageSettings {
  const last = (name: string) => instructions.findLast((each) => each.name === name)?.rest ?? '';
  const words = (rest: string) => JSON.parse(rest) as string[];
  const [uid = 0, gid = 0] = last('USER').split(':').map(Number);
  const env = instructions.filter(({ name }) => name === 'ENV').flatMap(({ rest }) => rest.split(' '));
  return {
    env: Object.fromEntries(env.map((each) => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)])),
    user: { uid, gid },
    workdir: last('WORKDIR'),
    volume: last('VOLUME'),
    stopSignal: last('STOPSIGNAL'),
    entrypoint: words(last('ENTRYPOINT')),
    command: words(last('CMD')),
    health: words(last('HEALTHCHECK').replace(/^.*?CMD /, '')),
  };
}

/** What the builder may read: the files that .dockerignore names as exceptions from its first line, which leaves out everything. */
export function builderFiles(): string[] {
  const [first, ...exceptions] = readFileSync('.dockerignore', 'utf8').trim().split('\n');
  if (first !== '*' || exceptions.some((line) => !line.startsWith('!'))) throw new Error('.dockerignore must name what the builder may read');
  return exceptions.flatMap((line) => globSync(line.slice(1)));
}

export interface Image extends ImageSettings {
  /** The root folder. */
  root: string;
}

/**
 * Carries out the Dockerfile in a folder, whose root then has what the image has: of the base image, only Node.js with the libraries that it is linked
 * with. No shell is among them.
 */
export async function buildImage(folder: string): Promise<Image> {
  const context = join(folder, 'context');
  for (const path of builderFiles()) await copyInto(path, join(context, path));
  const roots: Record<string, string> = {};
  for (const { name, instructions } of readDockerfile()) {
    const root = join(folder, 'roots', name || 'image');
    roots[name] = root;
    let workdir = '/';
    for (const { name: instruction, rest } of instructions) {
      if (instruction === 'WORKDIR') {
        workdir = rest;
        await mkdir(join(root, workdir), { recursive: true });
      } else if (instruction === 'RUN') {
        const env = { PATH: process.env.PATH, HOME: process.env.HOME, npm_config_prefer_offline: 'true' };
        execFileSync('sh', ['-c', rest], { cwd: join(root, workdir), stdio: ['ignore', 'ignore', 'inherit'], env });
      } else if (instruction === 'COPY') {
        const words = rest.split(' ').filter((word) => !word.startsWith('--'));
        const [, stage] = /--from=(\S+)/.exec(rest) ?? [];
        const from = stage === undefined ? context : (roots[stage] as string);
        const target = words.pop() as string;
        for (const source of words) {
          const path = target.endsWith('/') ? join(target, basename(source)) : target;
          await copyInto(join(from, source), join(root, path.startsWith('/') ? path : join(workdir, path)), stage && '--link');
        }
      }
    }
  }
  const root = join(folder, 'roots', 'image');
  await addNode(root);
  for (const path of ['proc', 'dev', 'tmp', 'run/secrets']) await mkdir(join(root, path), { recursive: true });
  return { ...settingsOf(readDockerfile().at(-1) as Stage), root };
}

/** Copies a file, or what is in a folder; or links it, which takes no time for a hundred thousand files. */
async function copyInto(from: string, to: string, how = '--archive'): Promise<void> {
  const isFolder = statSync(from).isDirectory();
  await mkdir(isFolder ? to : dirname(to), { recursive: true });
  execFileSync('cp', ['--archive', how, isFolder ? `${from}/.` : from, to]);
}

async function addNode(root: string): Promise<void> {
  const linked = execFileSync('ldd', [process.execPath], { encoding: 'utf8' });
  const direct = [...linked.matchAll(/(\/\S+) \(0x/g)].map(([, path = '']) => path);
  // The others that come with the C library.
  const beside = dirname(direct.find((path) => basename(path).startsWith('libc.')) ?? '');
  const libraries = [...direct, ...globSync(join(beside, 'lib{anl,nss_dns,nss_files,resolv,rt,util}.so.*'))];
  for (const path of libraries) {
    await mkdir(join(root, dirname(path)), { recursive: true });
    await copyFile(await realpath(path), join(root, path));
  }
  const node = join(root, 'usr/local/bin/node');
  await mkdir(dirname(node), { recursive: true });
  await copyFile(process.execPath, node);
  await chmod(node, 0o755);
}

/** Whether this process may give a container namespaces of its own. If not, only the user and the working folder are those of the image. */
const isIsolated = process.getuid?.() === 0 && spawnSync('unshare', ['--mount', '--pid', '--fork', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;

/** Everything is read-only but the volume and /tmp. The process is the first of its namespace, which gets no signal that it does not handle. */
const ENTER = `
set -e
root=$1 volume=$2 workdir=$3 uid=$4 gid=$5
shift 5
mount --bind "$root" "$root"
mount --bind "$volume" "$root$VOLUME"
mount -t tmpfs -o mode=1777 none "$root/tmp"
mount -t proc none "$root/proc"
mount --rbind /dev "$root/dev"
mount -o remount,bind,ro "$root"
exec setpriv --no-new-privs unshare --root "$root" --wd "$workdir" --setgid "$gid" --setuid "$uid" "$@"
`;

export interface Container {
  /** Everything logged so far, of a service. */
  log: LogLine[];
  /** Resolves when standard error has this text. */
  said(text: string): Promise<string>;
  /** Sends the image's signal to stop, and returns the exit code. */
  stop(): Promise<number | null>;
}

export class Containers {
  readonly #image: Image;
  readonly #volume: string;
  readonly #secrets: string;
  readonly #running: ChildProcess[] = [];

  /** `secrets` is mounted at /run/secrets. */
  constructor(image: Image, volume: string, secrets: string) {
    [this.#image, this.#volume, this.#secrets] = [image, volume, secrets];
  }

  async prepare(): Promise<void> {
    const { root, user } = this.#image;
    await mkdir(this.#volume, { recursive: true });
    await cp(this.#secrets, join(root, 'run/secrets'), { recursive: true });
    await chmod(join(root, 'run/secrets'), 0o755);
    // Each container gets one.
    await mkdir(join(root, 'etc'), { recursive: true });
    await writeFile(join(root, 'etc/hosts'), '127.0.0.1 localhost\n');
    if (process.getuid?.() === 0) execFileSync('chown', [`${user.uid}:${user.gid}`, this.#volume]);
    else execFileSync('chmod', ['--recursive', 'a-w', join(root, 'app')]);
  }

  #spawn(words: readonly string[], given: Record<string, string>): ChildProcess {
    const { root, workdir, user, volume } = this.#image;
    const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', ...this.#image.env, ...given };
    const stdio = ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'];
    if (isIsolated) {
      const enter = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', ENTER, 'sh', root, this.#volume, workdir, String(user.uid), String(user.gid)];
      return this.#keep(spawn('unshare', [...enter, ...words], { env: { ...env, VOLUME: volume }, stdio }));
    }
    const place = (value: string) => value.replace(/^\/run\/secrets/, join(root, '$&')).replace(new RegExp(`^${volume}$`), this.#volume);
    const placed = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, place(value)]));
    const [program = '', ...rest] = words;
    const as = process.getuid?.() === 0 ? user : {};
    return this.#keep(spawn(join(root, 'usr/local/bin', program), rest, { ...as, cwd: join(root, workdir), env: placed, stdio }));
  }

  #keep(child: ChildProcess): ChildProcess {
    this.#running.push(child);
    return child;
  }

  /** Runs a command to its end. Returns its exit code and what it printed. */
  async run(words: readonly string[], env: Record<string, string> = {}): Promise<{ code: number | null; out: string }> {
    const child = this.#spawn(words, env);
    const code = new Promise<number | null>((done) => child.once('exit', done));
    const [out, errors] = await Promise.all([child.stdout, child.stderr].map((stream) => text(stream as NonNullable<typeof stream>)));
    return { code: await code, out: `${out}${errors}` };
  }

  start(env: Record<string, string>, words: readonly string[] = this.#image.command): Container {
    const child = this.#spawn([...this.#image.entrypoint, ...words], env);
    const log: LogLine[] = [];
    createInterface({ input: child.stdout as NonNullable<typeof child.stdout> }).on('line', (line) => void log.push(JSON.parse(line)));
    let errors = '';
    const ended = new Promise<number | null>((done) => child.once('exit', done));
    child.stderr?.setEncoding('utf8').on('data', (some: string) => {
      errors += some;
    });
    return {
      log,
      said: (wanted) =>
        new Promise((done, fail) => {
          const look = () => errors.includes(wanted) && done(errors);
          child.stderr?.on('data', look);
          look();
          void ended.then((code) => fail(new Error(`the container ended with ${code}: ${errors}`)));
        }),
      stop: () => {
        signal(child, this.#image.stopSignal as NodeJS.Signals);
        return ended;
      },
    };
  }

  end(): void {
    for (const child of this.#running) signal(child, 'SIGKILL');
  }
}

/**
 * Signals the first process of a namespace, which is the child of `unshare`. Ending `unshare` would not end it, because a process that has become
 * another user no longer learns of its parent's death.
 */
function signal(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const first = isIsolated ? readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim() : child.pid;
  if (first) process.kill(Number(first), name);
}

interface ComposeService {
  image: string;
  user?: string;
  build?: { context: string; dockerfile: string };
  command?: string[];
  entrypoint?: string[];
  environment?: Record<string, string | number | null>;
  secrets?: string[];
  volumes?: string[];
  ports?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  tmpfs?: string[];
  deploy?: { resources: { limits: Record<string, unknown> } };
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test?: string[]; disable?: boolean };
}

export interface Compose {
  services: Record<string, ComposeService>;
  secrets: Record<string, { file: string }>;
  volumes: Record<string, unknown>;
}

/** Reads compose.yaml, with these variables in place of what it takes from the environment. */
export async function readCompose(env: Record<string, string> = {}): Promise<Compose> {
  const file = await readFile(join(FOLDER, 'compose.yaml'), 'utf8');
  const filled = file.replaceAll(/\$\{(\w+):-([^}]*)\}/g, (_whole, name: string, fallback: string) => env[name] || fallback);
  return parse(filled, { merge: true }) as Compose;
}

/** The environment of a service of compose.yaml. */
export const environmentOf = ({ services }: Compose, name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(services[name]?.environment ?? {}).map(([variable, value]) => [variable, String(value ?? '')]));

/** Makes the secrets of compose.yaml. */
export const makeSecrets = (folder: string): void => void execFileSync('sh', [join(FOLDER, 'secrets.sh'), folder]);

export const inFolder = (name: string): string => join(FOLDER, name);

/** Whether this machine has a program. CI has every program that a test needs. */
export const hasProgram = (name: string): boolean =>
  process.env.CI === 'true' || (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, name))) || existsSync(join('/usr/sbin', name));
