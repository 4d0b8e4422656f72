import { mailInvitesOf } from '../../../src/domain/organisations/invites/mail-invites.ts';
import { rosterData } from '../../../src/domain/transfer/roster-imports/personal-data.ts';
import { MANY } from '../../support/at-once.ts';
import { Browser, expectStatus, newUser, PASSWORD, tokenOf } from '../../support/browser.ts';
import { runJobsAfter, runTask } from '../../support/jobs.ts';
import { refusalOf } from '../../support/learner.ts';
import { addresses, eachWithRosters, fileOf, newAddress, pupils } from '../../support/roster.ts';
import { newColleague, newLearner, newSchool } from '../../support/school.ts';

const at = eachWithRosters();

const DAY = 24 * 3600_000;
const waiting = async (id: string) =>
  (await at.rosters.read(id, '?page_size=200')).rows.results.map(({ action, waits_for }: { action: string; waits_for: string }) => [action, waits_for]);
const member = async (browser: Browser) => (await expectStatus(200, browser.call('get', 'me/'))).body.memberships;
const inviteByHand = (email: string, role = 'learner') => at.school.browser.call('post', 'tenants/members/invites/', { email, role });
/** Has the organisation have mailed that many of the invitations that it may mail today. */
const mailedToday = (sent: number) =>
  at.query('insert into invite_mail_days (organisation_id, day, sent) values ($1, $2, $3)', [
    at.school.organisation.id,
    new Date(at.app.clock.now()).toISOString().slice(0, 10),
    sent,
  ]);
const cohort = (name: string, seat_limit: number) => at.school.browser.call('post', `courses/${at.school.courseId}/cohorts/`, { name, seat_limit });

test('a stranger with an account is invited to a roster: they are no member, there is no card for them, and their password stays', async () => {
  const victim = await newUser(at.app);
  const { id, counts, invitations } = await at.rosters.send(`Name,Email\nV,${victim.email}`);
  expect([counts.create, invitations]).toEqual([1, { count: 1, today: 1 }]);
  await at.rosters.commit(id);
  await at.app.mailbox.runJobs();
  expect(await waiting(id)).toEqual([['create', 'acceptance']]);
  expect(await member(victim.browser)).toEqual([]);
  expect([await at.learners(), await at.enrollments()]).toEqual([0, []]);
  expect(await refusalOf(at.rosters.credentials(id))).toEqual([409, 'no_credentials']);
  expect((await at.query('select from credential_cards where user_id = $1', [victim.id])).length).toBe(0);
  await expectStatus(200, new Browser(at.app).call('post', 'auth/login/', { email: victim.email, password: PASSWORD }));
  expect((await at.app.mailbox.read(victim.email)).map(({ subject }) => subject)).toEqual(['You are invited to join Academy']);
});

test('somebody who accepts is a member, enrolled, in the cohort and with the number of the roster', async () => {
  await expectStatus(201, cohort('Blue', 5));
  const user = await newUser(at.app);
  const spelled = user.email.toUpperCase().replace(/@.*/, '@example.org');
  const { id } = await at.committed(`Name,Email,Number,Class\nOther name,${spelled},0042,blue`);
  expect((await at.invites()).results).toMatchObject([
    { role: 'learner', places: [{ course_id: at.school.courseId, course_title: 'A course', import_id: id, number: '0042' }] },
  ]);
  await expectStatus(200, at.accept(spelled, user.browser));
  const { rows } = await at.rosters.read(id);
  expect(rows.results).toMatchObject([{ action: 'create', code: null, waits_for: null, is_done: true, enrollment_id: expect.any(String) }]);
  const { results } = (await expectStatus(200, at.school.browser.call('get', `courses/${at.school.courseId}/learners/`))).body;
  expect(results).toMatchObject([{ user: { id: user.id, name: 'Test user' }, cohort: { name: 'Blue' }, source: 'creator', state: 'active' }]);
  expect(await at.query('select number, user_id from student_numbers where organisation_id = $1', [at.school.organisation.id])).toEqual([
    { number: '0042', user_id: user.id },
  ]);
  expect((await at.invites()).count).toBe(0);
});

