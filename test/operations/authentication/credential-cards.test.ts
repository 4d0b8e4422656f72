import { issueCard, issueCards } from '../../../src/domain/identity/accounts/credential-cards.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { Browser, expectStatus, newCreator, newUser, PASSWORD, type TestUser } from '../../support/browser.ts';
import { putInHands } from '../../support/school.ts';

const NEXT = 'a fresh new password';

let app: TestApp;
let organisationId: string;
beforeAll(async () => {
  app = await startTestApp();
  organisationId = (await newCreator(app)).organisation.id;
});
afterAll(() => app.close());

interface Learner extends TestUser {
  id: string;
}

async function newLearner(): Promise<Learner> {
  const user = await newUser(app);
  const { id } = (await user.browser.call('get', 'me/')).body;
  await app.database.db.insertInto('memberships').values({ organisation_id: organisationId, user_id: id, role: 'learner' }).execute();
  await putInHands(app, organisationId, id);
  return { ...user, id };
}

const cardFor = ({ id }: Learner, organisation = organisationId) => issueCard(app.database.db, organisation, id);
const use = (card_code: string, new_password = NEXT, browser = new Browser(app)) =>
  browser.call('post', 'auth/password-reset/card/', { card_code, new_password });
const logIn = async ({ email }: Learner, password: string) => (await new Browser(app).call('post', 'auth/login/', { email, password })).status;
const isInvalid = async (code: string) => {
  const { status, body } = await use(code);
  return status === 400 && body.errors.length === 1 && body.errors[0].field === 'card_code' && body.errors[0].code === 'invalid';
};

test('a credential card has sixteen letters and digits in groups of four, lasts 30 days and is stored only as a hash', async () => {
  const learner = await newLearner();
  const code = await cardFor(learner);
  expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  const { rows } = await app.database.pool.query(
    "select to_jsonb(c)::text as text, expires_at - created_at = interval '30 days' as thirty from credential_cards c where user_id = $1",
    [learner.id],
  );
  expect(rows).toEqual([{ text: expect.any(String), thirty: true }]);
  expect(rows[0].text).not.toMatch(new RegExp(`${code}|${code.replaceAll('-', '')}`));
});

test('a credential card sets the password once and ends every session', async () => {
  const learner = await newLearner();
  const code = await cardFor(learner);
  expect((await expectStatus(204, use(code))).text).toBe('');
  expect((await learner.browser.call('get', 'me/')).status).toBe(401);
  expect([await logIn(learner, PASSWORD), await logIn(learner, NEXT)]).toEqual([401, 200]);
  expect(await isInvalid(code)).toBe(true);
});

test('a credential card works for only one of several concurrent requests', async () => {
  const code = await cardFor(await newLearner());
  const answers = await Promise.all([1, 2, 3].map(() => use(code)));
  expect(answers.map((answer) => answer.status).sort()).toEqual([204, 400, 400]);
});

test.each([
  ['lowercase letters and spaces', (code: string) => ` ${code.toLowerCase().replaceAll('-', ' ')} `],
  ['no hyphens', (code: string) => code.replaceAll('-', '')],
  ['letters that look like digits', (code: string) => code.replaceAll('0', 'o').replaceAll('1', 'l')],
])('a credential card is accepted when it is written with %s', async (_how, written) => {
  const learner = await newLearner();
  let code = '';
  while (!/[01]/.test(code)) code = await cardFor(learner);
  await expectStatus(204, use(written(code)));
});

test('a credential card stays usable if only the new password is rejected', async () => {
  const learner = await newLearner();
  const code = await cardFor(learner);
  const { status, body } = await use(code, 'password1');
  expect([status, body.errors]).toEqual([400, [expect.objectContaining({ field: 'new_password', code: 'common' })]]);
  expect((await use(code, learner.email)).body.errors).toEqual([expect.objectContaining({ field: 'new_password', code: 'common' })]);
  await expectStatus(204, use(code));
});

test('a credential card is rejected if it is wrong or expired, or if the learner has left its organisation or is staff there', async () => {
  expect(await isInvalid('0000-0000-0000-0000')).toBe(true);
  const late = await newLearner();
  const expired = await cardFor(late);
  await app.database.pool.query('update credential_cards set expires_at = now() where user_id = $1', [late.id]);
  expect(await isInvalid(expired)).toBe(true);
  const gone = await newLearner();
  const left = await cardFor(gone);
  await app.database.pool.query('delete from memberships where user_id = $1', [gone.id]);
  expect(await isInvalid(left)).toBe(true);
  const staff = await newLearner();
  const early = await cardFor(staff);
  await app.database.pool.query(`update memberships set role = 'creator' where user_id = $1`, [staff.id]);
  expect(await isInvalid(early)).toBe(true);
  expect([await logIn(late, PASSWORD), await logIn(gone, PASSWORD), await logIn(staff, PASSWORD)]).toEqual([200, 200, 200]);
});

test('a new credential card replaces the earlier card of the same learner and leaves those of other learners valid', async () => {
  const [one, two] = [await newLearner(), await newLearner()];
  const first = await issueCards(app.database.db, organisationId, [one.id, two.id]);
  expect(first.size).toBe(2);
  const second = await cardFor(one);
  expect(await isInvalid(first.get(one.id) as string)).toBe(true);
  await expectStatus(204, use(second));
  await expectStatus(204, use(first.get(two.id) as string));
  expect((await issueCards(app.database.db, organisationId, [])).size).toBe(0);
});

test('only one of two credential cards created concurrently for one learner works', async () => {
  const learner = await newLearner();
  const codes = await Promise.all([cardFor(learner), cardFor(learner)]);
  const answers = [await use(codes[0]), await use(codes[1])];
  expect(answers.map((answer) => answer.status).sort()).toEqual([204, 400]);
});

test('expired credential cards are deleted', async () => {
  const learner = await newLearner();
  await cardFor(learner);
  await app.database.pool.query('update credential_cards set expires_at = now() where user_id = $1', [learner.id]);
  await app.database.pool.query("select graphile_worker.add_job('forget_expired_secrets')");
  await app.mailbox.runJobs();
  const { rows } = await app.database.pool.query('select 1 from credential_cards where user_id = $1', [learner.id]);
  expect(rows).toEqual([]);
});

test('attempts to use credential cards are limited per IP address', async () => {
  const browser = new Browser(app);
  for (let number = 0; number < 20; number++) expect((await use('wrong', NEXT, browser)).status).toBe(400);
  expect((await use('wrong', NEXT, browser)).status).toBe(429);
});
