import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packClient } from './build.ts';

const FOLDER = fileURLToPath(new URL('../../.data/sdk', import.meta.url));
const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

const { file, bytes, sizes } = await packClient(FOLDER);
console.log(`${relative(process.cwd(), file)}: ${kilobytes(bytes)}, mostly types`);
for (const { use, minified, gzipped } of sizes)
  console.log(`  a program that uses only ${use} loads ${kilobytes(minified)}, ${kilobytes(gzipped)} gzipped, with openapi-fetch`);
