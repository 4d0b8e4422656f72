import { inviteData } from '../../../src/domain/organisations/invites/personal-data.ts';
import { Browser, expectStatus, newUser, PASSWORD, tokenOf } from '../../support/browser.ts';
import { faultsOf, refusalOf } from '../../support/learner.ts';
import { eachWithRosters, newAddress, pupils } from '../../support/roster.ts';
import { newColleague, newLearner, newSchool, putInHands } from '../../support/school.ts';

const at = eachWithRosters();

type Pupil = Awaited<ReturnType<typeof newLearner>> & { name: string; path: string };

const pathOf = (enrollmentId: string) => `courses/${at.school.courseId}/learners/${enrollmentId}/`;

/** Makes a pupil without a mailbox, as a roster does, who has signed in with a card. */
async function newPupil(): Promise<Pupil> {
  const pupil = await newLearner(at.app, at.school.organisation.id, at.school.courseId);
  await putInHands(at.app, at.school.organisation.id, pupil.id);
  const name = 'Ada Pupil';
  await at.query('update users set has_mailbox = false, name = $2 where id = $1', [pupil.id, name]);
  return { ...pupil, name, path: pathOf(pupil.enrollmentId) };
}

const invite = ({ path }: Pick<Pupil, 'path'>, email: string, browser = at.school.browser) => browser.call('post', `${path}claim-invite/`, { email });
const tokenFor = async (email: string) => tokenOf((await at.app.mailbox.read(email)).at(-1)?.text);
const accept = (token: string, browser: Browser) => browser.call('post', 'tenants/members/invites/accept/', { token });
const signUp = (email: string, token: string, given = {}) =>
  new Browser(at.app).call('post', 'auth/signup/', { email, password: 'another good secret', name: 'Someone', invite_token: token, ...given });
const signIn = async (email: string, password: string, browser = new Browser(at.app)) =>
  (await browser.call('post', 'auth/login/', { email, password })).status;
const account = async ({ id }: Pick<Pupil, 'id'>) =>
  (
    await at.query(
      'select name, email, email_verified_at is not null as verified, has_mailbox, personal_since is not null as personal from users where id = $1',
      [id],
    )
  )[0];

/** Sends an invitation and returns its token. */
async function invited(pupil: Pupil, email: string): Promise<string> {
  await expectStatus(201, invite(pupil, email));
  return tokenFor(email);
}

test('a pupil without a mailbox claims the account with the mailed link and a password, and keeps name, course and number', async () => {
  const { id } = await at.committed(pupils(1));
  const [{ email, name, card_code }] = (await expectStatus(200, at.rosters.credentials(id))).body.results;
  const { enrollment_id } = (await at.rosters.read(id)).rows.results[0];
  const [user] = await at.query('select id from users where email = $1', [email]);
  const pupil = { id: user.id, name, email, path: pathOf(enrollment_id) };
  const earlier = new Browser(at.app);
  await expectStatus(204, earlier.call('post', 'auth/password-reset/card/', { card_code, new_password: PASSWORD }));
  expect(await signIn(email, PASSWORD, earlier)).toBe(200);
  const address = newAddress();
  const { body } = await expectStatus(201, invite(pupil, address));
  expect(body).toMatchObject({ email: address, role: 'learner', claims: { id: pupil.id, name: pupil.name }, places: [] });
  const [mail] = await at.app.mailbox.read(address);
  expect(mail?.text).toContain(`Test user from Academy has invited you to take over ${pupil.name}’s account, with its courses and results.`);
  const token = tokenOf(mail?.text);
  const shown = await new Browser(at.app).call('get', `tenants/members/invites/accept/?token=${token}`);
  expect(shown.body).toMatchObject({ account_name: pupil.name, email: address });
  await expectStatus(202, signUp(address, token, { name: 'Father' }));
  expect(await account(pupil)).toEqual({ name: pupil.name, email: address, verified: true, has_mailbox: true, personal: true });
  expect((await earlier.call('get', 'me/')).status).toBe(401);
  const browser = new Browser(at.app);
  expect([await signIn(pupil.email, PASSWORD), await signIn(address, PASSWORD), await signIn(address, 'another good secret', browser)]).toEqual([
    401, 401, 200,
  ]);
  expect(await at.enrollments()).toMatchObject([{ email: address }]);
  expect(await at.query('select number from student_numbers where user_id = $1', [pupil.id])).toEqual([{ number: '1' }]);
  expect([await at.learners(), (await at.invites()).count]).toEqual([1, 0]);
  expect(
    (await at.query(`select action, after from audit_log where object_id = $1 order by id`, [body.id])).map(({ action, after }) => [action, after]),
  ).toEqual(['member_invite.created', 'member_invite.accepted'].map((action) => [action, { role: 'learner', claims_user_id: pupil.id }]));
});

