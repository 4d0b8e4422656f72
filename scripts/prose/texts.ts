import { readdirSync, readFileSync } from 'node:fs';
import { FIELD_CODES } from '../../src/domain/kernel/field-codes.ts';
import { LANGUAGES } from '../../src/domain/messages/language/catalogues.ts';
import { PROBLEMS } from '../../src/http/problems.ts';
import type { Document } from '../contract/document.ts';

/** A text that people read, and its location. */
export interface Text {
  where: string;
  text: string;
}

const PROSE = new Set(['summary', 'description', 'x-addition']);
/** Members whose contents are data, or have names that are not ours to choose. */
const NO_PROSE = new Set(['example', 'examples', 'default', 'const', 'enum', 'x-codeSamples']);

/** Returns every summary, description and reason of the contract, once each, with the path of the first member that has it. */
export function contractTexts(document: Document): Text[] {
  const found = new Map<string, string>();
  const visit = (value: unknown, path: readonly string[]): void => {
    if (value === null || typeof value !== 'object') return;
    for (const [key, child] of Object.entries(value)) {
      // A property can be called `description`, too.
      if (typeof child === 'string' && PROSE.has(key)) found.set(child, found.get(child) ?? [...path, key].join('.'));
      else if (!NO_PROSE.has(key) || path.at(-1) === 'properties') visit(child, [...path, key]);
    }
  };
  visit(document, []);
  return [...found].map(([text, where]) => ({ where, text }));
}

/** Returns the Markdown files of the repository. */
export function markdownFiles(): Text[] {
  const guides = readdirSync('scripts', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !file.includes('node_modules'))
    .map((file) => `scripts/${file.replaceAll('\\', '/')}`);
  return ['README.md', 'src/README.md', ...guides.sort()].map((where) => ({ where, text: readFileSync(where, 'utf8') }));
}

/** Returns the texts of the error pages at `/problems`. */
export function problemTexts(): Text[] {
  const problems = Object.entries(PROBLEMS).flatMap(([code, { title, help }]) =>
    [title, ...(typeof help === 'string' ? [help] : Object.values(help))].map((text) => ({ where: `problem ${code}`, text: String(text) })),
  );
  return [...problems, ...Object.entries(FIELD_CODES).map(([code, text]) => ({ where: `field code ${code}`, text }))];
}

/** Files with texts below the tag of each language: invoices, certificates, exported packages, and the frame of a package. */
const LABELS = ['domain/commerce/invoices', 'domain/certificates/printing', 'domain/transfer/scorm', 'http/content'].map(
  (folder) => `src/${folder}/labels.json`,
);

/** Returns the texts of emails, text messages, notices, pages and printed documents, by language. */
export function messageTexts(): Record<string, Text[]> {
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
  const textsOf = (language: string) =>
    [[`${language}.json`, read(`src/domain/messages/language/catalogues/${language}.json`)], ...LABELS.map((file) => [file, read(file)[language]])].flatMap(
      ([file, texts]) => Object.entries<string>(texts).map(([key, text]) => ({ where: `${file} ${key}`, text })),
    );
  return Object.fromEntries(LANGUAGES.map((language) => [language, textsOf(language)]));
}

/** Returns what programs print and the service answers: string literals of at least three words, except for those passed to `sql`. */
export function sourceTexts(): Text[] {
  const LITERAL = /\/\*[\s\S]*?\*\/|(?<![:'"`\\])\/\/[^\n]*|(?:sql(?:<[^`]*>)?)?`((?:[^`\\]|\\.)*)`|'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g;
  const files = ['src', 'scripts'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.m?ts$|\.mjs$/.test(file) && !file.includes('node_modules'))
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
  );
  return files.flatMap((where) =>
    [...readFileSync(where, 'utf8').matchAll(LITERAL)].flatMap(([whole, ...literals]) => {
      const text = literals.find((one) => one !== undefined)?.replaceAll(/\$\{[^}]*\}/g, '…') ?? '';
      return whole.startsWith('sql') || !/^[A-Z…][^{}<>=]*\s\S+\s/.test(text) ? [] : [{ where, text }];
    }),
  );
}

/** Blanks what is code and not prose: names in backticks or with dots and underscores, blocks of code, URLs, and markup. Lines and lengths stay. */
export function withoutCode(text: string): string {
  const blank = (code: string) => code.replaceAll(/[^\n]/g, ' ');
  return text
    .replaceAll(/^```[\s\S]*?^```$/gm, blank)
    .replaceAll(/\]\([^)\s]*\)|<[^>\n]*>|https?:\/\/\S+/g, blank)
    .replaceAll(/`[^`\n]*`|\b[a-z]+(?:[._][a-z]+)+\b/g, blank);
}

/** Returns the paragraphs of a Markdown text. An item of a list counts as one, and so does a row of a table. */
export const paragraphsOf = (text: string): string[] =>
  text
    .replaceAll(/^```[\s\S]*?^```$/gm, '\n')
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.)\s)|\n(?=\|)/)
    .filter((paragraph) => paragraph.trim() !== '');

/** Returns the chapters of a Markdown text, each with its heading. */
export const chaptersOf = (text: string): string[] => text.replaceAll(/^```[\s\S]*?^```$/gm, '').split(/^(?=#)/m);

export const wordsIn = (text: string): number => text.split(/\s+/).filter(Boolean).length;