test('a person without an account signs up with the invitation and is enrolled', async () => {
  const email = newAddress();
  const { id } = await at.committed(fileOf([email]));
  const token = tokenOf((await at.app.mailbox.read(email)).at(-1)?.text);
  const browser = new Browser(at.app);
  await expectStatus(202, browser.call('post', 'auth/signup/', { email, password: PASSWORD, name: 'Noor', invite_token: token }));
  await at.app.mailbox.runJobs();
  await expectStatus(200, browser.call('post', 'auth/login/', { email, password: PASSWORD }));
  expect(await member(browser)).toMatchObject([{ role: 'learner' }]);
  expect(await at.names()).toEqual(['Noor']);
  expect((await at.rosters.read(id)).rows.results).toMatchObject([{ waits_for: null, enrollment_id: expect.any(String) }]);
});

test('an invitation lives for 30 days, keeps its mail and its places when a file names it again, and is renewed and withdrawn like every other', async () => {
  const email = newAddress();
  await at.committed(fileOf([email]));
  expect(await at.app.mailbox.read(email)).toHaveLength(1);
  const [first] = (await at.invites()).results;
  expect(Date.parse(first.expires_at) - Date.parse(first.mailed_at)).toBeGreaterThan(30 * DAY - 60_000);
  const { id } = await at.committed(`Name,Email,Number\nA,${email},7`);
  expect(await at.app.mailbox.read(email)).toEqual([]);
  expect((await at.invites()).results).toMatchObject([{ id: first.id, places: [{ number: '7' }] }]);
  await at.query(`update member_invites set expires_at = now() + interval '1 minute' where id = $1`, [first.id]);
  const { body } = await expectStatus(200, at.school.browser.call('post', 'tenants/members/invites/', { email, role: 'learner' }));
  expect(Date.parse(body.expires_at) - Date.now()).toBeGreaterThan(29 * DAY);
  expect(await at.app.mailbox.read(email)).toHaveLength(1);
  await expectStatus(204, at.school.browser.call('delete', `tenants/members/invites/${first.id}/`));
  expect(await waiting(id)).toEqual([['create', null]]);
});

test('verified members are enrolled at once, and a stranger who holds the address of somebody without a proof is not', async () => {
  const [member_, stranger] = [
    await newLearner(at.app, at.school.organisation.id, at.school.courseId),
    await newLearner(at.app, at.school.organisation.id, at.school.courseId),
  ];
  await at.query('delete from enrollments where course_id = $1', [at.school.courseId]);
  await at.query('update users set email_verified_at = null where id = $1', [stranger.id]);
  const { id } = await at.committed(`Name,Email,Number\nA,${member_.email},1\nPupil,${stranger.email},4711`);
  expect(await waiting(id)).toEqual([
    ['enrol_existing', null],
    ['create', 'acceptance'],
  ]);
  expect((await at.enrollments()).map(({ email }) => email)).toEqual([member_.email]);
  expect(await at.query('select number from student_numbers where organisation_id = $1', [at.school.organisation.id])).toEqual([{ number: '1' }]);
  expect((await stranger.browser.call('get', `courses/${at.school.courseId}/learn/`)).status).not.toBe(200);
});