test('a pupil who is signed in accepts and stays signed in with the same password; the card that was not used works no more', async () => {
  const pupil = await newPupil();
  const { browser } = pupil;
  const { card_code } = (await expectStatus(201, at.school.browser.call('post', `${pupil.path}reset-password/`))).body;
  const address = newAddress();
  const token = await invited(pupil, address);
  for (let time = 0; time < 2; time++) expect((await expectStatus(200, accept(token, browser))).body.role).toBe('learner');
  expect((await expectStatus(200, browser.call('get', 'me/'))).body).toMatchObject({ email: address, email_verified: true });
  expect(await signIn(address, PASSWORD)).toBe(200);
  const used = new Browser(at.app).call('post', 'auth/password-reset/card/', { card_code, new_password: 'the teacher knows it' });
  expect(await refusalOf(used)).toEqual([409, 'account_is_personal']);
  expect(await refusalOf(at.school.browser.call('post', `${pupil.path}reset-password/`))).toEqual([409, 'account_is_personal']);
  expect(await refusalOf(invite(pupil, newAddress()))).toEqual([409, 'account_is_personal']);
});

test('nobody who is signed in to another account can accept, and neither account changes', async () => {
  const [pupil, other] = [await newPupil(), await newUser(at.app)];
  const before = await account(pupil);
  const token = await invited(pupil, newAddress());
  expect(await faultsOf(accept(token, other.browser))).toEqual(['token not_allowed']);
  expect(await account(pupil)).toEqual(before);
  expect((await expectStatus(200, other.browser.call('get', 'me/'))).body.memberships).toEqual([]);
  expect((await at.invites()).count).toBe(1);
});

test('an address that has a verified account is refused when the invitation is accepted, nothing is merged, and staff learn nothing', async () => {
  const [pupil, parent] = [await newPupil(), await newUser(at.app)];
  const { browser } = pupil;
  const before = await account(pupil);
  const token = await invited(pupil, parent.email);
  expect(await faultsOf(signUp(parent.email, token))).toEqual(['email taken']);
  expect(await faultsOf(accept(token, browser))).toEqual(['token taken']);
  expect(await faultsOf(accept(token, parent.browser))).toEqual(['token not_allowed']);
  expect(await account(pupil)).toEqual(before);
  expect([await signIn(parent.email, PASSWORD), await signIn(pupil.email, PASSWORD)]).toEqual([200, 200]);
});

test('an account that holds the address without a proof loses it, with its password and its sessions', async () => {
  const [pupil, stranger] = [await newPupil(), await newUser(at.app, { verified: false })];
  await expectStatus(202, signUp(stranger.email, await invited(pupil, stranger.email)));
  expect(await account(pupil)).toMatchObject({ email: stranger.email, verified: true });
  expect((await stranger.browser.call('get', 'me/')).status).toBe(401);
  expect(await signIn(stranger.email, PASSWORD)).toBe(401);
  expect(await at.query('select has_mailbox, password_hash from users where id = $1', [stranger.id])).toEqual([{ has_mailbox: false, password_hash: null }]);
});

test('inviting to another address makes the first link stop working, and of ten at once one invitation stays', async () => {
  const pupil = await newPupil();
  const [first, second] = [newAddress(), newAddress()];
  const token = await invited(pupil, first);
  await expectStatus(201, invite(pupil, second));
  expect(await faultsOf(signUp(first, token))).toEqual(['invite_token invalid']);
  expect(await faultsOf(signUp(second, token))).toEqual(['invite_token invalid']);
  await expectStatus(200, invite(pupil, second));
  expect(await at.app.mailbox.read(second)).toHaveLength(1);
  const many = await Promise.all(Array.from({ length: 10 }, () => invite(pupil, newAddress())));
  expect(new Set(many.map(({ status }) => status))).toEqual(new Set([201]));
  expect((await at.invites()).count).toBe(1);
});

test('of two who claim an account at once, with a password and signed in, one gets it', async () => {
  const pupil = await newPupil();
  const { browser } = pupil;
  const address = newAddress();
  const token = await invited(pupil, address);
  const answers = await Promise.all([signUp(address, token), accept(token, browser), signUp(address, token)]);
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
  expect(await account(pupil)).toMatchObject({ email: address, verified: true });
  expect(await at.query(`select from audit_log where organisation_id = $1 and action = 'member_invite.accepted'`, [at.school.organisation.id])).toHaveLength(1);
});

test('of two pupils with one address of their parents, the second is invited there only when the invitation of the first is over', async () => {
  const [one, other] = [await newPupil(), await newPupil()];
  const address = newAddress();
  await expectStatus(201, invite(one, address));
  expect(await faultsOf(invite(other, address))).toEqual(['email taken']);
  const [first] = (await at.invites()).results;
  await expectStatus(204, at.school.browser.call('delete', `tenants/members/invites/${first.id}/`));
  await expectStatus(201, invite(other, address));
});

