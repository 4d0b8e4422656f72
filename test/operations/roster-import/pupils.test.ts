import { runCommit } from '../../../src/domain/transfer/roster-imports/commit-roster.ts';
import { createKeyring } from '../../../src/platform/secrets/keyring.ts';
import { SECRET } from '../../support/app.ts';
import { Browser, expectStatus, PASSWORD } from '../../support/browser.ts';
import { exportOf } from '../../support/data-export.ts';
import { runTask } from '../../support/jobs.ts';
import { faultsOf } from '../../support/learner.ts';
import { eachWithRosters, newAddress, pupils, rostersOf } from '../../support/roster.ts';
import { newSchool } from '../../support/school.ts';

const at = eachWithRosters();

const credentialsOf = async (id: string) => (await expectStatus(200, at.rosters.credentials(id))).body.results;
/** Sends a file, and returns what is to become of its rows. A row that is not imported then is not when the file is committed either. */
const preview = async (file: string) => at.rosters.outcomes((await at.rosters.send(file)).id);

test('a pupil without a mailbox signs in with a name that the service has made, is never verified, and is sent no mail', async () => {
  const { id } = await at.committed(pupils(1));
  const [{ email, card_code }] = await credentialsOf(id);
  const browser = new Browser(at.app);
  await expectStatus(204, browser.call('post', 'auth/password-reset/card/', { card_code, new_password: PASSWORD }));
  await expectStatus(200, browser.call('post', 'auth/login/', { email: email.toUpperCase(), password: PASSWORD }));
  expect((await expectStatus(200, browser.call('get', 'me/'))).body).toMatchObject({ email, email_verified: false, memberships: [{ role: 'learner' }] });
  await expectStatus(202, browser.call('post', 'auth/password-reset/', { email }));
  await expectStatus(202, browser.call('post', 'auth/resend-verification/', { email }));
  const notice = JSON.stringify({ organisation_id: at.school.organisation.id, event: 'course_published', object_id: at.school.courseId, after: null });
  await at.query(`select graphile_worker.add_job('spread_notice', $1::json)`, [notice]);
  expect(await at.app.mailbox.read(email)).toEqual([]);
  await expect(at.query('update users set email_verified_at = now() where email = $1', [email])).rejects.toThrow('users_mailbox');
  expect(await at.query('select made_by_organisation_id as maker from users where email = $1', [email])).toEqual([{ maker: at.school.organisation.id }]);
});

test('sign-in names stay when the subdomain changes, and whoever gets the subdomain goes on counting', async () => {
  const first = await at.committed(pupils(2));
  const { subdomain } = at.school.organisation;
  const other = await newSchool(at.app);
  await at.query(`update organisations set subdomain = subdomain || '-x' where id = $1`, [at.school.organisation.id]);
  await at.query('update organisations set subdomain = $2 where id = $1', [other.organisation.id, subdomain]);
  expect((await credentialsOf(first.id)).map(({ email }: { email: string }) => email)).toEqual([
    `pupil-0001@${subdomain}.app.example.org`,
    `pupil-0002@${subdomain}.app.example.org`,
  ]);
  at.school = other;
  at.rosters = rostersOf(other);
  const { id } = await at.committed(pupils(1));
  expect((await credentialsOf(id))[0].email).toBe(`pupil-0003@${subdomain}.app.example.org`);
});

test('many files at once get different sign-in names', async () => {
  const names = (letter: string) => ['Name', ...Array.from({ length: 5 }, (_, index) => `${letter}${index}`)].join('\n');
  const ids: string[] = [];
  for (const letter of 'ABCD') ids.push((await at.rosters.send(names(letter))).id);
  for (const id of ids) await at.rosters.commit(id);
  const tools = { db: at.app.database.db, clock: at.app.clock, keyring: createKeyring(SECRET), base: at.app.url };
  const attempt = { isLast: false, log: { info() {}, warn() {} } };
  await Promise.all(ids.map((import_id) => runCommit(tools, { organisation_id: at.school.organisation.id, import_id }, attempt)));
  const emails = await at.enrollments();
  expect(new Set(emails.map(({ email }) => email)).size).toBe(20);
});

test('the same file again makes nobody twice, with a number or without, and neither does the list of credentials', async () => {
  const file = 'Name,Number\nAda,1\nBea,';
  const first = await at.committed(file);
  const again = await at.committed(file);
  expect(await at.rosters.outcomes(again.id)).toEqual(['2 skip enrolled', '3 skip enrolled']);
  const csv = await expectStatus(200, at.rosters.credentials(first.id, '?format=csv'));
  const { id } = await at.committed(csv.text);
  expect(await at.rosters.outcomes(id)).toEqual(['2 skip enrolled', '3 skip enrolled']);
  expect(await at.names()).toEqual(['Ada', 'Bea']);
});

