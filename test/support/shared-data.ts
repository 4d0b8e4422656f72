import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Real data that the project does not contain: the folder of SHARED_DATA, by default the one beside the clone. */
const folder = (): string => (process.env.SHARED_DATA ? resolve(process.env.SHARED_DATA) : fileURLToPath(new URL('../../../shared', import.meta.url)));

/** Returns the URL of a file of the shared data, which may not exist. */
export const sharedData = (path: string): URL => pathToFileURL(`${folder()}/${path}`);

/** Returns how to register a test that reads this file of the shared data: a skipped test where the file does not exist. */
export const testWith = (path: string): typeof test | typeof test.skip => (existsSync(sharedData(path)) ? test : test.skip);

/** Registers a test that reads shared data. Without the data, the test is skipped, and the output names it with the file that it needs. */
export function testWithSharedData(path: string, name: string, body: () => Promise<void>, timeoutMs?: number): void {
  const register = testWith(path);
  if (register === test.skip) process.stderr.write(`skipped without ${fileURLToPath(sharedData(path))}: ${name}\n`);
  register(name, body, timeoutMs);
}
