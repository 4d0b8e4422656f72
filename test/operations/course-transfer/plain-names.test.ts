import { readFile } from 'node:fs/promises';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { importCourse } from '../../support/course-archives.ts';
import type { Row } from '../../support/organisation.ts';
import { fileOf, rostersOf } from '../../support/roster.ts';
import { newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
afterAll(() => app.close());

const read = async (path: string) => (await expectStatus(200, school.browser.call('get', path))).body;

test('what no name may have is taken out of the titles of a file, and each object that was changed is named', async () => {
  const outline = JSON.parse(await readFile(new URL('../../fixtures/outline.json', import.meta.url), 'utf8'));
  outline.title = 'A\u202ecourse';
  outline.chapters[0].title = 'One\nTwo';
  outline.chapters[0].items[0].title = 'A \u2066lesson\u2069 \u{1f468}\u200d\u{1f469}';
  const { plan, course_id } = await importCourse(app, school, Buffer.from(JSON.stringify(outline)), {}, 'outline.json');
  expect(plan.title).toBe('Acourse');
  const removed = plan.warnings.filter(({ kind }: Row) => kind === 'characters_removed');
  expect(removed.map(({ title, outcome }: Row) => [title, outcome])).toEqual([
    ['Acourse', 'changed'],
    ['One Two', 'changed'],
    ['A lesson \u{1f468}\u200d\u{1f469}', 'changed'],
  ]);
  const { results } = await read(`courses/${course_id}/chapters/`);
  expect(results[0].title).toBe('One Two');
  expect((await read(`courses/${course_id}/chapters/${results[0].id}/lessons/`)).results[0].title).toBe('A lesson \u{1f468}\u200d\u{1f469}');
});

test('a roster shows and keeps names without them, and keeps the joiners of a Persian name', async () => {
  const rosters = rostersOf(school);
  const roster = await rosters.send(
    `${fileOf([])}\n"Ja\u202ene\nRoe",jane-${process.pid}@roster.example.org\nعلی\u200cرضا,ali-${process.pid}@roster.example.org`,
  );
  const { rows } = await rosters.read(roster.id);
  expect(rows.results.map(({ name }: Row) => name)).toEqual(['Jane Roe', 'علی\u200cرضا']);
});
