import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { TestApp } from './app.ts';

/** Returns the keys of all files in the disk storage that start with `beginning`, and of all partially written files. */
export async function storedKeys(app: TestApp, beginning: string): Promise<string[]> {
  const entries = await readdir(app.files, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(app.files, join(entry.parentPath, entry.name)).replace(/\.object$/, ''))
    .filter((key) => key.startsWith(beginning) || key.startsWith('.partial'));
}
