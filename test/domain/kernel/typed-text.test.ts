import { comparedText, foldText } from '../../../src/domain/kernel/typed-text.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const ROW = 256;
const IS_CHARACTER = /^[^\p{Surrogate}\p{Unassigned}\p{Private_Use}\0]$/u;

/** All characters of Unicode but these, each between two letters, in texts of 256. */
function allCharacters(leftOut: ReadonlySet<string> = new Set()): string[] {
  const rows: string[] = [];
  for (let first = 0; first < 0x110000; first += ROW) {
    const characters = Array.from({ length: ROW }, (_, place) => String.fromCodePoint(first + place)).filter(
      (one) => IS_CHARACTER.test(one) && !leftOut.has(one),
    );
    if (characters.length > 0) rows.push(characters.map((one) => `a${one}b`).join(''));
  }
  return rows;
}

/** Characters that came to Unicode after the version of an older PostgreSQL, which does not know what they are compatible with. */
async function newerThanDatabase(): Promise<Set<string>> {
  const changed = allCharacters()
    .flatMap((text) => [...text.matchAll(/a(.)b/gsu)].map(([, one]) => one as string))
    .filter((one) => one.normalize('NFKC') !== one);
  const { rows } = await database.pool.query('select one from unnest($1::text[]) one where normalize(one, nfkc) = one', [changed]);
  return new Set(rows.map(({ one }) => one as string));
}

test('the database and the program fold every character of Unicode alike', async () => {
  const newer = await newerThanDatabase();
  expect(newer.size).toBeLessThan(100);
  const texts = allCharacters(newer);
  const { rows } = await database.pool.query('select folded(text) as folded from unnest($1::text[]) with ordinality given (text, place) order by place', [
    texts,
  ]);
  const differing = rows.flatMap(({ folded }, place) => (folded === foldText(texts[place] as string) ? [] : [place * 1]));
  const characters = differing.flatMap((place) => [...(texts[place] as string).matchAll(/a(.)b/gsu)].map(([, one]) => one as string));
  const { rows: single } = await database.pool.query('select one, folded(one) as folded from unnest($1::text[]) one', [characters]);
  expect(single.filter(({ one, folded }) => folded !== foldText(one)).map(({ one }) => one.codePointAt(0)?.toString(16))).toEqual([]);
  expect(differing).toEqual([]);
});

test('a text that is folded again stays as it is', () => {
  const texts = allCharacters().map((text) => foldText(text));
  expect(texts.filter((text) => foldText(text) !== text)).toEqual([]);
});

test.each([
  ["don't", 'don’t'],
  ['"so"', '“so”'],
  ['"so"', '«so»'],
  ['re-do', 're\u2011do'],
  ['-3', '−3'],
  ['42', '４２'],
  ['カタカナ', 'ｶﾀｶﾅ'],
  ['Straße', 'STRASSE'],
  ['ΟΔΟΣ', 'οδος'],
  ['İSTANBUL', 'istanbul'],
  ['a\u200Bb', 'ab'],
  ['São  Paulo ', ' Sa\u0303o\u00a0Paulo'],
  ['㎡', 'm²'],
])('%j and %j are the same text', (one, other) => {
  expect(comparedText(one)).toBe(comparedText(other));
});

test.each([
  ['x²', 'x2'],
  ['H₂O', 'H2O'],
  ['½', '1/2'],
  ['½', '1⁄2'],
  ['1½', '11/2'],
])('%j and %j are different texts', (one, other) => {
  expect(comparedText(one)).not.toBe(comparedText(other));
});

test('only the case is exact if case matters', () => {
  const exact = (text: string) => comparedText(text, { keepsCase: true });
  expect(exact('pH’s')).toBe(exact("pH's"));
  expect(exact('pH')).not.toBe(exact('ph'));
});
