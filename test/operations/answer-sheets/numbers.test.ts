import { startTestApp, type TestApp } from '../../support/app.ts';
import { AUDIT } from '../../support/audit.ts';
import { expectStatus } from '../../support/browser.ts';
import { awayFrom, enrollMany, newLearner, newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  school = await newSchool(app);
});
afterAll(() => app.close());

const path = (enrollmentId: string, courseId = school.courseId) => `courses/${courseId}/answer-sheets/learners/${enrollmentId}/number/`;
const give = (enrollmentId: string, number: string | null) => school.browser.call('patch', path(enrollmentId), { number });
const numberOf = async (enrollmentId: string) => (await expectStatus(200, school.browser.call('get', path(enrollmentId)))).body.number;
const enrolled = (count: number) => enrollMany(app, school.organisation.id, school.courseId, count);

test('a number keeps its leading zeros, can be corrected and removed, and each change is audited', async () => {
  const [learner = ''] = await enrolled(1);
  expect(await numberOf(learner)).toBeNull();
  const { body } = await expectStatus(200, give(learner, '0042'));
  expect(body).toEqual({ enrollment_id: learner, number: '0042' });
  await expectStatus(200, give(learner, '0042'));
  await expectStatus(200, give(learner, '42'));
  await expectStatus(200, give(learner, null));
  expect(await numberOf(learner)).toBeNull();
  const { rows } = await app.database.pool.query(
    `select before, after from ${AUDIT} where organisation_id = $1 and action = 'student_number.updated' order by id`,
    [school.organisation.id],
  );
  expect(rows).toEqual([
    { before: { number: null }, after: { number: '0042' } },
    { before: { number: '0042' }, after: { number: '42' } },
    { before: { number: '42' }, after: { number: null } },
  ]);
});

test('of fifty learners who are given the same number at once, one gets it', async () => {
  const learners = await enrolled(50);
  const statuses = (await Promise.all(learners.map((learner) => give(learner, '7')))).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(49);
});

test('a number that another learner has is refused, and learners of other organisations do not count', async () => {
  const [one = '', other = ''] = await enrolled(2);
  await expectStatus(200, give(one, '1'));
  const { rows } = await app.database.pool.query('select user_id from enrollments where id = $1', [one]);
  expect((await expectStatus(409, give(other, '1'))).body).toMatchObject({ code: 'number_taken', user_id: rows[0].user_id });
  const elsewhere = await newSchool(app);
  const [third = ''] = await enrollMany(app, elsewhere.organisation.id, elsewhere.courseId, 1);
  await expectStatus(200, elsewhere.browser.call('patch', path(third, elsewhere.courseId), { number: '1' }));
});

test.each(['', '12345678901', '12 3', '-1', 'A1', '１２'])('the number %j is refused', async (number) => {
  const [learner = ''] = await enrolled(1);
  expect((await give(learner, number)).status).toBe(400);
});

test('the number of a learner is found nowhere else', async () => {
  const [learner = ''] = await enrolled(1);
  for (const [browser, courseId, id] of await awayFrom(app, school, learner)) {
    expect((await browser.call('get', path(id, courseId))).status).toBe(404);
    expect((await browser.call('patch', path(id, courseId), { number: '1' })).status).toBe(404);
  }
});

test('a learner sees their number in each organisation in which they are enrolled, and their data export has it', async () => {
  const learner = await newLearner(app, school.organisation.id, school.courseId);
  const mine = async () => (await expectStatus(200, learner.browser.call('get', 'answer-sheets/my-numbers/'))).body;
  expect(await mine()).toMatchObject({ count: 1, results: [{ organisation: { id: school.organisation.id }, number: null }] });
  await expectStatus(200, give(learner.enrollmentId, '0001'));
  expect((await mine()).results).toMatchObject([{ number: '0001' }]);
});