test('without a seat an invitation is refused and stays, and of many who accept at once as many get in as there are seats', async () => {
  const seats = 3;
  await at.query(
    `insert into plans (id, name, position, course_limit, learner_limit) values ('of_three', 'Of three', 96, 5, 3) on conflict (id) do nothing`,
    [],
  );
  await at.query(`update platform_subscriptions set plan_id = 'of_three' where organisation_id = $1`, [at.school.organisation.id]);
  const people = await Promise.all(Array.from({ length: MANY }, () => newUser(at.app)));
  const { id, counts } = await at.committed(fileOf(people.map(({ email }) => email)));
  expect(counts).toMatchObject({ create: MANY, error: 0 });
  const tokens: string[] = [];
  for (const { email } of people) tokens.push(tokenOf((await at.app.mailbox.read(email)).at(-1)?.text));
  const answers = await Promise.all(people.map(({ browser }, index) => browser.call('post', 'tenants/members/invites/accept/', { token: tokens[index] })));
  await at.app.mailbox.runJobs();
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(seats);
  expect(answers.filter(({ status, body }) => status === 403 && body.code === 'learner_limit')).toHaveLength(MANY - seats);
  expect([await at.learners(), (await at.enrollments()).length]).toEqual([seats, seats]);
  expect((await waiting(id)).filter(([, waits]: [string, string | null]) => waits === 'acceptance')).toHaveLength(MANY - seats);
});

test('whoever accepts after the cohort has filled is enrolled without it, and staff are told', async () => {
  await expectStatus(201, cohort('Blue', 1));
  const [first, second] = [await newUser(at.app), await newUser(at.app)];
  const { id } = await at.committed(`Name,Email,Class\nA,${first.email},Blue\nB,${second.email},Blue`);
  await at.app.mailbox.read(at.school.email);
  for (const { email, browser } of [first, second]) await expectStatus(200, at.accept(email, browser));
  expect(await at.rosters.outcomes(id)).toEqual(['2 create', '3 create cohort_full']);
  const { rows, counts } = await at.rosters.read(id);
  expect([rows.results[1], counts.error]).toMatchObject([{ is_done: true, waits_for: null, enrollment_id: expect.any(String) }, 0]);
  expect(await at.enrollments()).toHaveLength(2);
  expect(await at.query('select from cohort_members where organisation_id = $1', [at.school.organisation.id])).toHaveLength(1);
  const mails = (await at.app.mailbox.read(at.school.email)).map(({ subject }) => subject);
  expect(mails).toContain('Test user has no cohort in A course');
});

test('a place is given once, also if its job runs twice at once', async () => {
  const user = await newUser(at.app);
  await at.committed(fileOf([user.email]));
  await expectStatus(200, at.accept(user.email, user.browser));
  const { rows } = await at.app.database.pool.query('select id from member_invites where accepted_by = $1', [user.id]);
  await at.query('insert into member_invite_places (organisation_id, invite_id, course_id, import_id) values ($1, $2, $3, $2)', [
    at.school.organisation.id,
    rows[0].id,
    at.school.courseId,
  ]);
  const payload = JSON.stringify({ organisation_id: at.school.organisation.id, invite_id: rows[0].id, user_id: user.id });
  await at.query(`select graphile_worker.add_job('take_places', $1::json) from generate_series(1, 2)`, [payload]);
  await at.app.mailbox.runJobs();
  expect(await at.enrollments()).toHaveLength(1);
  expect(await at.query(`select from audit_log where organisation_id = $1 and action = 'enrollment.created'`, [at.school.organisation.id])).toHaveLength(1);
});

test('a place in a course that is archived meanwhile is not given, and the row says so', async () => {
  const user = await newUser(at.app);
  const { id } = await at.committed(fileOf([user.email]));
  await at.school.agent('patch', `courses/${at.school.courseId}/`, { status: 'archived' });
  await expectStatus(200, at.accept(user.email, user.browser));
  expect(await at.rosters.outcomes(id)).toEqual(['2 error enrollment_closed']);
  expect(await at.rosters.read(id)).toMatchObject({
    done_count: 0,
    counts: { create: 0, error: 1 },
    rows: { results: [{ is_done: false, enrollment_id: null }] },
  });
  expect([await at.learners(), await at.enrollments()]).toEqual([1, []]);
});

