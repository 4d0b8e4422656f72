import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const RECIPE = /^start:.*\n\t@.*cache=\$\$\{DATA_DIR:-\.data\}\/(\S+);.* ((?:[A-Z_]+=\S+ ){2,})exec \$\(NODE\) (.+)$/m;

/**
 * Returns what the recipe of `make start` passes to Node, and the environment that it sets, so that a process started by a test or a measurement starts
 * as fast and occupies as much memory as one that an operator starts. `dataDirectory` is the DATA_DIR of the process.
 */
export async function startCommand(dataDirectory: string): Promise<{ words: string[]; env: Record<string, string> }> {
  const [, cache = '', settings = '', words] = RECIPE.exec(await readFile(new URL('../Makefile', import.meta.url), 'utf8')) ?? [];
  if (words === undefined) throw new Error('the Makefile has no recipe of start that runs Node');
  const env = settings
    .split(' ')
    .filter(Boolean)
    .map((setting) => [setting.slice(0, setting.indexOf('=')), setting.slice(setting.indexOf('=') + 1).replace('$$cache', () => join(dataDirectory, cache))]);
  return { words: words.split(' '), env: Object.fromEntries(env) };
}
