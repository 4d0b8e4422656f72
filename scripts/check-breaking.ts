import { execFileSync } from 'node:child_process';
import { breakingChanges } from './contract/compare.ts';
import { type Document, readContract } from './contract/document.ts';

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }).trim();

/**
 * Compares openapi.json with that of a release (a git tag `v*`, by default the newest), and fails if it has breaking changes under the same major
 * version.
 */
const release = process.argv[2] ?? git('tag', '--list', 'v*', '--sort=-v:refname').split('\n')[0];
if (!release) {
  console.log('There is no release to compare with.');
  process.exit(0);
}
const before = JSON.parse(git('show', `${release}:openapi.json`)) as Document;
const after = await readContract();
const changes = breakingChanges(before, after);
const major = (document: Document) => document.info.version.split('.')[0];
const announced = major(before) !== major(after);
for (const change of changes) console.log(`${announced ? 'announced' : 'BREAKING'}: ${change}`);
console.log(`There are ${changes.length} breaking changes since ${release}.`);
process.exit(changes.length && !announced ? 1 : 0);
