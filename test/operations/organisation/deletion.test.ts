import { startTestApp, type TestApp } from '../../support/app.ts';
import { Browser, expectStatus, newCreator, newUser } from '../../support/browser.ts';
import { runTask } from '../../support/jobs.ts';
import { insertKiosk } from '../../support/kiosk.ts';
import { refusalOf } from '../../support/learner.ts';
import { newLearner, newSchool, type School } from '../../support/school.ts';

const DAY_MS = 24 * 3600_000;

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  school = await newSchool(app);
});
afterAll(() => app.close());

const query = async (text: string, values: unknown[] = []) => (await app.database.pool.query(text, values)).rows;
const remove = ({ browser, organisation }: School, subdomain = organisation.subdomain) => browser.call('delete', `tenants/?subdomain=${subdomain}`);
const restore = (browser: Browser, subdomain: string) => browser.call('post', 'tenants/restore/', { subdomain });

async function newMember(role: 'owner' | 'creator' | 'learner') {
  const member = await newLearner(app, school.organisation.id, school.courseId);
  await query('update memberships set role = $2 where user_id = $1', [member.id, role]);
  return member;
}

test('only owners delete the organisation, and only with its subdomain', async () => {
  const creator = await newMember('creator');
  const learner = await newMember('learner');
  const { subdomain } = school.organisation;
  for (const { browser } of [creator, learner]) expect(await refusalOf(remove({ ...school, browser }))).toEqual([403, 'permission_denied']);
  const { body } = await expectStatus(400, remove(school, 'another'));
  expect(body.errors).toEqual([expect.objectContaining({ field: 'subdomain', code: 'invalid' })]);
  expect((await expectStatus(400, school.browser.call('delete', 'tenants/'))).body.errors).toEqual([expect.objectContaining({ field: 'subdomain' })]);
  await expectStatus(200, learner.browser.call('get', 'me/enrollments/'));
  const due_at = new Date(app.clock.now() + 30 * DAY_MS).toISOString();
  expect((await expectStatus(202, remove(school, subdomain.toUpperCase()))).body).toEqual({ status: 'scheduled', due_at });
  expect(await query(`select action, after from audit_log where object_id = $1 and action like 'organisation.del%'`, [school.organisation.id])).toEqual([
    { action: 'organisation.deletion_scheduled', after: { erasure_due_at: due_at } },
  ]);
});

test('a person without an organisation cannot delete one', async () => {
  const { browser } = await newUser(app);
  expect(await refusalOf(remove({ ...school, browser }))).toEqual([403, 'no_organisation']);
});

test('two owners who delete it at once schedule one erasure, which no later call moves', async () => {
  const { browser } = await newMember('owner');
  const answers = await Promise.all([remove(school), remove({ ...school, browser })]);
  for (const { status } of answers) expect([202, 403]).toContain(status);
  expect(await refusalOf(remove(school))).toEqual([403, 'no_organisation']);
  expect(await query(`select action from audit_log where object_id = $1 and action like 'organisation.del%'`, [school.organisation.id])).toHaveLength(1);
});

