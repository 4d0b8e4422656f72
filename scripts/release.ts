import { writeFile } from 'node:fs/promises';
import { breakingChanges } from './contract/compare.ts';
import { canonical, readContract } from './contract/document.ts';
import { RELEASED_FILE, readReleased, releasedForm } from './contract/released.ts';

/** Makes openapi.json the release that `make breaking` compares with, and lists what it breaks. */
const [before, after] = await Promise.all([readReleased().catch(() => null), readContract()]);
for (const change of before ? breakingChanges(before, after) : []) console.log(`BREAKING: ${change}`);
await writeFile(RELEASED_FILE, canonical(releasedForm(after)));
console.log(`Wrote generated/released.json, version ${after.info.version}.`);
