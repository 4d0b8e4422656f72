import { breakingChanges } from './contract/compare.ts';
import { readContract } from './contract/document.ts';
import { announcesChanges, readReleased } from './contract/released.ts';

/** Compares openapi.json with the last release, and fails if it has breaking changes under the same major version, or if there is nothing to compare with. */
try {
  const [before, after] = await Promise.all([readReleased(process.argv[2]), readContract()]);
  const changes = breakingChanges(before, after);
  const announced = announcesChanges(before, after);
  for (const change of changes) console.log(`${announced ? 'announced' : 'BREAKING'}: ${change}`);
  console.log(`There are ${changes.length} breaking changes since version ${before.info.version}.`);
  process.exitCode = changes.length && !announced ? 1 : 0;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