test('whoever accepts after the cohort was deleted is enrolled without it, and the row says that the cohort is gone', async () => {
  const { body: blue } = await expectStatus(201, cohort('Blue', 5));
  const user = await newUser(at.app);
  const { id } = await at.committed(`Name,Email,Class\nA,${user.email},Blue`);
  await expectStatus(204, at.school.browser.call('delete', `courses/${at.school.courseId}/cohorts/${blue.id}/`));
  await expectStatus(200, at.accept(user.email, user.browser));
  expect(await at.rosters.outcomes(id)).toEqual(['2 create cohort_unknown']);
  expect(await at.enrollments()).toHaveLength(1);
});

test('a roster over an invitation made by hand gives it the place, thirty days and another mail, which names the course', async () => {
  const [user, staff] = [await newUser(at.app), newAddress()];
  const { body: byHand } = await expectStatus(201, inviteByHand(user.email));
  await expectStatus(201, inviteByHand(staff, 'creator'));
  expect((await at.app.mailbox.read(user.email))[0]?.text).not.toContain('A course');
  await at.query(`update courses set title = 'Maths at evil.example' where id = $1`, [at.school.courseId]);
  const file = `Name,Email\nA,${user.email}\nB,${staff}`;
  const { id, invitations } = await at.rosters.send(file);
  expect(await at.rosters.outcomes(id)).toEqual(['2 create', '3 skip staff']);
  expect(invitations).toEqual({ count: 1, today: 1 });
  await at.rosters.commit(id);
  await at.app.mailbox.runJobs();
  const { results } = await at.invites();
  const renewed = results.find(({ email }: { email: string }) => email === user.email);
  expect(renewed).toMatchObject({ id: byHand.id, places: [{ course_id: at.school.courseId, import_id: id }] });
  expect(Date.parse(renewed.expires_at) - Date.parse(renewed.mailed_at)).toBeGreaterThan(30 * DAY - 60_000);
  expect(await at.query(`select sent from invite_mail_days where organisation_id = $1`, [at.school.organisation.id])).toEqual([{ sent: 1 }]);
  expect(await at.query('select action from audit_log where object_id = $1 order by id', [byHand.id])).toEqual([
    { action: 'member_invite.created' },
    { action: 'member_invite.renewed' },
  ]);
  expect((await at.rosters.send(file)).invitations).toEqual({ count: 1, today: 0 });
  const mail = (await at.app.mailbox.read(user.email)).at(-1);
  expect(mail?.text).toContain('When you accept, you will be enrolled in Maths at evil example.');
  await expectStatus(200, user.browser.call('post', 'tenants/members/invites/accept/', { token: tokenOf(mail?.text) }));
  await at.app.mailbox.runJobs();
  expect(await at.enrollments()).toMatchObject([{ email: user.email }]);
});

test('after an invitation was withdrawn its row says so, and a new one to the course gives the number and the cohort that the file does not name', async () => {
  await expectStatus(201, cohort('Blue', 5));
  const user = await newUser(at.app);
  const first = await at.committed(`Name,Email,Number,Class\nA,${user.email},42,Blue`);
  const [{ id }] = (await at.invites()).results;
  await expectStatus(204, at.school.browser.call('delete', `tenants/members/invites/${id}/`));
  expect((await at.rosters.read(first.id)).rows.results).toMatchObject([{ action: 'create', code: 'invitation_over', is_done: false, waits_for: null }]);
  await at.committed(fileOf([user.email]));
  expect((await at.invites()).results).toMatchObject([{ places: [{ number: '42', cohort_id: expect.any(String) }] }]);
  await at.committed(fileOf([user.email]));
  await expectStatus(200, at.accept(user.email, user.browser));
  const { results } = (await expectStatus(200, at.school.browser.call('get', `courses/${at.school.courseId}/learners/`))).body;
  expect(results).toMatchObject([{ user: { id: user.id }, cohort: { name: 'Blue' } }]);
});

