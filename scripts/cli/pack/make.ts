import { stat } from 'node:fs/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packCommandLine } from './pack.ts';

const file = await packCommandLine(fileURLToPath(new URL('../../../.data/cli', import.meta.url)));
console.log(`${relative(process.cwd(), file)}: ${((await stat(file)).size / 1000).toFixed(1)} kB`);
