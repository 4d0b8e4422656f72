import { readFile } from 'node:fs/promises';

const RECIPE = /^start:.*\n\t@((?:\w+=\S+ )*)exec \$\(NODE\) (.+)$/m;

/**
 * Returns what the recipe of `make start` passes to Node, and the environment that it sets, so that a process started by a test or a measurement
 * occupies as much memory as one that an operator starts.
 */
export async function startCommand(): Promise<{ words: string[]; memory: Record<string, string> }> {
  const [, settings = '', words] = RECIPE.exec(await readFile(new URL('../Makefile', import.meta.url), 'utf8')) ?? [];
  if (words === undefined) throw new Error('the Makefile has no recipe of start that runs Node');
  const memory = settings
    .split(' ')
    .filter(Boolean)
    .map((setting) => [setting.slice(0, setting.indexOf('=')), setting.slice(setting.indexOf('=') + 1)]);
  return { words: words.split(' '), memory: Object.fromEntries(memory) };
}
