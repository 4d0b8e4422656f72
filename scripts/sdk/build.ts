import { spawnSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { readContract } from '../contract/document.ts';

const SOURCES = fileURLToPath(new URL('.', import.meta.url));
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const GENERATED = ['sdk.ts', 'keyed-posts.ts'];
const NOT_PACKED = ['build.ts', 'make.ts'];

/** What a program uses of the package, for the sizes that are reported. */
const USES = { 'agent()': 'agent', 'session()': 'session', 'verifyWebhook()': 'verifyWebhook' };

export interface Package {
  /** The path of the tarball. */
  file: string;
  bytes: number;
  /** The bytes that a program loads, with openapi-fetch, if it uses nothing else. */
  sizes: { use: string; minified: number; gzipped: number }[];
}

/**
 * Compiles the client for browsers, without the types of Node.js, and packs it for npm. The folder must lie below that of this project, so that
 * openapi-fetch is found.
 */
export async function packClient(folder: string): Promise<Package> {
  await rm(folder, { recursive: true, force: true });
  const source = join(folder, 'source');
  await mkdir(join(source, 'generated'), { recursive: true });
  for (const name of await readdir(SOURCES)) {
    if (!name.endsWith('.ts') || NOT_PACKED.includes(name)) continue;
    const text = await readFile(join(SOURCES, name), 'utf8');
    await writeFile(join(source, name), text.replaceAll('../../generated/', './generated/'));
  }
  for (const name of GENERATED) await cp(join(ROOT, 'generated', name), join(source, 'generated', name));
  for (const name of ['tsconfig.json', 'README.md']) await cp(join(SOURCES, name), join(folder, name));
  const { info } = await readContract();
  const manifest = JSON.parse(await readFile(join(SOURCES, 'package.json'), 'utf8'));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...manifest, version: info.version }, null, 2));
  run(process.execPath, [join(ROOT, 'node_modules/typescript-native/bin/tsc'), '--project', '.'], folder);
  const file = packFolder(folder, folder);
  return { file, bytes: (await stat(file)).size, sizes: await Promise.all(Object.entries(USES).map(([use, name]) => sizeOf(folder, use, name))) };
}

/** Packs a folder for npm, and returns the path of the tarball. */
export function packFolder(folder: string, destination: string): string {
  const [{ filename }] = JSON.parse(run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', resolve(destination)], folder));
  return join(resolve(destination), basename(filename));
}

async function sizeOf(folder: string, use: string, name: string): Promise<Package['sizes'][number]> {
  const { outputFiles } = await build({
    stdin: { contents: `import { ${name} } from './dist/index.js'; globalThis.used = ${name};`, resolveDir: folder },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  });
  const text = outputFiles[0]?.contents ?? new Uint8Array();
  return { use, minified: text.length, gzipped: gzipSync(text).length };
}

function run(command: string, args: string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}
