import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failure } from './judge.ts';
import { runTool, type Tool } from './tool.ts';

const TSC: Tool = { package: 'typescript', command: 'tsc' };

const COMPILER_OPTIONS = {
  strict: true,
  noEmit: true,
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  types: [],
};

export interface Compilation {
  /** The text of each file. */
  sources: string[];
  findings: string[];
}

/** Compiles all TypeScript in a folder. A file that disables type checking counts as a finding, because compiling it proves nothing. */
export async function compile(folder: string): Promise<Compilation> {
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ['**/*.ts'] }));
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.ts')).sort();
  const sources = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  const unchecked = files.filter((_, index) => /@ts-(nocheck|ignore)/.test(sources[index] ?? '')).map((file) => `${file} disables type checking`);
  const run = await runTool(TSC, ['--project', '.', '--pretty', 'false'], folder);
  const faults = run.stdout.split('\n').filter((line) => /error TS\d+/.test(line));
  return { sources, findings: [...unchecked, ...(run.status !== 0 && faults.length === 0 ? [failure(run)] : faults)] };
}
