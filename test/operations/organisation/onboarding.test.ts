import { startTestApp, type TestApp } from '../../support/app.ts';
import { type Browser, expectStatus, newCreator, newUser } from '../../support/browser.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

interface Step {
  step: string;
  is_done: boolean;
  is_skipped: boolean;
}

const ALL = ['verify_email', 'branding', 'first_course', 'publish_course', 'invite_learners', 'custom_domain'];
const named = (steps: Step[], which: 'is_done' | 'is_skipped') => steps.filter((one) => one[which]).map(({ step }) => step);
const done = async (browser: Browser) => named((await expectStatus(200, browser.call('get', 'tenants/onboarding/'))).body.steps, 'is_done');

test('each onboarding step is done once its condition is met, and undone when it no longer is', async () => {
  const { browser, organisation } = await newCreator(app);
  const { pool } = app.database;
  const { body } = await browser.call('get', 'tenants/onboarding/');
  expect(body.steps.map(({ step }: Step) => step)).toEqual(ALL);
  expect([named(body.steps, 'is_done'), named(body.steps, 'is_skipped'), body.is_complete]).toEqual([['verify_email'], [], false]);
  const { body: key } = await browser.call('post', 'tenants/api-keys/', { name: 'Key', scopes: { courses: 'edit', org_settings: 'edit' } });
  const agent = (method: 'post' | 'patch' | 'delete', path: string, sent: object) =>
    app.http[method](`/api/v1/agent/${path}`).set('Authorization', `Bearer ${key.secret}`).send(sent);
  await agent('patch', 'org-settings/', { primary_color: '#ff0000' });
  expect(await done(browser)).toEqual(['verify_email', 'branding']);
  await pool.query(`update organisations set primary_color = null, logo_key = 'public/logo.png' where id = $1`, [organisation.id]);
  expect(await done(browser)).toEqual(['verify_email', 'branding']);
  const { body: course } = await agent('post', 'courses/', { title: 'First' });
  expect(await done(browser)).toEqual(['verify_email', 'branding', 'first_course']);
  await agent('patch', `courses/${course.id}/`, { status: 'published' });
  expect(await done(browser)).toEqual(['verify_email', 'branding', 'first_course', 'publish_course']);
  const { body: code } = await browser.call('get', 'tenants/join-code/');
  await expectStatus(200, (await newUser(app)).browser.call('patch', 'me/', { join_code: code.join_code }));
  expect(await done(browser)).toEqual(ALL.slice(0, 5));
  await browser.call('put', 'qa/me/domain-claim/', { hostname: 'onboarding.example.com', status: 'pending' });
  expect(await done(browser)).toEqual(ALL.slice(0, 5));
  await browser.call('put', 'qa/me/domain-claim/', { hostname: 'onboarding.example.com', status: 'verified' });
  expect((await browser.call('get', 'tenants/onboarding/')).body).toMatchObject({ is_complete: true });
  await agent('delete', `courses/${course.id}/`, {});
  await browser.call('delete', 'qa/me/org-verification/');
  expect(await done(browser)).toEqual(['branding', 'invite_learners', 'custom_domain']);
});

test("another organisation's progress completes no onboarding step of this one", async () => {
  const neighbour = await newCreator(app);
  await neighbour.browser.call('put', 'qa/me/domain-claim/', { hostname: 'neighbour.example.com', status: 'active' });
  const { browser } = await newCreator(app);
  expect(await done(browser)).toEqual(['verify_email']);
});

test('onboarding steps can be skipped one by one or all together, and each change is audited once', async () => {
  const { browser, organisation } = await newCreator(app);
  const { body: one } = await expectStatus(200, browser.call('post', 'tenants/onboarding/skip/', { step: 'branding' }));
  expect([named(one.steps, 'is_skipped'), one.is_complete]).toEqual([['branding'], false]);
  const { body: done } = await expectStatus(200, browser.call('post', 'tenants/onboarding/skip/', { step: 'verify_email' }));
  expect(named(done.steps, 'is_skipped')).toEqual(['branding']);
  const { body: all } = await expectStatus(200, browser.call('post', 'tenants/onboarding/skip/', {}));
  expect([named(all.steps, 'is_skipped'), all.is_complete]).toEqual([ALL.slice(1), true]);
  expect((await expectStatus(200, browser.call('post', 'tenants/onboarding/skip/', {}))).body).toEqual(all);
  expect((await browser.call('get', 'tenants/onboarding/')).body).toEqual(all);
  const { results } = (await browser.call('get', 'audit-log/?action=organisation.updated')).body;
  expect(results).toMatchObject([
    { object_id: organisation.id, before: { onboarding_skipped: ['branding'] } },
    { before: { onboarding_skipped: [] }, after: { onboarding_skipped: ['branding'] } },
  ]);
  expect(results).toHaveLength(2);
});

test('no onboarding step is lost when several are skipped concurrently', async () => {
  const { browser } = await newCreator(app);
  await Promise.all(['branding', 'first_course', 'publish_course', 'branding'].map((step) => browser.call('post', 'tenants/onboarding/skip/', { step })));
  expect(named((await browser.call('get', 'tenants/onboarding/')).body.steps, 'is_skipped')).toEqual(['branding', 'first_course', 'publish_course']);
});
