import { randomUUID } from 'node:crypto';
import { writeInviteToken } from '../../../src/domain/organisations/invites/invite-token.ts';
import { createKeyring } from '../../../src/platform/secrets/keyring.ts';
import { SECRET, startTestApp, type TestApp } from '../../support/app.ts';
import { atOnce, MANY } from '../../support/at-once.ts';
import { Browser, expectStatus, newUser, PASSWORD, type TestUser, tokenOf } from '../../support/browser.ts';
import { runTask } from '../../support/jobs.ts';
import { faultsOf, refusalOf } from '../../support/learner.ts';
import { newLearner, newSchool, type School } from '../../support/school.ts';

const INVITES = 'tenants/members/invites/';
const ACCEPT = `${INVITES}accept/`;

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
  await changeSchool();
});
afterAll(() => app.close());

/** Lets what follows happen in another school, which has no invitations yet. */
const changeSchool = async (): Promise<void> => {
  school = await newSchool(app);
};
const newAddress = () => `${randomUUID()}@example.org`;
const invite = (email: string, role = 'learner', browser = school.browser) => browser.call('post', INVITES, { email, role });
const tokenFor = async (email: string) => tokenOf((await app.mailbox.read(email)).at(-1)?.text);
const accept = (token: string, { browser }: Pick<TestUser, 'browser'>) => browser.call('post', ACCEPT, { token });
const get = (token: string) => new Browser(app).call('get', `${ACCEPT}?token=${token}`);
const list = async (query = '') => (await expectStatus(200, school.browser.call('get', `${INVITES}${query}`))).body;
const withdraw = (id: string, browser = school.browser) => browser.call('delete', `${INVITES}${id}/`);
const roleOf = async (userId: string) =>
  (await app.database.pool.query('select role from memberships where organisation_id = $1 and user_id = $2', [school.organisation.id, userId])).rows[0]?.role;
const audit = async (id: string) =>
  (await app.database.pool.query('select action from audit_log where object_id = $1 order by id', [id])).rows.map(({ action }) => action);

async function newColleague(role: 'owner' | 'creator') {
  const member = await newLearner(app, school.organisation.id, school.courseId);
  await app.database.pool.query('update memberships set role = $2 where user_id = $1', [member.id, role]);
  return member;
}

/** Invites a new address, and returns the invitation with its token. */
async function newInvite(role = 'learner', browser = school.browser): Promise<{ id: string; email: string; token: string }> {
  const email = newAddress();
  const { body } = await expectStatus(201, invite(email, role, browser));
  return { id: body.id, email, token: await tokenFor(email) };
}

test('a person with an account follows the link of the mail and becomes a member with the role of the invitation', async () => {
  await changeSchool();
  const user = await newUser(app);
  const spelled = user.email.toUpperCase().replace(/@.*/, '@example.org');
  const { body } = await expectStatus(201, invite(spelled, 'creator'));
  expect(body).toMatchObject({ email: spelled, role: 'creator', invited_by: { id: school.id } });
  expect((await list()).results).toEqual([body]);
  const [mail] = await app.mailbox.read(spelled);
  expect(mail?.subject).toBe('You are invited to join Academy');
  expect(mail?.text).toContain('Test user has invited you to join Academy as a course creator.');
  const token = tokenOf(mail?.text);
  expect((await expectStatus(200, get(token))).body).toMatchObject({
    organisation: { id: school.organisation.id, name: 'Academy' },
    role: 'creator',
    invited_by_name: 'Test user',
    is_accepted: false,
  });
  for (let time = 0; time < 2; time++) {
    const membership = (await expectStatus(200, accept(token, user))).body;
    expect(membership).toEqual({ organisation: { id: school.organisation.id, name: 'Academy', subdomain: school.organisation.subdomain }, role: 'creator' });
  }
  expect(await list()).toMatchObject({ count: 0, results: [] });
  expect((await get(token)).body.is_accepted).toBe(true);
  expect(await audit(body.id)).toEqual(['member_invite.created', 'member_invite.accepted']);
  expect(await audit(user.id)).toContain('member.joined');
});

test('a new person signs up with the invitation, and needs no other mail to sign in as a member', async () => {
  const { email, token } = await newInvite('creator');
  const browser = new Browser(app);
  await expectStatus(202, browser.call('post', 'auth/signup/', { email: email.toUpperCase(), password: PASSWORD, name: 'Noor', invite_token: token }));
  expect(await app.mailbox.read(email)).toEqual([]);
  await expectStatus(200, browser.call('post', 'auth/login/', { email, password: PASSWORD }));
  const { body: me } = await expectStatus(200, browser.call('get', 'me/'));
  expect(me).toMatchObject({ email_verified: true, memberships: [{ organisation: { id: school.organisation.id }, role: 'creator' }] });
});

