import { randomUUID } from 'node:crypto';
import { Browser, expectStatus, newUser, PASSWORD, tokenOf } from '../../support/browser.ts';
import { runTask } from '../../support/jobs.ts';
import { addresses, eachWithRosters, fileOf } from '../../support/roster.ts';
import { newSchool, type School } from '../../support/school.ts';

const at = eachWithRosters();

let domain: string;
beforeEach(async () => {
  domain = `s${randomUUID().slice(0, 8)}.example.com`;
  await proveFor(at.school);
});

const proveFor = ({ organisation }: School) =>
  at.query(
    `insert into organisation_mail_domains (organisation_id, id, domain, status, txt_token, proved_at) values ($1, gen_random_uuid(), $2, 'verified', 'x', now())`,
    [organisation.id, domain],
  );
const lapse = () => at.query(`update organisation_mail_domains set status = 'failed', proved_at = null, claim_expires_at = now() where domain = $1`, [domain]);
const anAddress = (name = 'Mina') => `${name}-${randomUUID().slice(0, 6)}@${domain}`;
const signUp = async (email: string, verified: boolean) => {
  const user = await newUser(at.app, { verified });
  await at.query('update users set email = $2::text, email_key = lower($2::text) where id = $1', [user.id, email]);
  return { ...user, email };
};
const account = async (email: string) =>
  (
    await at.query(
      `select id, made_by_organisation_id as maker, email_verified_at as verified, has_mailbox as mailbox, password_hash is not null as "hasPassword"
       from users where email_key = lower($1)`,
      [email],
    )
  )[0];
const logIn = (email: string, password = PASSWORD) => new Browser(at.app).call('post', 'auth/login/', { email, password });
const rowsOf = async (id: string) =>
  (await at.rosters.read(id, '?page_size=200')).rows.results.map(({ line, action, code, waits_for, is_done }: Record<string, unknown>) => [
    line,
    action,
    code,
    waits_for,
    is_done,
  ]);
const credentialsOf = async (id: string) => (await expectStatus(200, at.rosters.credentials(id))).body.results;
const resetOf = (enrollmentId: string, { browser, courseId } = at.school) =>
  browser.call('post', `courses/${courseId}/learners/${enrollmentId}/reset-password/`);

test('an address of a proved domain makes an account at once, unverified, with a card and without any mail, and the same file again changes nothing', async () => {
  const email = anAddress();
  const outside = addresses(1)[0] as string;
  const below = `ada@pupils.${domain}`;
  const file = `Name,Email\nMina,${email}\nAda,${below}\nBea,${outside}`;
  const preview = await at.rosters.send(file);
  expect([preview.counts, preview.invitations.count]).toEqual([{ create: 3, enrol_existing: 0, update: 0, skip: 0, error: 0 }, 2]);
  await at.rosters.commit(preview.id);
  await at.app.mailbox.runJobs();
  expect(await rowsOf(preview.id)).toEqual([
    [2, 'create', null, null, true],
    [3, 'create', null, 'acceptance', true],
    [4, 'create', null, 'acceptance', true],
  ]);
  expect([await at.names(), await at.learners()]).toEqual([['Mina'], 1]);
  expect(await account(email)).toMatchObject({ maker: at.school.organisation.id, verified: null, mailbox: true, hasPassword: false });
  expect(await at.app.mailbox.read(email)).toEqual([]);
  const [card, ...others] = await credentialsOf(preview.id);
  expect([card, others]).toMatchObject([{ line: 2, email }, []]);
  await expectStatus(204, new Browser(at.app).call('post', 'auth/password-reset/card/', { card_code: card.card_code, new_password: PASSWORD }));
  await expectStatus(200, logIn(email));
  const again = await at.committed(file);
  expect((await rowsOf(again.id))[0]).toEqual([2, 'skip', 'enrolled', null, false]);
  expect((await account(email)).hasPassword).toBe(true);
});

test('somebody who holds an address of the domain without having verified it loses the address, the password and the sessions, and keeps the account', async () => {
  const email = anAddress();
  const squatter = await signUp(email, false);
  const own = (await expectStatus(201, squatter.browser.call('post', 'tenants/setup/', { name: 'Mine', subdomain: `o-${randomUUID().slice(0, 8)}` }))).body;
  const { id } = await at.committed(`Name,Email\nMina,${email}`);
  expect(await rowsOf(id)).toEqual([[2, 'create', null, null, true]]);
  expect([(await squatter.browser.call('get', 'me/')).status, (await logIn(email)).status]).toEqual([401, 401]);
  const made = await account(email);
  expect(made).toMatchObject({ maker: at.school.organisation.id, hasPassword: false });
  expect(made.id).not.toBe(squatter.id);
  expect(await at.query('select email, password_hash, has_mailbox from users where id = $1', [squatter.id])).toEqual([
    { email: `released-${squatter.id}@released.invalid`, password_hash: null, has_mailbox: false },
  ]);
  expect(await at.query(`select role from memberships where user_id = $1 and organisation_id = $2`, [squatter.id, own.id])).toEqual([{ role: 'owner' }]);
  expect((await credentialsOf(id))[0].email).toBe(email);
});

test('somebody who has verified an address of the domain and is no member is invited, keeps everything, and is enrolled by accepting', async () => {
  const email = anAddress();
  const owner = await signUp(email, true);
  const { id, invitations } = await at.committed(`Name,Email\nMina,${email}`);
  expect([await rowsOf(id), invitations.count, await at.names()]).toEqual([[[2, 'create', null, 'acceptance', true]], 1, []]);
  expect((await owner.browser.call('get', 'me/')).status).toBe(200);
  await expectStatus(200, at.accept(email, owner.browser));
  expect((await account(email)).id).toBe(owner.id);
  expect(await at.enrollments()).toEqual([{ email, source: 'creator' }]);
});