describe('a closed organisation', () => {
  test('answers nobody as one that never was, and answers again when it is restored', async () => {
    const learner = await newMember('learner');
    const { id, subdomain } = school.organisation;
    const visitor = new Browser(app);
    visitor.headers['X-Organisation'] = subdomain;
    const { body: key } = await expectStatus(201, school.browser.call('post', 'tenants/api-keys/', { name: 'K', scopes: { courses: 'view' } }));
    const { body: code } = await expectStatus(200, school.browser.call('get', 'tenants/join-code/'));
    const { body: invite } = await expectStatus(201, school.browser.call('post', 'tenants/members/invites/', { email: 'new@example.org', role: 'learner' }));
    await app.mailbox.runJobs();
    const [mail] = await app.mailbox.read('new@example.org');
    const token = /token=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const kiosk = await insertKiosk(app.database.pool, school.courseId, app.clock.now());
    const stranger = await newUser(app);
    const device = new Browser(app);
    device.cookie = kiosk.cookie;
    const answers = async () => {
      const asked = {
        member: learner.browser.call('get', 'me/enrollments/'),
        owner: school.browser.call('get', 'courses/'),
        key: app.http.get('/api/v1/agent/courses/').set('Authorization', `Bearer ${key.secret}`),
        visitor: visitor.call('get', 'me/discover/'),
        config: visitor.call('get', 'tenants/config/'),
        page: visitor.open('/catalogue'),
        invite: visitor.call('get', `tenants/members/invites/accept/?token=${token}`),
        plans: visitor.call('get', `catalog-subscriptions/orgs/${subdomain}/plans/`),
        join: stranger.browser.call('patch', 'me/', { join_code: code.join_code, name: 'Test user' }),
        kiosk: device.call('get', `courses/${school.courseId}/attendance/kiosk/roster/`),
      };
      return Object.fromEntries(await Promise.all(Object.entries(asked).map(async ([name, answer]) => [name, (await answer).status])));
    };
    const before = await answers();
    expect(new Set(Object.values(before))).toEqual(new Set([200]));
    await query('delete from memberships where user_id = $1', [stranger.id]);
    await expectStatus(202, remove(school));
    const { body: me } = await expectStatus(200, school.browser.call('get', 'me/'));
    expect([me.memberships, me.current_organisation]).toEqual([[], null]);
    expect(await answers()).toEqual({
      ...{
        member: 403,
        owner: 403,
        key: 401,
        visitor: 404,
        config: 404,
        page: 404,
        invite: 404,
        plans: 404,
        join: 400,
        kiosk: before.kiosk === 404 ? 404 : 401,
      },
    });
    const unknown = new Browser(app);
    unknown.headers['X-Organisation'] = 'never-was';
    const shown = async (browser: Browser) => {
      const { body, status } = await browser.call('get', 'me/discover/');
      return [status, { ...body, request_id: '' }];
    };
    expect(await shown(visitor)).toEqual(await shown(unknown));

    expect(await refusalOf(restore(learner.browser, subdomain))).toEqual([404, 'not_found']);
    expect((await expectStatus(200, restore(school.browser, subdomain))).body).toMatchObject({ view: 'member', id, subdomain });
    expect(await answers()).toEqual(before);
    expect(invite.email).toBe('new@example.org');
  });

  test('keeps its jobs, mails and deliveries, and has them done once when it is restored', async () => {
    const { id, subdomain } = school.organisation;
    const notice = { organisation_id: id, object_id: school.courseId, event: 'discussion_reply', after: null };
    await expectStatus(202, remove(school));
    for (const _time of [1, 2]) await runTask(app, 'spread_notice', notice);
    const held = () =>
      query(`select task_identifier as name, run_at > now() + interval '29 days' as "isLater" from graphile_worker.jobs where flags ? 'organisation-closed'`);
    expect(await held()).toEqual([{ name: 'spread_notice', isLater: true }]);
    await expectStatus(200, restore(school.browser, subdomain));
    await app.mailbox.runJobs();
    expect([await held(), await query(`select 1 from graphile_worker._private_jobs where payload ->> 'organisation_id' = $1`, [id])]).toEqual([[], []]);
  });

  test('tells every owner when it is closed, restored and erased', async () => {
    const other = await newMember('owner');
    const { subdomain } = school.organisation;
    await expectStatus(202, remove(school));
    await app.mailbox.runJobs();
    await expectStatus(200, restore(other.browser, subdomain));
    await app.mailbox.runJobs();
    await expectStatus(202, remove(school));
    app.clock.advance(30 * DAY_MS);
    await runTask(app, 'erase_organisations');
    await app.mailbox.runJobs();
    for (const { email } of [school, other]) {
      const mails = await app.mailbox.read(email);
      expect(mails.map(({ subject }) => subject)).toEqual([
        'Academy will be deleted',
        'Academy was restored',
        'Academy will be deleted',
        'Academy was deleted',
      ]);
      expect(mails[0]?.text).toContain(subdomain);
    }
  });

  test('cannot be restored once it is due, also before the job has run', async () => {
    const { subdomain } = school.organisation;
    await expectStatus(202, remove(school));
    app.clock.advance(30 * DAY_MS - 1);
    school.browser.cookie = await app.signedInCookie(school.id);
    for (const _time of [1, 2]) await expectStatus(200, restore(school.browser, subdomain));
    await expectStatus(202, remove(school));
    app.clock.advance(30 * DAY_MS);
    school.browser.cookie = await app.signedInCookie(school.id);
    expect(await refusalOf(restore(school.browser, subdomain))).toEqual([404, 'not_found']);
  });

  test('is no reason to name a successor, and is erased with the account of its owner or after it', async () => {
    await newMember('learner');
    expect(await refusalOf(school.browser.call('post', 'me/delete/', { password: school.password }))).toEqual([409, 'owner_of_learners']);
    await expectStatus(202, remove(school));
    await expectStatus(202, school.browser.call('post', 'me/delete/', { password: school.password }));
    app.clock.advance(14 * DAY_MS);
    await runTask(app, 'erase_users');
    expect(await query('select 1 from organisations where id = $1', [school.organisation.id])).toHaveLength(1);
    app.clock.advance(16 * DAY_MS);
    await runTask(app, 'erase_organisations');
    expect(await query('select 1 from organisations where id = $1', [school.organisation.id])).toEqual([]);
  });

  test('keeps its subdomain from others until it is erased', async () => {
    const { subdomain } = school.organisation;
    await expectStatus(202, remove(school));
    const other = await newCreator(app);
    const take = () => other.browser.call('patch', 'tenants/subdomain/', { subdomain });
    expect((await expectStatus(400, take())).body.errors).toEqual([expect.objectContaining({ field: 'subdomain', code: 'taken' })]);
    app.clock.advance(30 * DAY_MS);
    await runTask(app, 'erase_organisations');
    other.browser.cookie = await app.signedInCookie(other.id);
    await expectStatus(200, take());
  });
});
