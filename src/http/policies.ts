import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Reads the operator's texts, which are Markdown files in a folder: `terms.de.md` for readers of German, or else `terms.md`. */
export const policyReader =
  (folder: string) =>
  async (name: string, language: string): Promise<string | null> => {
    const [primary = ''] = language.toLowerCase().split('-');
    for (const file of [`${name}.${primary}.md`, `${name}.md`]) {
      const text = await readFile(join(folder, file), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
        throw error;
      });
      if (text !== null) return text;
    }
    return null;
  };
