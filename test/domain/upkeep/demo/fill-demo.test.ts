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
  const tools = { ...ports, base: app.url };
  // As several processes do that start at once, and those that start later.
  await Promise.all([fillDemo(tools, demo.email), fillDemo(tools, demo.email)]);
  await fillDemo(tools, demo.email);
});
afterAll(() => app.close());

async function signedIn({ email, password }: { email: string; password: string }): Promise<Browser> {
  const browser = new Browser(app);
  await expectStatus(200, browser.call('post', 'auth/login/', { email, password }));
  browser.headers['X-Organisation'] = 'demo';
  return browser;
}

test('the demo fills up once, however many processes begin it, with people at different points, graded and waiting work, and a discussion', async () => {
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

test('the demo has sold a course, with a coupon and with a refund, told another system about it, and shows a video, a document and a package of its own', async () => {
  const owner = await signedIn(demo);
  const { body: orders } = await expectStatus(200, owner.call('get', 'orders/'));
  expect(orders.results.map(({ state, total, refunded }: Row) => [state, total, refunded])).toEqual([
    ['refunded', 4900, 4900],
    ['paid', 4900, 0],
    ['paid', 3675, 0],
  ]);
  const learner = await signedIn(demo.learner as { email: string; password: string });
  const { text } = await learner.open('/account/orders?organisation=demo');
  expect(text).toMatch(/Bread in seven days.*€36\.75/s);
  const { body: endpoints } = await expectStatus(200, owner.call('get', 'integrations/webhooks/'));
  expect(endpoints.results).toEqual([expect.objectContaining({ is_enabled: false, disabled_reason: 'by_hand' })]);
  const { body: deliveries } = await expectStatus(200, owner.call('get', `integrations/webhooks/${endpoints.results[0].id}/deliveries/`));
  expect(deliveries.results.map(({ event_type, status, attempts }: Row) => [event_type, status, (attempts as unknown[]).length])).toEqual([
    ['order.paid', 'delivered', 2],
    ['order.paid', 'delivered', 2],
    ['order.paid', 'delivered', 2],
    ['webhook.ping', 'delivered', 2],
  ]);
  const outline = (await learner.open('/learn/how-to-learn-anything?organisation=demo')).text;
  const open = async (title: string) => (await learner.open(new RegExp(`href="([^"]+)">${title}<`).exec(outline)?.[1] ?? '')).text;
  const frame = /<iframe class="frame" src="([^"]+)" title="my-week.pdf"/.exec(await open('A plan to print'))?.[1] ?? '';
  expect((await (await fetch(frame)).text()).slice(0, 8)).toBe('%PDF-1.4');
  const video = /<video [^>]* src="([^"]+)"/.exec(await open('A talk on memory'))?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect((await fetch(video)).headers.get('content-type')).toBe('video/webm');
  expect(await open('Three cards')).toMatch(/<iframe [^>]*title="[^"]+" allow="fullscreen/);
});