test('an invitation verifies only the address that it was sent to, and cannot be used beside a join code', async () => {
  const { email, token } = await newInvite();
  const { body: code } = await expectStatus(200, school.browser.call('get', 'tenants/join-code/'));
  const signUp = (body: object) => new Browser(app).call('post', 'auth/signup/', { password: PASSWORD, name: 'Noor', ...body });
  expect(await faultsOf(signUp({ email: newAddress(), invite_token: token }))).toEqual(['email not_allowed']);
  expect(await faultsOf(signUp({ email, invite_token: token, join_code: code.join_code }))).toEqual(['join_code not_allowed']);
  expect(await faultsOf(signUp({ email, invite_token: 'x' }))).toEqual(['invite_token invalid']);
  await expectStatus(202, signUp({ email, invite_token: token }));
  expect(await faultsOf(signUp({ email, invite_token: token }))).toEqual(['invite_token invalid']);
});

test('neither inviting nor signing up tells whether an address has an account', async () => {
  const [known, unknown] = [await newUser(app), { email: newAddress() }];
  const shapes = [];
  for (const { email } of [known, unknown]) {
    const { status, body } = await invite(email);
    const sent = await tokenFor(email);
    const signedUp = await new Browser(app).call('post', 'auth/signup/', { email, password: PASSWORD, name: 'Test user', invite_token: sent });
    shapes.push([status, Object.keys(body), signedUp.status, signedUp.body]);
  }
  expect(shapes[0]).toEqual(shapes[1]);
  expect(await roleOf(known.id)).toBeUndefined();
  expect((await app.mailbox.read(known.email)).at(-1)?.subject).toBe('You already have an account');
});

test('the address of a member is refused, however it is written, and uses up nothing of the limit of invitations', async () => {
  const colleague = await newColleague('creator');
  const refused = await expectStatus(409, invite(colleague.email.toUpperCase()));
  expect(refused.body).toMatchObject({ code: 'already_member', user_id: colleague.id });
  for (let count = 0; count < 6; count++) expect(await refusalOf(invite(school.email))).toEqual([409, 'already_member']);
});

test('inviting an address again renews the invitation and changes its role; the link of the first mail keeps working', async () => {
  const { id, email, token } = await newInvite();
  await app.database.pool.query(`update member_invites set expires_at = now() + interval '1 minute' where id = $1`, [id]);
  const { body } = await expectStatus(200, invite(email, 'creator'));
  expect(body).toMatchObject({ id, role: 'creator' });
  expect(Date.parse(body.expires_at) - Date.now()).toBeGreaterThan(6 * 24 * 60 * 60 * 1000);
  expect(await app.mailbox.read(email)).toHaveLength(1);
  const user = await newUser(app);
  await expectStatus(200, accept(token, user));
  expect(await roleOf(user.id)).toBe('creator');
  expect(await audit(id)).toEqual(['member_invite.created', 'member_invite.renewed', 'member_invite.accepted']);
});

test('an address that is invited again after its invitation was accepted gets a new link', async () => {
  const { email, token } = await newInvite();
  const user = await newUser(app);
  await expectStatus(200, accept(token, user));
  await expectStatus(204, school.browser.call('delete', `tenants/members/${user.id}/`));
  expect(await faultsOf(accept(token, user))).toEqual(['token invalid']);
  await expectStatus(201, invite(email));
  expect(await faultsOf(accept(token, user))).toEqual(['token invalid']);
  await expectStatus(200, accept(await tokenFor(email), user));
});

test('creators invite and withdraw learners, and staff are left to owners', async () => {
  const creator = await newColleague('creator');
  const staff = await newInvite('owner');
  for (const role of ['owner', 'creator']) expect(await refusalOf(invite(newAddress(), role, creator.browser))).toEqual([403, 'permission_denied']);
  expect(await refusalOf(invite(staff.email, 'learner', creator.browser))).toEqual([403, 'permission_denied']);
  expect(await refusalOf(withdraw(staff.id, creator.browser))).toEqual([403, 'permission_denied']);
  const learner = await newInvite('learner', creator.browser);
  await expectStatus(204, withdraw(learner.id, creator.browser));
  expect(await audit(learner.id)).toEqual(['member_invite.created', 'member_invite.withdrawn']);
});

