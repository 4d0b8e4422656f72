import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Returns the paths of all TypeScript files below a folder, relative to the root of the repository. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name));

/** Returns what a file imports or augments: relative imports as paths from the root, packages by their names. */
export const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import|declare module)\s*\(?\s*'([^']+)'/g)].map(([, target = '']) =>
    target.startsWith('.') ? join(dirname(file), target) : target,
  );

/** Returns what is loaded before a file runs, in the same form: without what it imports for types alone, or only when needed. */
export const loadedBy = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^(?:import|export)\s(?!type\s)(?:[^;']*?\sfrom\s)?'([^']+)'/gm)].map(([, target = '']) =>
    target.startsWith('.') ? join(dirname(file), target) : target,
  );
