import { NOWHERE, setProgram } from '../../support/affiliates.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { faultsOf, refusalOf } from '../../support/learner.ts';
import { newSchool, type School } from '../../support/school.ts';
import { statusCounts } from '../../support/studio.ts';

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  school = await newSchool(app);
});
afterAll(() => app.close());

const PERCENT = { type: 'percent', hundredths: 3000 };
const call = (method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string, body?: object) => school.browser.call(method, `affiliates/${path}`, body);

describe('the affiliate program', () => {
  test('is off until staff enable it, and keeps the settings that a change leaves out', async () => {
    expect((await expectStatus(200, call('get', 'program/'))).body).toMatchObject({ is_enabled: false, window_days: 60, terms: null, terms_version: 0 });
    await setProgram(school.browser, { rate: PERCENT });
    await expectStatus(200, call('patch', 'program/', { attribution: 'last_touch' }));
    expect((await expectStatus(200, call('get', 'program/'))).body).toMatchObject({ is_enabled: true, rate: PERCENT, attribution: 'last_touch' });
    const audit = await expectStatus(200, school.browser.call('get', 'audit-log/?action=affiliate_program'));
    expect(audit.body.results[0]).toMatchObject({ before: { attribution: 'first_touch' }, after: { attribution: 'last_touch' } });
  });

  test('counts the versions of its terms, also when fifty changes are made at once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => call('patch', 'program/', { terms: `Terms ${n}` })));
    expect(statusCounts(answers)).toEqual({ 200: 50 });
    const { terms } = (await expectStatus(200, call('get', 'program/'))).body;
    expect((await expectStatus(200, call('patch', 'program/', { terms }))).body.terms_version).toBe(50);
  });

  test('refuses a fixed rate in a currency that does not exist', async () => {
    expect(await faultsOf(call('patch', 'program/', { rate: { type: 'fixed', amount: 100, currency: 'XXX' } }))).toEqual(['rate.currency unknown']);
  });
});

describe('the rule of a course', () => {
  test('is one for each course, replaces itself, and can be deleted once', async () => {
    const rule = { course_id: school.courseId, rate: PERCENT };
    const answers = await Promise.all(Array.from({ length: 10 }, () => call('put', 'course-rules/', rule)));
    expect(statusCounts(answers)).toEqual({ 200: 10 });
    expect((await expectStatus(200, call('put', 'course-rules/', { course_id: school.courseId, is_excluded: true }))).body).toMatchObject({
      is_excluded: true,
      rate: null,
    });
    expect((await expectStatus(200, call('get', 'course-rules/'))).body).toMatchObject({
      count: 1,
      results: [{ course_id: school.courseId, is_excluded: true }],
    });
    await expectStatus(204, call('delete', `course-rules/?course_id=${school.courseId}`));
    expect(await refusalOf(call('delete', `course-rules/?course_id=${school.courseId}`))).toEqual([404, 'not_found']);
    const audit = await expectStatus(200, school.browser.call('get', 'audit-log/?action=affiliate_rule'));
    expect(audit.body.results.slice(0, 2)).toMatchObject([{ action: 'affiliate_rule.deleted' }, { action: 'affiliate_rule.replaced' }]);
  });

  test('needs a rate or an exclusion, not both, and a course of the organisation', async () => {
    const other = await newSchool(app);
    const put = (body: object) => faultsOf(call('put', 'course-rules/', body));
    expect(await put({ course_id: school.courseId })).toEqual(['rate required']);
    expect(await put({ course_id: school.courseId, is_excluded: true, rate: PERCENT })).toEqual(['rate not_allowed']);
    expect(await put({ course_id: other.courseId, rate: PERCENT })).toEqual(['course_id unknown']);
    expect(await put({ course_id: school.courseId, rate: { type: 'fixed', amount: 1, currency: 'XXX' } })).toEqual(['rate.currency unknown']);
  });
});

describe('an invite', () => {
  test('has a code of its own or a random one, changes, and stays in the list after it was deactivated', async () => {
    const { body: chosen } = await expectStatus(201, call('post', 'invites/', { code: ' partners ', max_uses: 5 }));
    expect(chosen).toMatchObject({ code: 'PARTNERS', status: 'active', uses: 0, max_uses: 5, rate: null });
    const { body: random } = await expectStatus(201, call('post', 'invites/', {}));
    expect(random.code).toMatch(/^[2-9A-Z]{10}$/);
    expect((await expectStatus(200, call('patch', `invites/${chosen.id}/`, { rate: PERCENT, label: 'Podcasts' }))).body).toMatchObject({
      rate: PERCENT,
      label: 'Podcasts',
      max_uses: 5,
    });
    await expectStatus(204, call('delete', `invites/${chosen.id}/`));
    await expectStatus(204, call('delete', `invites/${chosen.id}/`));
    expect((await expectStatus(200, call('get', 'invites/'))).body.results).toMatchObject([{ id: random.id }, { id: chosen.id, status: 'deactivated' }]);
    const audit = await expectStatus(200, school.browser.call('get', 'audit-log/?action=affiliate_invite'));
    expect(audit.body.results.map(({ action }: { action: string }) => action)).toEqual([
      'affiliate_invite.deactivated',
      'affiliate_invite.updated',
      'affiliate_invite.created',
      'affiliate_invite.created',
    ]);
  });

  test('is refused with a code that another has or had, of fifty at once all but one', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => call('post', 'invites/', { code: 'Partners' })));
    expect(statusCounts(answers)).toEqual({ 201: 1, 409: 49 });
    const { id } = (await expectStatus(200, call('get', 'invites/'))).body.results[0];
    await expectStatus(204, call('delete', `invites/${id}/`));
    const taken = { code: 'affiliate_invite_code_taken', invite_id: id };
    for (const { status, body } of [...answers, await call('post', 'invites/', { code: 'partners' })]) if (status === 409) expect(body).toMatchObject(taken);
  });

  test.each([
    [{ code: 'no spaces' }, 'code invalid'],
    [{ code: '-a' }, 'code invalid'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at past'],
    [{ rate: { type: 'fixed', amount: 1, currency: 'XXX' } }, 'rate.currency unknown'],
  ])('is refused with %j', async (body, fault) => {
    expect(await faultsOf(call('post', 'invites/', body))).toEqual([fault]);
  });

  test('cannot be changed to fewer uses than it had, nor by another organisation', async () => {
    const { body } = await expectStatus(201, call('post', 'invites/', {}));
    await app.database.pool.query('update affiliate_invites set uses = 2 where id = $1', [body.id]);
    expect(await faultsOf(call('patch', `invites/${body.id}/`, { max_uses: 1 }))).toEqual(['max_uses below_uses']);
    const other = await newSchool(app);
    for (const id of [body.id, NOWHERE, 'x']) {
      expect(await refusalOf(other.browser.call('patch', `affiliates/invites/${id}/`, { label: '' }))).toEqual([404, 'not_found']);
      expect(await refusalOf(other.browser.call('delete', `affiliates/invites/${id}/`))).toEqual([404, 'not_found']);
    }
  });
});