test('an invitation ends when it is withdrawn, has expired, or its sender may no longer invite', async () => {
  await changeSchool();
  const sender = await newColleague('owner');
  const [withdrawn, expired, orphaned] = [await newInvite(), await newInvite(), await newInvite('creator', sender.browser)];
  await expectStatus(204, withdraw(withdrawn.id));
  await app.database.pool.query('update member_invites set expires_at = now() where id = $1', [expired.id]);
  await expectStatus(200, school.browser.call('patch', `tenants/members/${sender.id}/`, { role: 'creator' }));
  const user = await newUser(app);
  for (const { id, token } of [withdrawn, expired, orphaned]) {
    expect((await get(token)).status).toBe(404);
    expect(await faultsOf(accept(token, user))).toEqual(['token invalid']);
    expect((await withdraw(id)).status).toBe(404);
  }
  expect((await list()).count).toBe(0);
  expect(await roleOf(user.id)).toBeUndefined();
});

test('invitations of staff who lose the right to send them stay withdrawn when they get it back, and those that they may still send stay', async () => {
  await changeSchool();
  const { pool } = app.database;
  const [demoted, removed, left] = [await newColleague('owner'), await newColleague('creator'), await newColleague('creator')];
  const kept = await newInvite('learner', demoted.browser);
  const ended = [await newInvite('creator', demoted.browser), await newInvite('learner', removed.browser), await newInvite('learner', left.browser)];
  await expectStatus(200, school.browser.call('patch', `tenants/members/${demoted.id}/`, { role: 'creator' }));
  await expectStatus(200, school.browser.call('patch', `tenants/members/${demoted.id}/`, { role: 'owner' }));
  await expectStatus(204, school.browser.call('delete', `tenants/members/${removed.id}/`));
  await expectStatus(204, left.browser.call('delete', 'me/membership/'));
  const members = `insert into memberships (organisation_id, user_id, role) select $1, unnest($2::uuid[]), 'owner'`;
  await pool.query(members, [school.organisation.id, [removed.id, left.id]]);
  const user = await newUser(app);
  for (const { id, token } of ended) {
    expect(await faultsOf(accept(token, user))).toEqual(['token invalid']);
    expect(await audit(id)).toEqual(['member_invite.created', 'member_invite.withdrawn']);
  }
  expect((await list()).results).toMatchObject([{ id: kept.id }]);
  await expectStatus(200, accept(kept.token, user));
});

test('an invitation that is withdrawn before its mail is sent is not sent', async () => {
  const email = newAddress();
  const { body } = await expectStatus(201, invite(email));
  await expectStatus(204, withdraw(body.id));
  expect(await app.mailbox.read(email)).toEqual([]);
});

test('a forged token is refused', async () => {
  const { id, token } = await newInvite('owner');
  const other = await newSchool(app);
  const key = { organisationId: school.organisation.id, id };
  const forged = [
    writeInviteToken(createKeyring('the secret key of somebody else, at least'), key),
    writeInviteToken(createKeyring(SECRET), { organisationId: other.organisation.id, id }),
    token.slice(0, -2),
    `${token}A`,
    'x',
  ];
  const user = await newUser(app);
  for (const wrong of forged) {
    expect((await get(wrong)).status).toBe(404);
    expect(await faultsOf(accept(wrong, user))).toEqual(['token invalid']);
  }
});

