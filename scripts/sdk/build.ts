import { spawnSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { type ContractPart, contractPart, SURFACES, type Surface, surfaceOfTags } from '../../src/http/contract/contract-part.ts';
import { clientGroups } from '../contract/client-groups.ts';
import { type Document, readContract } from '../contract/document.ts';
import { clientTypes } from '../contract/types.ts';

const SOURCES = fileURLToPath(new URL('.', import.meta.url));
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const NOT_PACKED = ['build.ts', 'make.ts'];

/** Modules that serve only one surface, and tags of the operations that the surface's own methods call. */
const OF_SURFACE: Record<Surface, { modules: string[]; tags: string[] }> = {
  agent: { modules: ['agent.ts', 'batches.ts'], tags: ['Agent lessons', 'Agent batches'] },
  session: {
    modules: ['session.ts', 'cookies.ts', 'uploads.ts', 'deliveries.ts'],
    tags: ['Authentication', 'Two-step sign-in', 'Lessons', 'Uploads', 'Webhook endpoints'],
  },
};

/** Exports of the package that a program uses, for the sizes that are reported. */
const USES = { agent: 'agent', session: 'session', both: 'verifyWebhook' } as const;

export interface Package {
  /** The path of the tarball. */
  file: string;
  bytes: number;
  /** Bytes of the declarations, most of which are the types of the contract. */
  typeBytes: number;
  /** Bytes that a program loads, with openapi-fetch, if it uses nothing else. */
  sizes: { use: string; minified: number; gzipped: number }[];
}

/**
 * Compiles the client for browsers, without the types of Node.js, and packs it for npm. The folder must lie below that of this project, so that
 * openapi-fetch is found. A client of a part of the contract has the surfaces of its operations, and besides these operations only those that its own
 * methods call.
 */
export async function packClient(folder: string, part: ContractPart = { surface: null, tags: null }): Promise<Package> {
  const contract = await readContract();
  const surfaces = surfacesOf(contract, part);
  const left = SURFACES.filter((surface) => !surfaces.includes(surface)).flatMap((surface) => OF_SURFACE[surface].modules);
  await rm(folder, { recursive: true, force: true });
  const source = join(folder, 'source');
  await mkdir(join(source, 'generated'), { recursive: true });
  for (const name of await readdir(SOURCES)) {
    if (!name.endsWith('.ts') || NOT_PACKED.includes(name) || left.includes(name)) continue;
    const text = await readFile(join(SOURCES, name), 'utf8');
    await writeFile(join(source, name), withoutExports(text, left).replaceAll('../../generated/', './generated/'));
  }
  for (const name of ['keyed-posts.ts', 'problem-codes.ts']) await cp(join(ROOT, 'generated', name), join(source, 'generated', name));
  const used = partOf(contract, part, surfaces);
  const groups = clientGroups(used);
  const generated = { 'sdk.ts': await typesOf(contract, used), 'agent-groups.ts': groups.agent, 'session-groups.ts': groups.session };
  for (const [name, text] of Object.entries(generated)) await writeFile(join(source, 'generated', name), text);
  for (const name of ['tsconfig.json', 'README.md']) await cp(join(SOURCES, name), join(folder, name));
  const manifest = JSON.parse(await readFile(join(SOURCES, 'package.json'), 'utf8'));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...manifest, version: contract.info.version }, null, 2));
  const compile = (...options: string[]) => run(process.execPath, [join(ROOT, 'node_modules/typescript-native/bin/tsc'), '--project', '.', ...options], folder);
  compile();
  compile('--outDir', 'dist/cjs', '--module', 'commonjs', '--moduleResolution', 'bundler', '--verbatimModuleSyntax', 'false');
  await writeFile(join(folder, 'dist/cjs/package.json'), '{"type": "commonjs"}\n');
  // The types of the contract are most of the package, and contain nothing but types, so both builds share them.
  await writeFile(join(folder, 'dist/cjs/generated/sdk.d.ts'), "export type * from '../../generated/sdk.js' with { 'resolution-mode': 'import' };\n");
  const file = packFolder(folder, folder);
  const { size: typeBytes } = await stat(join(folder, 'dist/generated/sdk.d.ts'));
  const sizes = [...surfaces, 'both' as const].map((place) =>
    sizeOf(folder, `${USES[place]}()`, `import { ${USES[place]} } from './dist/index.js'; globalThis.used = ${USES[place]};`),
  );
  if (surfaces.includes('session')) sizes.push(sizeOf(folder, 'session() with all groups', WITH_GROUPS));
  return { file, bytes: (await stat(file)).size, typeBytes, sizes: await Promise.all(sizes) };
}

const WITH_GROUPS = `import { session } from './dist/index.js'; import * as groups from './dist/generated/session-groups.js'; globalThis.used = () => session({ url: '', groups });`;

function surfacesOf(contract: Document, { surface, tags }: ContractPart): Surface[] {
  const surfaceOfTag = surfaceOfTags(contract);
  const named = tags?.map((tag) => surfaceOfTag.get(tag));
  return SURFACES.filter((place) => (surface ?? place) === place && (named?.includes(place) ?? true));
}

/** Returns the contract with the operations of a part. Components stay, because the client itself names some that none of the operations refers to. */
function partOf(contract: Document, { surface, tags }: ContractPart, surfaces: readonly Surface[]): Document {
  if (surface === null && tags === null) return contract;
  const { paths = {} } = contractPart(contract, { surface, tags: tags && [...tags, ...surfaces.flatMap((place) => OF_SURFACE[place].tags)] });
  return { ...contract, paths };
}

const typesOf = (whole: Document, part: Document): Promise<string> => (part === whole ? readFile(join(ROOT, 'generated/sdk.ts'), 'utf8') : clientTypes(part));

/** Leaves out the exports of these modules. */
const withoutExports = (text: string, modules: readonly string[]): string =>
  text.replaceAll(/^export .* from '\.\/(.+)';\n/gm, (line, module: string) => (modules.includes(module) ? '' : line));

/** Packs a folder for npm, and returns the path of the tarball. */
export function packFolder(folder: string, destination: string): string {
  const [{ filename }] = JSON.parse(run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', resolve(destination)], folder));
  return join(resolve(destination), basename(filename));
}

async function sizeOf(folder: string, use: string, contents: string): Promise<Package['sizes'][number]> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder },
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
