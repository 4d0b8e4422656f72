import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';

const SOURCE = new URL('../node_modules/@scalar/api-reference/dist/browser/', import.meta.url);

const ENTRY = 'standalone.esm.js';
const IMPORT = /(?:from|import)"(?<always>\.\/[^"]+)"|import\(`(?<later>\.\/[^`]+)`\)/g;
/** Loaded later, if at all: icons for sidebar entries, which the contract does not choose, and the chat, which the page switches off. */
const UNUSED = /\.svg-|AgentScalarDrawer/;

/**
 * Returns what has to be written so that `folder` contains the scripts of the API reference, compressed with brotli. A file without content has to be
 * deleted. A file with the right content is left alone, however it was compressed.
 */
export async function referenceAssets(folder: URL): Promise<{ file: URL; content: Buffer | null }[]> {
  const sources = await reachable();
  const wanted = new Set(sources.map((name) => `${name}.br`));
  const present = await readdir(folder, { recursive: true }).catch(() => []);
  const superfluous = present.filter((name) => name.endsWith('.br') && !wanted.has(name));
  const changes = await Promise.all(
    sources.map(async (name) => {
      const [source, copy] = await Promise.all([readFile(new URL(name, SOURCE)), readFile(new URL(`${name}.br`, folder)).catch(() => null)]);
      return copy && (await decompressed(copy))?.equals(source) ? [] : [{ file: new URL(`${name}.br`, folder), content: await compressed(source) }];
    }),
  );
  return [...changes.flat(), ...superfluous.map((name) => ({ file: new URL(name, folder), content: null }))];
}

/** Returns the entry and everything that it imports. */
async function reachable(): Promise<string[]> {
  const names = new Set([ENTRY]);
  for (const name of names) {
    const url = new URL(name, SOURCE);
    for (const { groups: { always, later } = {} } of (await readFile(url, 'utf8')).matchAll(IMPORT))
      if (always || (later && !UNUSED.test(later))) names.add(new URL((always ?? later) as string, url).pathname.slice(SOURCE.pathname.length));
  }
  return [...names].sort();
}

const decompressed = (content: Buffer): Promise<Buffer | null> => promisify(brotliDecompress)(content).catch(() => null);

const compressed = (content: Buffer): Promise<Buffer> =>
  promisify(brotliCompress)(content, {
    params: { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  });
