import { startTestApp, type TestApp } from '../../support/app.ts';
import { Browser, expectStatus } from '../../support/browser.ts';
import { codeOnCard } from '../../support/cards.ts';
import { drawPages, type Picture, pageTexts } from '../../support/pdf.ts';
import { commitFile, rostersOf } from '../../support/roster.ts';
import { newSchool } from '../../support/school.ts';

const PASSWORD = 'twelve green bottles';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

interface Card {
  name: string;
  email: string;
  card_code: string;
}

/** Long addresses are wrapped, at spaces of no width. */
const withoutSpace = (text: string): string => text.replaceAll(/[\u200b\s]/gu, '');

test('each card shows name, address and code of one person, and the QR code on it sets their password', async () => {
  const school = await newSchool(app);
  const rosters = rostersOf(school);
  const people = Array.from({ length: 12 }, (_, index) => `Ada Lovelace ${String.fromCharCode(65 + index)}`);
  const { id } = await commitFile(app, rosters, ['Name', ...people].join('\n'));
  const cards: Card[] = (await expectStatus(200, rosters.credentials(id))).body.results;
  const { body: pdf } = await expectStatus(200, rosters.credentials(id, '?format=pdf'));
  const [pages, texts] = [await drawPages(pdf as Buffer), await pageTexts(pdf as Buffer)];
  expect(pages).toHaveLength(2);
  const places = cards.map((_, index) => ({ page: Math.floor(index / 10), row: Math.floor((index % 10) / 2), column: index % 2 }));
  const links = places.map(({ page, row, column }) => new URL(codeOnCard(pages[page] as Picture, column, row)));
  expect(links.map(({ hash }) => hash)).toEqual(cards.map(({ card_code }) => `#card_code=${card_code}`));
  for (const [index, { name, email, card_code }] of cards.entries()) {
    const address = links[index]?.href.replace(/#.*/, '');
    const text = withoutSpace(texts[places[index]?.page ?? 0] ?? '');
    for (const shown of [name, email, card_code, address ?? '']) expect(text).toContain(withoutSpace(shown));
  }
  const [{ email, card_code }] = cards as [Card];
  const browser = new Browser(app);
  await expectStatus(204, browser.call('post', 'auth/password-reset/card/', { card_code, new_password: PASSWORD }));
  await expectStatus(200, browser.call('post', 'auth/login/', { email, password: PASSWORD }));
});