test('an account that the organisation made is the member also after the person has made it their own, and is taken up again after a removal', async () => {
  const [held, personal] = [anAddress('held'), anAddress('personal')];
  const file = fileOf([held, personal]);
  await at.committed(file);
  const before = [await account(held), await account(personal)];
  await at.query('update users set personal_since = now() where id = $1', [before[1].id]);
  expect(await rowsOf((await at.committed(file)).id)).toEqual([
    [2, 'skip', 'enrolled', null, false],
    [3, 'skip', 'enrolled', null, false],
  ]);
  for (const { id } of before) await expectStatus(204, at.school.browser.call('delete', `tenants/members/${id}/`));
  const { id } = await at.committed(file);
  expect(await rowsOf(id)).toEqual([
    [2, 'create', null, null, true],
    [3, 'create', null, 'acceptance', true],
  ]);
  expect([await account(held), await account(personal)]).toEqual(before);
  expect([await at.learners(), (await credentialsOf(id)).map(({ email }: { email: string }) => email)]).toEqual([1, [held]]);
});

test('an account that another organisation made loses an address of the domain, and a member of the staff is skipped and keeps it', async () => {
  const [elsewhere, staff] = [anAddress('elsewhere'), anAddress('staff')];
  const other = await newSchool(at.app);
  const pupil = await signUp(elsewhere, false);
  await at.query('update users set made_by_organisation_id = $2 where id = $1', [pupil.id, other.organisation.id]);
  const colleague = await signUp(staff, false);
  await at.query(`insert into memberships (organisation_id, user_id, role) values ($1, $2, 'creator')`, [at.school.organisation.id, colleague.id]);
  const { id } = await at.committed(fileOf([elsewhere, staff]));
  expect(await rowsOf(id)).toEqual([
    [2, 'create', null, null, true],
    [3, 'skip', 'staff', null, false],
  ]);
  expect([(await account(elsewhere)).id === pupil.id, (await account(staff)).id]).toEqual([false, colleague.id]);
  expect((await colleague.browser.call('get', 'me/')).status).toBe(200);
});

test('without the domain, new rows are invited and nobody loses an address; accounts that were made stay, and cards for them work only while it is proved', async () => {
  const [email, next] = [anAddress(), anAddress('next')];
  const { id } = await at.committed(`Name,Email\nMina,${email}`);
  const [{ enrollment_id: enrollmentId }] = (await at.rosters.read(id)).rows.results;
  const { card_code } = (await expectStatus(201, resetOf(enrollmentId))).body;
  const useCard = () => new Browser(at.app).call('post', 'auth/password-reset/card/', { card_code, new_password: PASSWORD });
  const waiting = await at.rosters.send(`Name,Email\nNext,${next}`);
  const squatter = await signUp(next, false);
  await lapse();
  const { status, body } = await resetOf(enrollmentId);
  expect([status, body.code]).toEqual([409, 'mail_domain_unproved']);
  await expectStatus(400, useCard());
  await at.rosters.commit(waiting.id);
  await at.app.mailbox.runJobs();
  expect([await rowsOf(waiting.id), (await account(next)).id]).toEqual([[[2, 'create', null, 'acceptance', true]], squatter.id]);
  expect(await at.names()).toEqual(['Mina']);
  await at.query(`delete from organisation_mail_domains where domain = $1`, [domain]);
  expect((await resetOf(enrollmentId)).status).toBe(409);
  await proveFor(at.school);
  await expectStatus(204, useCard());
  await expectStatus(201, resetOf(enrollmentId));
});

test('whoever proves the address gets the account, and the organisation no longer has cards for it', async () => {
  const email = anAddress();
  const { id } = await at.committed(`Name,Email\nMina,${email}`);
  const [{ enrollment_id: enrollmentId }] = (await at.rosters.read(id)).rows.results;
  await expectStatus(202, new Browser(at.app).call('post', 'auth/password-reset/', { email }));
  const token = tokenOf((await at.app.mailbox.read(email)).at(-1)?.text);
  await expectStatus(204, new Browser(at.app).call('post', 'auth/password-reset-confirm/', { token, new_password: PASSWORD }));
  expect((await account(email)).verified).not.toBe(null);
  const { status, body } = await resetOf(enrollmentId);
  expect([status, body.code]).toEqual([409, 'account_is_personal']);
});

test('a proved mail domain lets an organisation without a paid plan mail 5,000 invitations a day', async () => {
  await at.query(`update platform_subscriptions set plan_id = 'free' where organisation_id = $1`, [at.school.organisation.id]);
  const file = fileOf(addresses(110));
  expect((await at.rosters.send(file)).invitations).toEqual({ count: 110, today: 110 });
  await lapse();
  expect((await at.rosters.send(file)).invitations).toEqual({ count: 110, today: 100 });
});

test('two files with the same new addresses, and people who sign up with them at the same time, lead to one account for each address', async () => {
  const emails = Array.from({ length: 12 }, () => anAddress());
  const files = [await at.rosters.send(fileOf(emails)), await at.rosters.send(fileOf([...emails].reverse()))];
  const signingUp = (email: string) => new Browser(at.app).call('post', 'auth/signup/', { email, password: PASSWORD, name: 'X' });
  for (const { id } of files) await at.rosters.commit(id);
  await Promise.all([at.app.mailbox.runJobs(), ...emails.map(signingUp)]);
  await runTask(at.app, 'expire_rosters');
  expect(await at.learners()).toBe(12);
  for (const email of emails) expect(await account(email)).toMatchObject({ maker: at.school.organisation.id, hasPassword: false });
});
