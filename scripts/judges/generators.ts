import { readFile } from 'node:fs/promises';
import { compile } from './compile.ts';
import { addBodies, addJourney, type Convention, driveJourney } from './drive.ts';
import { count, failure, type Judge } from './judge.ts';
import { runTool, type Tool } from './tool.ts';

/** Independent SDK generators. swagger-typescript-api is not among them: its output begins with @ts-nocheck, so that compiling it proves nothing. */
export const generators: Judge[] = [
  generator({ package: 'orval', command: 'orval' }, 'positional', (contract) => [
    '--input',
    contract,
    '--output',
    'client.ts',
    '--client',
    'fetch',
    '--fail-on-warnings',
  ]),
  generator({ package: '@hey-api/openapi-ts', command: 'openapi-ts' }, 'options', (contract) => [
    '--input',
    contract,
    '--output',
    'client',
    '--client',
    '@hey-api/client-fetch',
    '--no-log-file',
  ]),
  generator({ package: 'oazapfts', command: 'oazapfts' }, 'positional', (contract) => [contract, 'client.ts']),
];

/**
 * Judges the contract by the SDK that the tool generates from it. The SDK must compile together with a program that narrows lessons and questions by their
 * kind, refuse bodies whose members do not fit together and codes that no error has, contain every operation, and take a course from its creation to its
 * completion without a violation of the contract.
 */
function generator(tool: Tool, convention: Convention, args: (contract: string) => string[]): Judge {
  return {
    tool,
    async judge(contract, folder, service) {
      const run = await runTool(tool, args(contract), folder);
      if (run.status !== 0) return { findings: [failure(run)] };
      await addJourney(folder, convention);
      await addBodies(folder);
      const { sources, findings } = await compile(folder);
      const exported = new Set(sources.flatMap((source) => [...source.matchAll(/^export (?:const|(?:async )?function) (\w+)/gm)].map((match) => match[1])));
      const operations = await operationIds(contract);
      const missing = operations.filter((operation) => !exported.has(operation)).map((operation) => `${operation} is missing`);
      const journey = await driveJourney(folder, service);
      return {
        subject: `${count(operations, 'operation')}, ${count(sources, 'file')} compiled, ${journey.requests} requests`,
        findings: [...findings, ...missing, ...journey.findings],
      };
    },
  };
}

async function operationIds(contract: string): Promise<string[]> {
  const { paths } = JSON.parse(await readFile(contract, 'utf8')) as { paths: Record<string, Record<string, { operationId?: string }>> };
  return Object.values(paths).flatMap((path) => Object.values(path).flatMap((operation) => operation.operationId ?? []));
}