test('namesakes are told apart by their numbers, and a row with nothing but their name is an error', async () => {
  const numbered = await at.committed('Name,Number\nAda,1\nAda,2');
  expect(await at.rosters.outcomes(numbered.id)).toEqual(['2 create', '3 create']);
  expect(await preview('Name,Number\nAda,2\nAda,1')).toEqual(['2 skip enrolled', '3 skip enrolled']);
  expect(await preview('Name\nAda')).toEqual(['2 error name_ambiguous']);
  await at.committed('Name\nBea');
  expect(await preview('Name\nBea\nBea')).toEqual(['2 error name_ambiguous', '3 error name_ambiguous']);
  expect(await at.names()).toEqual(['Ada', 'Ada', 'Bea']);
});

test('a name finds the pupil however it is typed, and a namesake who is typed otherwise is one all the same', async () => {
  await at.committed('Name\nBob O\u2019Brien\nZo\u00eb');
  for (const file of ["Name\nbob o'brien\nZOE\u0308", 'Name\n  BOB  O\u2018BRIEN\nzo\u00eb'])
    expect(await preview(file)).toEqual(['2 skip enrolled', '3 skip enrolled']);
  expect(await preview("Name\nBob O'Brien\nbob o\u2019brien")).toEqual(['2 error name_ambiguous', '3 error name_ambiguous']);
  await at.committed('Name,Number\nzo\u00eb,7');
  expect(await preview('Name\nZo\u00eb')).toEqual(['2 error name_ambiguous']);
  expect((await at.names()).length).toBe(3);
});

test('two rows with one name make two pupils, also if they are committed one after the other', async () => {
  const file = ['Name', 'Ada', ...Array.from({ length: 2000 }, (_, index) => `P${index}`), 'Ada'].join('\n');
  expect(await at.committed(file)).toMatchObject({ status: 'committed', done_count: 2002 });
  expect((await at.names()).filter((name) => name === 'Ada')).toHaveLength(2);
});

test('every row about a pupil is exported, and goes with them and the file, whether it was done, left out, or waits', async () => {
  const file = 'Name,Number\nAda,1\nBea,2';
  const first = await at.committed(file);
  await at.committed(file);
  const waiting = await at.rosters.send(file);
  const excluded = await at.rosters.send(file);
  await at.rosters.change(excluded.id, { rows: [{ line: 2, is_excluded: true }] });
  await at.rosters.commit(excluded.id);
  await at.app.mailbox.runJobs();
  const [{ email, card_code }] = await credentialsOf(first.id);
  const browser = new Browser(at.app);
  await expectStatus(204, browser.call('post', 'auth/password-reset/card/', { card_code, new_password: PASSWORD }));
  await expectStatus(200, browser.call('post', 'auth/login/', { email, password: PASSWORD }));
  const { 'roster-rows.json': rows = '' } = await exportOf(at.app, browser);
  expect(JSON.parse(rows).map(({ line, name }: { line: number; name: string }) => [line, name])).toEqual(Array(4).fill([2, 'Ada']));
  await expectStatus(202, browser.call('post', 'me/delete/', { password: PASSWORD }));
  at.app.clock.advance(15 * 24 * 3600_000);
  await runTask(at.app, 'erase_users');
  expect(await at.query('select name, count(*)::int from roster_import_rows where organisation_id = $1 group by name', [at.school.organisation.id])).toEqual([
    { name: 'Bea', count: 4 },
  ]);
  expect(await at.query('select sealed_file from roster_imports where id = $1', [waiting.id])).toEqual([{ sealed_file: null }]);
});

test('nobody can sign up with, or be invited to, what could be the sign-in name of a pupil', async () => {
  const signUp = (email: string) => new Browser(at.app).call('post', 'auth/signup/', { email, password: PASSWORD, name: 'X' });
  for (const email of [`pupil-0001@${at.school.organisation.subdomain}.localhost`, 'x@other.localhost'])
    expect(await faultsOf(signUp(email))).toEqual(['email reserved']);
  await expectStatus(202, signUp(newAddress()));
  const { id } = await at.rosters.send(`Name,Email\nX,pupil-0001@other.localhost`);
  expect(await at.rosters.outcomes(id)).toEqual(['2 error email_invalid']);
});

test('with addresses that are only a note, nobody is invited, everybody is in the course at once, and two sisters may have one address', async () => {
  const address = newAddress();
  const { id, counts, invitations } = await at.rosters.send(`Name,Email,Number\nAda,${address},1\nBea,${address},2\nCid,nowhere,3`);
  expect([counts.create, counts.error, invitations.count]).toEqual([1, 2, 1]);
  expect(await at.rosters.change(id, { addresses: 'contact' })).toMatchObject({
    addresses: 'contact',
    counts: { create: 2, error: 1 },
    invitations: { count: 0, today: null },
  });
  await at.rosters.commit(id);
  await at.app.mailbox.runJobs();
  expect(await at.names()).toEqual(['Ada', 'Bea']);
  expect(await at.app.mailbox.read(address)).toEqual([]);
  expect((await credentialsOf(id)).map(({ email }: { email: string }) => email)).toEqual([expect.stringMatching(/^pupil-/), expect.stringMatching(/^pupil-/)]);
  expect((await at.invites()).count).toBe(0);
  const { enrollment_id } = (await at.rosters.read(id)).rows.results[0];
  const { body } = await expectStatus(200, at.school.browser.call('get', `courses/${at.school.courseId}/learners/${enrollment_id}/`));
  expect(body.contact_email).toBe(address);
});
