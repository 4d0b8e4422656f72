import { startTestApp, type TestApp, withSettings } from '../support/app.ts';
import { Browser, expectStatus } from '../support/browser.ts';
import { refusalOf } from '../support/learner.ts';
import { newSchool, type School } from '../support/school.ts';

let app: TestApp;
let school: School;
let other: School;
beforeAll(async () => {
  app = await startTestApp(withSettings({ publicUrl: 'http://learn.example.org' }));
  [school, other] = [await newSchool(app), await newSchool(app)];
  await school.newCourse({ status: 'published', title: 'Only here' });
});
afterAll(() => app.close());

const visitor = (headers: Record<string, string>) => {
  const browser = new Browser(app);
  Object.assign(browser.headers, headers);
  return browser;
};

/** Expects a visitor to see the school and its course. */
async function expectSchool(headers: Record<string, string>): Promise<void> {
  const browser = visitor(headers);
  const { body: config } = await expectStatus(200, browser.call('get', 'tenants/config/'));
  expect(config).toMatchObject({ view: 'public', id: school.organisation.id });
  const { body } = await expectStatus(200, browser.call('get', 'me/discover/'));
  expect(body.results).toMatchObject([{ course: { title: 'Only here' } }]);
}

test('a visitor sees the organisation that X-Organisation names by its ID or subdomain', async () => {
  for (const name of [school.organisation.id, school.organisation.subdomain]) await expectSchool({ 'X-Organisation': name });
});

test('a visitor sees the organisation whose subdomain the host of the request is, which outranks X-Organisation', async () => {
  const Host = `${school.organisation.subdomain}.learn.example.org`;
  await expectSchool({ Host });
  await expectSchool({ Host, 'X-Organisation': other.organisation.id });
});

test('a visitor sees the organisation whose custom domain the host of the request is, once the domain is proved', async () => {
  const Host = 'courses.school.example';
  await app.database.pool.query(
    `insert into organisation_domains (organisation_id, hostname, status, txt_token, claim_expires_at) values ($1, $2, 'pending', 't', now())`,
    [school.organisation.id, Host],
  );
  expect(await refusalOf(visitor({ Host }).call('get', 'me/discover/'))).toEqual([404, 'not_found']);
  await app.database.pool.query(`update organisation_domains set status = 'active', proved_at = now() where organisation_id = $1`, [school.organisation.id]);
  await expectSchool({ Host });
});

test('a visitor who names no organisation, or one that does not exist, gets 404', async () => {
  for (const headers of [{}, { Host: 'nobody.learn.example.org' }, { 'X-Organisation': 'nobody' }] as Record<string, string>[])
    for (const path of ['tenants/config/', 'me/discover/']) expect(await refusalOf(visitor(headers).call('get', path))).toEqual([404, 'not_found']);
});
