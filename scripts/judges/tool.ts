import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Run, run } from './run.ts';

export const PACKAGES = fileURLToPath(new URL('node_modules', import.meta.url));

/** A command of an installed package. */
export interface Tool {
  package: string;
  command: string;
}

interface Manifest {
  version: string;
  bin: Record<string, string>;
}

export async function versionOf(tool: Tool): Promise<string> {
  return (await manifestOf(tool)).version;
}

export async function runTool(tool: Tool, args: string[], cwd: string): Promise<Run> {
  return run(process.execPath, [await commandOf(tool), ...args], cwd);
}

/** Returns the path of the script that Node.js runs. */
export async function commandOf(tool: Tool): Promise<string> {
  const { bin } = await manifestOf(tool);
  return `${PACKAGES}/${tool.package}/${bin[tool.command]}`;
}

async function manifestOf(tool: Tool): Promise<Manifest> {
  return JSON.parse(await readFile(`${PACKAGES}/${tool.package}/package.json`, 'utf8'));
}
