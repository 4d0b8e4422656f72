import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { readContract } from '../../contract/document.ts';
import { packFolder } from '../../sdk/build.ts';

const SOURCES = fileURLToPath(new URL('.', import.meta.url));
const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

/** Defines `require`, which a module lacks, for packages written for CommonJS that require those of Node.js. */
const BANNER = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

/** Packs the command line for npm, with all that it needs, and returns the path of the tarball. Each command is loaded when it is used. */
export async function packCommandLine(folder: string): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await build({
    entryPoints: { lms: MAIN },
    outdir: join(folder, 'dist'),
    bundle: true,
    splitting: true,
    minifySyntax: true,
    minifyWhitespace: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    banner: { js: BANNER },
    legalComments: 'eof',
  });
  const { info } = await readContract();
  const manifest = JSON.parse(await readFile(join(SOURCES, 'package.json'), 'utf8'));
  await writeFile(join(folder, 'package.json'), `${JSON.stringify({ ...manifest, version: info.version }, null, 2)}\n`);
  await cp(join(SOURCES, 'README.md'), join(folder, 'README.md'));
  return packFolder(folder, folder);
}
