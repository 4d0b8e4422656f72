import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The TypeScript files below a folder, by their paths from the root of the repository. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name));

/** What a file imports or augments: relative imports as paths from the root, packages by their names. */
export const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import|declare module)\s*\(?\s*'([^']+)'/g)].map(([, target = '']) =>
    target.startsWith('.') ? join(dirname(file), target) : target,
  );
