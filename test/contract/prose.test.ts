import { readContract } from '../../scripts/contract/document.ts';
import { REPLACED_WORDS } from '../../scripts/prose/replaced-words.ts';
import {
  chaptersOf,
  contractTexts,
  markdownFiles,
  messageTexts,
  paragraphsOf,
  problemTexts,
  sourceTexts,
  type Text,
  withoutCode,
  wordsIn,
} from '../../scripts/prose/texts.ts';
import { withoutRoutes } from '../../src/http/contract/contract-part.ts';

const MOST_IN_PARAGRAPH = 120;
const MOST_IN_DESCRIPTION = 350;

const document = await readContract();
// The routes of the web application are descriptions of their own.
document.info.description = withoutRoutes(document.info.description ?? '');
const contract = contractTexts(document);
const markdown = markdownFiles();
const documents: readonly Text[] = [...contract, ...markdown, ...problemTexts(), ...sourceTexts()];

const longer = (texts: readonly Text[], parts: (text: string) => string[], most: number): string[] =>
  texts.flatMap(({ where, text }) => parts(text).flatMap((part) => (wordsIn(part) > most ? [`${wordsIn(part)} words in ${where}: ${part.slice(0, 60)}`] : [])));

test(`no paragraph of the contract or of a guide has more than ${MOST_IN_PARAGRAPH} words`, () => {
  expect(longer([...contract, ...markdown, ...problemTexts()], paragraphsOf, MOST_IN_PARAGRAPH)).toEqual([]);
});

test(`no description of the contract, and no chapter of its introduction, has more than ${MOST_IN_DESCRIPTION} words`, () => {
  expect(longer(contract, chaptersOf, MOST_IN_DESCRIPTION)).toEqual([]);
  expect(contract.filter(({ where, text }) => where !== 'info.description' && text.includes('\n#'))).toEqual([]);
});

test('the texts that are checked are those of the contract, of every guide, of every error and of the source', () => {
  expect(contract.length).toBeGreaterThan(4_000);
  expect(contract.map(({ where }) => where)).toEqual(expect.arrayContaining(['info.description', 'paths./api/v1/auth/login/.post.summary']));
  expect(markdown.map(({ where }) => where)).toEqual(
    expect.arrayContaining(['README.md', 'src/README.md', 'scripts/ops/README.md', 'scripts/guides/webhooks.md']),
  );
  expect(sourceTexts().map(({ text }) => text)).toContain('The course is not open for enrolment.');
  expect(Object.values(messageTexts()).every((texts) => texts.length > 500)).toBe(true);
});

test.each(Object.entries({ documents, ...messageTexts() }))('no text of %s has a word that was replaced by another', (language, texts) => {
  const left = texts.flatMap(({ where, text }) =>
    (REPLACED_WORDS[language] ?? []).flatMap(([old, instead]) => {
      const found = old.exec(withoutCode(text));
      return found ? [`${where}: "${found[0]}", not "${instead}"`] : [];
    }),
  );
  expect(left).toEqual([]);
});