test('a place goes with its course, and whoever accepts the invitation then is a member and no more', async () => {
  await newLearner(at.app, at.school.organisation.id, at.school.courseId);
  const user = await newUser(at.app);
  await at.committed(fileOf([user.email]));
  await expectStatus(204, at.school.browser.call('delete', `courses/${at.school.courseId}/`));
  expect((await at.invites()).results).toMatchObject([{ email: user.email, places: [] }]);
  await expectStatus(200, at.accept(user.email, user.browser));
  expect(await member(user.browser)).toMatchObject([{ role: 'learner' }]);
  expect(await at.query('select from enrollments where user_id = $1', [user.id])).toEqual([]);
});

test('staff are told, once, that invitations cannot be accepted because the plan is full, whether people sign in or sign up', async () => {
  await at.query(`insert into plans (id, name, position, course_limit, learner_limit) values ('of_none', 'Of none', 95, 5, 0) on conflict (id) do nothing`, []);
  await at.query(`update platform_subscriptions set plan_id = 'of_none' where organisation_id = $1`, [at.school.organisation.id]);
  const [user, stranger] = [await newUser(at.app), newAddress()];
  await at.committed(fileOf([user.email, stranger]));
  await at.app.mailbox.read(at.school.email);
  const invite_token = tokenOf((await at.app.mailbox.read(stranger)).at(-1)?.text);
  await expectStatus(202, new Browser(at.app).call('post', 'auth/signup/', { email: stranger, password: PASSWORD, name: 'Noor', invite_token }));
  const token = tokenOf((await at.app.mailbox.read(user.email)).at(-1)?.text);
  for (let attempt = 0; attempt < 2; attempt++)
    expect(await refusalOf(user.browser.call('post', 'tenants/members/invites/accept/', { token }))).toEqual([403, 'learner_limit']);
  await runJobsAfter(at.app, 120);
  const told = (await at.app.mailbox.read(at.school.email)).filter(({ subject }) => subject === 'No free seats for invited people');
  expect(told).toHaveLength(1);
  expect(told[0]?.text).toContain('2 people tried to accept invitations, but your plan allows no more learners.');
  expect((await at.invites()).count).toBe(2);
});

test('an organisation on the free plan mails a hundred invitations a day, and the others on the next', async () => {
  await at.query(`update platform_subscriptions set plan_id = 'free' where organisation_id = $1`, [at.school.organisation.id]);
  await mailedToday(97);
  const { id, invitations } = await at.rosters.send(fileOf(addresses(5)));
  expect(invitations).toEqual({ count: 5, today: 3 });
  await at.rosters.commit(id);
  const mailed = async () => {
    await runTask(at.app, 'send_waiting_invites');
    return (await at.query('select count(mailed_at)::int as n from member_invites where organisation_id = $1', [at.school.organisation.id]))[0].n;
  };
  expect([await mailed(), await mailed()]).toEqual([3, 3]);
  expect((await at.rosters.send(fileOf([newAddress()]))).invitations).toEqual({ count: 1, today: 0 });
  expect((await at.invites('?page_size=1')).results).toMatchObject([{ mailed_at: null }]);
  at.app.clock.advance(DAY);
  expect(await mailed()).toBe(5);
  expect((await at.rosters.read(id)).invitations).toEqual({ count: 5, today: null });
});

