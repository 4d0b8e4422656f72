import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ValidationError } from '../../src/domain/kernel/errors.ts';
import { readPart, surfaceOfTags } from '../../src/http/contract/contract-part.ts';
import { readContract } from '../contract/document.ts';
import { packClient } from './build.ts';

const FOLDER = fileURLToPath(new URL('../../.data/sdk', import.meta.url));
const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

/** Returns the part of the contract that the options name. The parts are the same as those of /openapi.json. */
async function partOf(args: string[]) {
  const { values } = parseArgs({ args, options: { surface: { type: 'string' }, tags: { type: 'string' } } });
  return readPart(new URLSearchParams(values as Record<string, string>).toString(), surfaceOfTags(await readContract()));
}

/** Prints what is wrong with the options, and ends the program. */
function refuse(error: Error): never {
  const faults = error instanceof ValidationError ? error.faults.map(({ field, message }) => `--${field}: ${message}`) : [error.message];
  console.error(`${faults.join('\n')}\nARGS="--surface agent", or --surface session, or --tags "Courses,Lessons": the client has only these operations.`);
  process.exit(2);
}

const part = await partOf(process.argv.slice(2)).catch(refuse);
const { file, bytes, typeBytes, sizes } = await packClient(FOLDER, part);
console.log(`${relative(process.cwd(), file)}: ${kilobytes(bytes)}, with ${kilobytes(typeBytes)} of types`);
for (const { use, minified, gzipped } of sizes)
  console.log(`  a program that uses only ${use} loads ${kilobytes(minified)}, ${kilobytes(gzipped)} gzipped, with openapi-fetch`);