test('an invitation to claim is over when it has expired, was withdrawn, or the pupil has left or made the account their own in another way', async () => {
  const ends: [string, (pupil: Pupil, inviteId: string) => Promise<unknown>][] = [
    ['expired', (_, id) => at.query('update member_invites set expires_at = now() where id = $1', [id])],
    ['withdrawn', (_, id) => expectStatus(204, at.school.browser.call('delete', `tenants/members/invites/${id}/`))],
    ['left', ({ id }) => expectStatus(204, at.school.browser.call('delete', `tenants/members/${id}/`))],
    ['personal', ({ id }) => at.query('update users set personal_since = now() where id = $1', [id])],
    ['staff', ({ id }) => at.query(`update memberships set role = 'creator' where user_id = $1`, [id])],
  ];
  for (const [name, end] of ends) {
    const pupil = await newPupil();
    const { browser } = pupil;
    const address = newAddress();
    const { body } = await expectStatus(201, invite(pupil, address));
    const token = await tokenFor(address);
    await end(pupil, body.id);
    expect([name, (await signUp(address, token)).status, (await accept(token, browser)).status]).toEqual([name, 400, 400]);
    expect(await account(pupil)).toMatchObject({ email: pupil.email, verified: false });
  }
});

test('inviting the address as a member renews the invitation to claim, and cannot change its role', async () => {
  const pupil = await newPupil();
  const address = newAddress();
  await expectStatus(201, invite(pupil, address));
  const asMember = (role: string) => at.school.browser.call('post', 'tenants/members/invites/', { email: address, role });
  expect(await faultsOf(asMember('creator'))).toEqual(['role not_allowed']);
  expect((await expectStatus(200, asMember('learner'))).body.claims.id).toBe(pupil.id);
});

test('only staff of the organisation invite, only to addresses that receive mails and are no member, and only if the organisation is verified', async () => {
  const [pupil, other, member] = [await newPupil(), await newSchool(at.app), await newLearner(at.app, at.school.organisation.id, at.school.courseId)];
  const colleague = await newColleague(at.app, at.school);
  expect(await refusalOf(invite(pupil, newAddress(), other.browser))).toEqual([404, 'not_found']);
  expect(await refusalOf(invite(pupil, newAddress(), member.browser))).toEqual([403, 'permission_denied']);
  expect(await refusalOf(invite(pupil, member.email))).toEqual([409, 'already_member']);
  expect(await faultsOf(invite(pupil, 'x@school.localhost'))).toEqual(['email reserved']);
  await expectStatus(201, invite(pupil, newAddress(), colleague.browser));
  await at.query('update organisations set verified_at = null where id = $1', [at.school.organisation.id]);
  expect(await refusalOf(invite(pupil, newAddress()))).toEqual([403, 'permission_denied']);
});

test('an account that another organisation made, or that is its person’s own, cannot be claimed', async () => {
  const pupil = await newPupil();
  const other = await newSchool(at.app);
  await at.query('update users set made_by_organisation_id = $2 where id = $1', [pupil.id, other.organisation.id]);
  expect(await refusalOf(invite(pupil, newAddress()))).toEqual([409, 'account_is_personal']);
  await at.query('update users set made_by_organisation_id = null where id = $1', [pupil.id]);
  expect(await refusalOf(invite(pupil, newAddress()))).toEqual([409, 'account_is_personal']);
});

test('the invitation is in the export of the pupil’s data, and goes with the pupil', async () => {
  const [pupil, other] = [await newPupil(), await newUser(at.app)];
  await expectStatus(201, invite(pupil, newAddress()));
  const [{ exported, erase }] = inviteData as [(typeof inviteData)[number]];
  const rowsFor = async (id: string) => (await exported?.rows(id).execute(at.app.database.db))?.rows;
  expect(await rowsFor(pupil.id)).toMatchObject([{ organisation_id: at.school.organisation.id, role: 'learner', is_accepted: false }]);
  expect(await rowsFor(other.id)).toEqual([]);
  for (const statement of [erase?.([pupil.id]) ?? []].flat()) await statement.execute(at.app.database.db);
  expect((await at.invites()).count).toBe(0);
});

test('the page of the link names the account, and refuses whoever is signed in to another one', async () => {
  const [pupil, other] = [await newPupil(), await newUser(at.app)];
  const address = newAddress();
  const token = await invited(pupil, address);
  const { text } = await new Browser(at.app).open(`/invite?token=${token}`);
  expect(text).toContain(`take over ${pupil.name}’s account`);
  expect((await new Browser(at.app).open(`/sign-up?invite=${token}`)).text).toMatch(new RegExp(`name="name" type="text" value="${pupil.name}"[^>]* readonly`));
  const refused = await other.browser.submit('/invite', { token });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('You cannot take over the account while you are signed in to another one')]);
});
