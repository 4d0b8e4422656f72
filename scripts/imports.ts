import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const found = new Map<string, string[]>();

/** Returns the files of this repository that a file imports. */
export function importsOf(file: string): string[] {
  let imports = found.get(file);
  if (!imports) {
    try {
      imports = [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, target = '']) => join(dirname(file), target));
    } catch {
      imports = [];
    }
    found.set(file, imports);
  }
  return imports;
}

/** Returns the file, and all files that it imports, directly or through others. */
export function closure(file: string, isWanted: (file: string) => boolean = () => true, seen = new Set<string>()): Set<string> {
  seen.add(file);
  for (const next of importsOf(file)) if (isWanted(next) && !seen.has(next)) closure(next, isWanted, seen);
  return seen;
}