test('of many people who accept an invitation at once, one becomes a member', async () => {
  await changeSchool();
  const { token } = await newInvite('creator');
  const people = await Promise.all(Array.from({ length: MANY }, () => newUser(app)));
  const answers = await Promise.all(people.map((user) => accept(token, user)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(MANY - 1);
  const { rows } = await app.database.pool.query(`select 1 from memberships where organisation_id = $1 and role = 'creator'`, [school.organisation.id]);
  expect(rows).toHaveLength(1);
});

test('an invitation that is accepted and withdrawn at once is either accepted or withdrawn', async () => {
  const { id, token } = await newInvite();
  const user = await newUser(app);
  const [accepted, withdrawn] = await Promise.all([accept(token, user), withdraw(id)]);
  expect([
    [200, 404],
    [400, 204],
  ]).toContainEqual([accepted.status, withdrawn.status]);
  expect(await roleOf(user.id)).toBe(accepted.status === 200 ? 'learner' : undefined);
});

test('an invitation that is withdrawn while it is accepted makes nobody a member', async () => {
  const { id, token } = await newInvite();
  const user = await newUser(app);
  const [answer] = await atOnce(app, `delete from member_invites where id = '${id}'`, [() => accept(token, user)]);
  expect([answer?.status, await roleOf(user.id)]).toEqual([400, undefined]);
});

test('an address that is invited fifty times at once has one invitation and one mail', async () => {
  await changeSchool();
  const email = newAddress();
  const owner = school.browser;
  const ask = () =>
    app.http
      .post(`/api/v1/${INVITES}`)
      .set(owner.headers)
      .set('Cookie', owner.cookie as string)
      .send({ email, role: 'learner' });
  const statuses = (await Promise.all(Array.from({ length: 50 }, ask))).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  // The quota of the address allows five mails an hour.
  expect(statuses.filter((status) => status === 200)).toHaveLength(4);
  expect(statuses.filter((status) => status === 429)).toHaveLength(45);
  expect((await list()).count).toBe(1);
  expect(await app.mailbox.read(email)).toHaveLength(1);
});

test('a person who loses their role while inviting is refused, and nobody is invited', async () => {
  await changeSchool();
  const { id } = school.organisation;
  const lock = `select from organisations where id = '${id}' for update; update memberships set role = 'learner' where organisation_id = '${id}'`;
  const [answer] = await atOnce(app, lock, [() => invite(newAddress())]);
  expect([answer?.status, answer?.body.code]).toEqual([403, 'permission_denied']);
  expect((await app.database.pool.query('select from member_invites where organisation_id = $1', [id])).rowCount).toBe(0);
  await changeSchool();
});

test('a member who accepts keeps a higher role and gets a higher one', async () => {
  const [colleague, learner] = [await newColleague('creator'), await newLearner(app, school.organisation.id, school.courseId)];
  await expectStatus(200, accept((await newInvite('learner')).token, colleague));
  await expectStatus(200, accept((await newInvite('creator')).token, learner));
  expect([await roleOf(colleague.id), await roleOf(learner.id)]).toEqual(['creator', 'creator']);
  expect(await audit(learner.id)).toContain('membership.updated');
});

test('a full organisation accepts no further learner, and the invitation remains', async () => {
  await changeSchool();
  const { email, token } = await newInvite();
  await app.database.pool.query(`update platform_subscriptions set plan_id = 'free' where organisation_id = $1`, [school.organisation.id]);
  await app.database.pool.query(
    `with people as (insert into users (id, name, email, email_key) select gen_random_uuid(), 'a', n || $2, n || $2 from generate_series(1, 50) n returning id)
     insert into memberships (organisation_id, user_id, role) select $1, id, 'learner' from people`,
    [school.organisation.id, `@${randomUUID()}.example`],
  );
  expect(await refusalOf(accept(token, await newUser(app)))).toEqual([403, 'learner_limit']);
  await expectStatus(202, new Browser(app).call('post', 'auth/signup/', { email, password: PASSWORD, name: 'Noor', invite_token: token }));
  expect((await get(token)).body.is_accepted).toBe(false);
  await changeSchool();
});

test('an organisation that is not verified sends no invitations', async () => {
  await changeSchool();
  await app.database.pool.query('update organisations set verified_at = null where id = $1', [school.organisation.id]);
  expect(await refusalOf(invite(newAddress()))).toEqual([403, 'permission_denied']);
  await changeSchool();
});

test('webhooks learn of a person who accepted', async () => {
  await changeSchool();
  await expectStatus(201, school.browser.call('post', 'integrations/webhooks/', { url: 'https://hooks.example.org/lms', event_types: ['member.joined'] }));
  const { token } = await newInvite('creator');
  const user = await newUser(app);
  await expectStatus(200, accept(token, user));
  const { rows } = await app.database.pool.query(`select payload from webhook_events where organisation_id = $1 and type = 'member.joined'`, [
    school.organisation.id,
  ]);
  expect(rows).toMatchObject([{ payload: { data: { user: { id: user.id }, role: 'creator' } } }]);
});

test('the link leads to the service, not to the domain of the organisation, and the mail is in the language of the person', async () => {
  await changeSchool();
  const user = await newUser(app);
  await expectStatus(200, user.browser.call('patch', 'me/', { language: 'de', timezone: 'Europe/Berlin' }));
  const hostname = `${randomUUID()}.example`;
  await app.database.pool.query(
    `insert into organisation_domains (organisation_id, hostname, status, txt_token, proved_at) values ($1, $2, 'active', 'x', now())`,
    [school.organisation.id, hostname],
  );
  await expectStatus(201, invite(user.email));
  const [mail] = await app.mailbox.read(user.email);
  expect(mail?.subject).toBe('Sie sind zu Academy eingeladen');
  expect(mail?.text).toMatch(new RegExp(`/invite\\?token=[\\w-]+&organisation=${school.organisation.subdomain}`));
  expect(mail?.text).not.toContain(hostname);
});

test('expired invitations are deleted', async () => {
  await changeSchool();
  const [expired, open] = [await newInvite(), await newInvite()];
  await app.database.pool.query('update member_invites set expires_at = now() where id = $1', [expired.id]);
  await runTask(app, 'forget_expired_invites');
  const { rows } = await app.database.pool.query('select id from member_invites where organisation_id = $1', [school.organisation.id]);
  expect(rows).toEqual([{ id: open.id }]);
});
