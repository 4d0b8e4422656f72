import { readFileSync } from 'node:fs';
import { LANGUAGES, type Language } from '../../../../src/domain/messages/language/catalogues.ts';

type Words = Partial<Record<Language, string[]>>;
interface Glossary {
  address: Record<Language, { form: string; never?: string[] }>;
  terms: (Record<Language, string> & { never?: Words })[];
}

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

const { address, terms }: Glossary = read('src/domain/messages/language/glossary.json');

/** Files that hold the texts of each language under its tag. */
const LABELS = [
  'src/domain/commerce/invoices/labels.json',
  'src/domain/certificates/printing/labels.json',
  'src/domain/transfer/scorm/labels.json',
  'src/http/content/labels.json',
];

/** Every text of a language that a person reads, with where it stands. */
const textsOf = (language: Language): [where: string, text: string][] => [
  ...Object.entries<string>(read(`src/domain/messages/language/catalogues/${language}.json`)),
  ...LABELS.flatMap((file) => Object.entries<string>(read(file)[language]).map(([key, text]): [string, string] => [`${file} ${key}`, text])),
];

/** Matches any of these words or phrases as a whole. A star stands for any letters. */
const anyOf = (words: readonly string[]) => new RegExp(`(?<!\\p{L})(?:${words.map((word) => word.replaceAll('*', '\\p{L}*')).join('|')})(?!\\p{L})`, 'giu');

test.each(LANGUAGES)('no text in %s has a word that the glossary replaces, or an address other than its own', (language) => {
  const unwanted = anyOf([...(address[language].never ?? []), ...terms.flatMap(({ never }) => never?.[language] ?? [])]);
  const found = textsOf(language).flatMap(([where, text]) => (text.replaceAll(/\{\w+/g, '{').match(unwanted) ?? []).map((word) => `${where}: ${word}`));
  expect(found).toEqual([]);
});

test('the glossary names each thing once, with its word in every language', () => {
  expect(terms.filter((term) => LANGUAGES.some((language) => !term[language]))).toEqual([]);
  expect(new Set(terms.map(({ en }) => en)).size).toBe(terms.length);
});
