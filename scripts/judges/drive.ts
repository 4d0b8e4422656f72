import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { failure } from './judge.ts';
import type { ProxiedService } from './proxied-service.ts';
import { run } from './run.ts';
import { runTool } from './tool.ts';

const WRONG_BODIES = new URL('../../test/contract/wrong-bodies.ts', import.meta.url);
const JOURNEY = fileURLToPath(new URL('journey/', import.meta.url));
const ESBUILD = { package: 'esbuild', command: 'esbuild' };

/** Calling convention of an SDK's functions, named after a module of `journey/`. */
export type Convention = 'positional' | 'options';

/** Writes a program beside the generated SDK `client` that takes a course from its creation to its completion. */
export async function addJourney(folder: string, convention: Convention): Promise<void> {
  for (const file of ['journey.ts', 'main.ts', 'transport.ts']) await cp(join(JOURNEY, file), join(folder, file));
  await cp(join(JOURNEY, `${convention}.ts`), join(folder, 'sdk.ts'));
}

/** Writes the bodies that the types of the SDK must refuse, and those that they must accept. They are compiled with it. */
export async function addBodies(folder: string): Promise<void> {
  await cp(join(JOURNEY, 'schemas.ts'), join(folder, 'schemas.ts'));
  const text = await readFile(WRONG_BODIES, 'utf8');
  await writeFile(join(folder, 'bodies.ts'), text.replace(/(?<=from ')[^']+(?=')/, './schemas'));
}

/** Runs that program against the service. */
export async function driveJourney(folder: string, service: ProxiedService): Promise<{ requests: number; findings: string[] }> {
  const bundle = ['main.ts', '--bundle', '--platform=node', '--format=esm', '--outfile=main.mjs', '--log-level=warning'];
  const bundled = await runTool(ESBUILD, bundle, folder);
  if (bundled.status !== 0) return { requests: 0, findings: [failure(bundled)] };
  const driven = await run(process.execPath, ['main.mjs'], folder, { ...service });
  return { requests: Number(driven.stdout), findings: driven.status === 0 ? [] : [failure(driven)] };
}