test('an address gets five invitations an hour, however many organisations mail it at once, and the others follow', async () => {
  const [email, other] = addresses(2) as [string, string];
  const schools = [at.school, ...(await Promise.all(Array.from({ length: 7 }, () => newSchool(at.app))))];
  for (const [index, { organisation, id }] of schools.entries())
    await at.query(
      `insert into member_invites (organisation_id, id, email, email_key, role, invited_by, expires_at, mailed_at)
       select $1, gen_random_uuid(), address, address, 'learner', $2, now() + interval '30 days', null from unnest($3::text[]) address`,
      [organisation.id, id, index === 7 ? [email, other] : [email]],
    );
  const { db } = at.app.database;
  await Promise.all(schools.map(({ organisation }) => mailInvitesOf({ db, clock: at.app.clock }, organisation.id)));
  expect([(await at.app.mailbox.read(email)).length, (await at.app.mailbox.read(other)).length]).toEqual([5, 1]);
  expect((await at.query('select count(mailed_at)::int as n from member_invites where email = $1', [email]))[0].n).toBe(5);
  const byHand = await at.school.browser.call('post', 'tenants/members/invites/', { email, role: 'learner' });
  expect([byHand.status, byHand.body.code, Number(byHand.headers['retry-after']) > 3500]).toEqual([429, 'throttled', true]);
  await runTask(at.app, 'send_waiting_invites');
  expect(await at.app.mailbox.read(email)).toEqual([]);
  at.app.clock.advance(3600_000);
  await runTask(at.app, 'send_waiting_invites');
  expect(await at.app.mailbox.read(email)).toHaveLength(3);
  at.app.clock.advance(3600_000);
  await runTask(at.app, 'forget_expired_invites');
  expect(await at.query('select from invite_mails where email_key = any($1)', [[email, other]])).toEqual([]);
});

test.each([
  ['a paid plan', `update platform_subscriptions set plan_id = 'starter', status = 'active' where organisation_id = $1`],
  [
    'a domain that it has proved',
    `with free as (update platform_subscriptions set plan_id = 'free' where organisation_id = $1)
     insert into organisation_domains (organisation_id, hostname, status, txt_token, proved_at) values ($1, 'learn.' || $1::uuid || '.example.org', 'verified', 'x', now())`,
  ],
])('an organisation with %s mails 5,000 invitations a day', async (_what, change) => {
  await at.query(change, [at.school.organisation.id]);
  await mailedToday(4997);
  expect((await at.rosters.send(fileOf(addresses(5)))).invitations).toEqual({ count: 5, today: 3 });
});

test('an organisation that is not verified cannot have a file with invitations committed', async () => {
  await at.query('update organisations set verified_at = null where id = $1', [at.school.organisation.id]);
  const [invited, made] = [await at.rosters.send(fileOf([newAddress()])), await at.rosters.send(pupils(1))];
  const commit = (id: string) => at.school.browser.call('post', `courses/${at.school.courseId}/roster-imports/${id}/commit/`);
  expect(await refusalOf(commit(invited.id))).toEqual([403, 'permission_denied']);
  await expectStatus(202, commit(made.id));
});

test('names with addresses of the web give no link in the mail of an invitation', async () => {
  await at.query(`update organisations set name = 'Win at https://evil.example/x?y or evil。example now' where id = $1`, [at.school.organisation.id]);
  await at.query(`update users set name = 'www.evil.example' where id = $1`, [at.school.id]);
  const email = newAddress();
  await at.committed(fileOf([email]));
  const [mail] = await at.app.mailbox.read(email);
  const { name = '' } = mail?.from ?? {};
  const shown = `${name}\n${mail?.subject}\n${mail?.text?.replaceAll(/http:\/\/app\.example\.org\S+/g, '')}`;
  expect(name).toBe('Win at https evil example x y or evil example now');
  expect(shown).not.toMatch(/evil[.。]|:\/\//);
});

test('an invitation without its sender comes from an owner', async () => {
  const colleague = await newColleague(at.app, at.school);
  const { id } = await at.rosters.send(fileOf([newAddress()]));
  await expectStatus(202, colleague.browser.call('post', `courses/${at.school.courseId}/roster-imports/${id}/commit/`));
  await at.query('update roster_imports set committed_by = null where id = $1', [id]);
  await at.app.mailbox.runJobs();
  expect((await at.invites()).results).toMatchObject([{ invited_by: { id: at.school.id } }]);
});

test('erasing a person who has not verified an address leaves what rosters say about the address', async () => {
  const stranger = await newUser(at.app, { verified: false });
  const { id } = await at.committed(fileOf([stranger.email]));
  for (const { erase } of rosterData) for (const statement of [erase?.([stranger.id]) ?? []].flat()) await statement.execute(at.app.database.db);
  expect((await at.rosters.read(id)).rows.count).toBe(1);
});
