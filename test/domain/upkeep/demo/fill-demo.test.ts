import type { Ports } from '../../../../src/domain/kernel/tools.ts';
import { fillDemo } from '../../../../src/domain/upkeep/demo/fill-demo.ts';
import { type Demo, seedDemo } from '../../../../src/domain/upkeep/demo/seed-demo.ts';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { Browser, expectStatus } from '../../../support/browser.ts';
import type { Row } from '../../../support/organisation.ts';

let app: TestApp;
let ports: Ports;
let demo: Demo;
beforeAll(async () => {
  app = await startTestApp((services) => {
    ports = services.ports;
    return services;
  });
  demo = (await seedDemo(ports, async () => {})) as Demo;
});
afterAll(() => app.close());

async function signedIn({ email, password }: { email: string; password: string }): Promise<Browser> {
  const browser = new Browser(app);
  await expectStatus(200, browser.call('post', 'auth/login/', { email, password }));
  browser.headers['X-Organisation'] = 'demo';
  return browser;
}

test('the demo fills up once, however many processes begin it, with people at different points, graded and waiting work, and a discussion', async () => {
  await Promise.all([fillDemo(ports, demo.email), fillDemo(ports, demo.email)]);
  await fillDemo(ports, demo.email);
  const owner = await signedIn(demo);
  const { body: courses } = await expectStatus(200, owner.call('get', 'courses/'));
  expect(courses.count).toBe(3);
  const practice = courses.results.find(({ slug }: Row) => slug === 'four-habits-in-ten-minutes');
  const { body: learners } = await owner.call('get', `courses/${practice.id}/learners/?page_size=50`);
  expect(learners.count).toBe(10);
  expect(new Set(learners.results.map(({ percent }: Row) => percent))).toEqual(new Set([0, 25, 75, 100]));
  const names = learners.results.map(({ user }: { user: { name: string } }) => user.name).join('');
  for (const script of [/\p{Script=Latin}/u, /\p{Script=Arabic}/u, /\p{Script=Han}/u, /\p{Script=Cyrillic}/u, /\p{Script=Devanagari}/u])
    expect(names).toMatch(script);
  const { rows } = await app.database.pool.query(
    `select count(*)::int as handed, (select count(*)::int from gradebook_grades where posted_at is not null) as graded from submissions`,
  );
  expect(rows).toEqual([{ handed: 5, graded: 3 }]);
  const { body: topics } = await owner.call('get', `courses/${practice.id}/discussion/topics/`);
  expect(topics.results.map(({ reply_count }: Row) => reply_count)).toEqual([0, 2]);
});

test('the learner of the demo has three courses to begin, and the creator is staff, but no owner', async () => {
  const learner = await signedIn(demo.learner as { email: string; password: string });
  const { text } = await learner.open('/learn?organisation=demo');
  expect(text.match(/<svg class="cover"/g)).toHaveLength(3);
  const creator = await signedIn(demo.creator as { email: string; password: string });
  expect((await creator.call('get', 'me/')).body.memberships).toEqual([expect.objectContaining({ role: 'creator' })]);
});
