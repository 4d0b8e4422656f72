import { judgeRefund } from '../../../src/domain/commerce/refunds/policy.ts';
import type { Shape } from '../../../src/domain/kernel/contract.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { Browser, expectStatus, newUser } from '../../support/browser.ts';
import { AFTERMATH } from '../../support/jobs.ts';
import { newSchool, type School } from '../../support/school.ts';

type Policy = Shape<'RefundPolicy'>;

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp(undefined, { idle: AFTERMATH });
  school = await newSchool(app);
});
afterAll(() => app.close());

const DEFAULT = { is_enabled: false, window_days: 14, max_progress_percent: null, after_certificate: false };

test('a course without a refund policy offers none, and staff set one, which is audited', async () => {
  const { id } = await school.newCourse();
  const path = `courses/${id}/refund-policy/`;
  const put = async (body: object) => (await expectStatus(200, school.browser.call('put', path, body))).body;
  expect((await expectStatus(200, school.browser.call('get', path))).body).toEqual(DEFAULT);
  const policy = { is_enabled: true, window_days: 30, max_progress_percent: 0, after_certificate: true };
  expect(await put(policy)).toEqual(policy);
  expect((await expectStatus(200, school.browser.call('get', path))).body).toEqual(policy);
  expect(await put({ is_enabled: true })).toEqual({ ...DEFAULT, is_enabled: true });
  const { rows } = await app.database.pool.query(
    `select before, after from audit_log where object_id = $1 and action = 'course.refund_policy_changed' order by id`,
    [id],
  );
  expect(rows[0]).toEqual({ before: DEFAULT, after: policy });
  expect(rows).toHaveLength(2);
});

test.each([{ window_days: 0 }, { window_days: 366 }, { window_days: 1.5 }, { max_progress_percent: 101 }, { max_progress_percent: -1 }])(
  'a refund policy with %j is refused',
  async (change) => {
    await expectStatus(400, school.browser.call('put', `courses/${school.courseId}/refund-policy/`, { is_enabled: true, ...change }));
  },
);

test('visitors read the policy of a course that they see, under its ID and its slug, and no other', async () => {
  const course = await school.newCourse({ status: 'published' });
  const draft = await school.newCourse();
  const visitor = new Browser(app);
  visitor.headers['X-Organisation'] = school.organisation.id;
  for (const key of [course.id, course.slug]) expect((await expectStatus(200, visitor.call('get', `courses/${key}/refund-policy/`))).body).toEqual(DEFAULT);
  await expectStatus(404, visitor.call('get', `courses/${draft.id}/refund-policy/`));
  const { browser } = await newUser(app);
  browser.headers['X-Organisation'] = school.organisation.id;
  await expectStatus(404, browser.call('get', `courses/${draft.id}/refund-policy/`));
  const other = await newSchool(app);
  await expectStatus(404, other.browser.call('put', `courses/${course.id}/refund-policy/`, { is_enabled: true }));
});

describe('a refund without the consent of staff', () => {
  const paidAt = '2026-03-28T12:00:00.000Z';
  const policy: Policy = { is_enabled: true, window_days: 14, max_progress_percent: 30, after_certificate: false };
  const until = '2026-04-11T12:00:00.000Z';
  const judge = (change: Partial<Policy>, used: { progressPercent?: number; hasCertificate?: boolean }, now = paidAt) =>
    judgeRefund({ ...policy, ...change }, { since: paidAt, progressPercent: 0, hasCertificate: false, ...used }, now);

  test.each([
    ['is possible at once', {}, {}, paidAt, null],
    ['is possible until before the end of the window, whatever the clocks do meanwhile', {}, {}, '2026-04-11T11:59:59.999Z', null],
    ['is impossible at the end of the window', {}, {}, until, 'window_over'],
    ['is possible with as much progress as is allowed', {}, { progressPercent: 30 }, paidAt, null],
    ['is impossible with more progress', {}, { progressPercent: 30.01 }, paidAt, 'too_much_progress'],
    ['is possible with any progress if it is not limited', { max_progress_percent: null }, { progressPercent: 100 }, paidAt, null],
    ['is impossible after the certificate', {}, { hasCertificate: true }, paidAt, 'certificate_issued'],
    ['is possible after the certificate if the policy says so', { after_certificate: true }, { hasCertificate: true }, paidAt, null],
  ])('%s', (_what, change, used, now, obstacle) => {
    expect(judge(change as Partial<Policy>, used, now)).toEqual({ until, obstacle });
  });

  test('is impossible if the policy offers none', () => {
    expect(judge({ is_enabled: false }, {})).toEqual({ until: null, obstacle: 'not_offered' });
  });
});
