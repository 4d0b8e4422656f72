import { parse } from 'uuid';
import { writeUnsubscribeToken } from '../../../src/domain/messages/notifications/unsubscribe.ts';
import { createKeyring } from '../../../src/platform/secrets/keyring.ts';
import { startTestApp, type TestApp, withPorts } from '../../support/app.ts';
import { Browser, expectStatus, type TestUser } from '../../support/browser.ts';
import { newVisitor } from '../../support/learner.ts';
import type { Row } from '../../support/organisation.ts';
import { newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
let course: Row;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
  course = await school.newCourse({ title: 'Botany', status: 'published' });
});
afterAll(() => app.close());

/** Enrolls a new learner, and returns the URL to unsubscribe in the header of the mail about it. */
async function newSubscriber(at = app): Promise<TestUser & { id: string; url: URL; text: string; html: string; method: string }> {
  const learner = await newVisitor(at, school);
  await expectStatus(201, learner.browser.call('post', `courses/${course.id}/enroll/`, {}));
  const [mail] = await at.mailbox.read(learner.email);
  const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value ?? '';
  const [, address = ''] = /^<(.+)>$/.exec(header('list-unsubscribe')) ?? [];
  const { body: me } = await expectStatus(200, learner.browser.call('get', 'me/'));
  return { ...learner, id: me.id, url: new URL(address), text: mail?.text ?? '', html: String(mail?.html ?? ''), method: header('list-unsubscribe-post') };
}

const isWanted = async ({ browser }: TestUser): Promise<boolean> => {
  const { body } = await expectStatus(200, browser.call('get', 'notifications/preferences/'));
  return body.events.find(({ event }: { event: string }) => event === 'enrollment_created').email;
};
const refused = { status: 400, body: { errors: [{ field: 'token', code: 'invalid' }] } };
const unsubscribe = (token: string, from = new Browser(app)) => from.call('post', 'notifications/unsubscribe/', { token });

test('a mail program unsubscribes its user with one click, without a cookie or an origin, and not by opening the link', async () => {
  const learner = await newSubscriber();
  expect(learner.method).toBe('List-Unsubscribe=One-Click');
  const path = learner.url.pathname + learner.url.search;
  await expectStatus(200, new Browser(app).open(path));
  expect(await isWanted(learner)).toBe(true);
  const { status } = await app.http.post(path).type('form').send({ 'List-Unsubscribe': 'One-Click' });
  expect([status, await isWanted(learner)]).toEqual([200, false]);
});

test('the multipart form that RFC 8058 also allows unsubscribes, too', async () => {
  const learner = await newSubscriber();
  const { status } = await app.http.post(learner.url.pathname + learner.url.search).field('List-Unsubscribe', 'One-Click');
  expect([status, await isWanted(learner)]).toEqual([200, false]);
});

test('the token stops one kind of event, can be used repeatedly, and says what was stopped', async () => {
  const learner = await newSubscriber();
  const token = learner.url.searchParams.get('token') ?? '';
  for (let time = 0; time < 2; time++) expect((await expectStatus(200, unsubscribe(token))).body).toEqual({ event: 'enrollment_created' });
  const { body } = await learner.browser.call('get', 'notifications/preferences/');
  expect(body.events.filter(({ email }: { email: boolean }) => !email).map(({ event }: { event: string }) => event)).not.toContain('lesson_opened');
  expect(learner.text).toContain(`/unsubscribe?token=${token}`);
  // The action comes first, and the way out last.
  expect(learner.text).toMatch(/View details: \S+\n\nAcademy\n\nChoose your notifications: \S+\n\nUnsubscribe from emails like this: \S+\s*$/);
  expect(learner.html).toMatch(/>View details<\/a>.*<p style="[^"]*font-size:13px[^"]*"><a [^>]*>Choose your notifications<\/a> · <a [^>]*>Unsubscribe from/s);
});

test('a forged token, or one whose user is gone, is refused', async () => {
  const [learner, victim] = [await newSubscriber(), await newSubscriber()];
  const token = learner.url.searchParams.get('token') ?? '';
  const bytes = Buffer.from(token, 'base64url');
  const forged = [
    writeUnsubscribeToken(createKeyring('the secret key of somebody else, at least'), victim.id, 'enrollment_created'),
    Buffer.concat([parse(victim.id), bytes.subarray(16)]).toString('base64url'),
    Buffer.from(bytes.toString('latin1').replace('enrollment_created', 'course_published'), 'latin1').toString('base64url'),
    bytes.subarray(0, -1).toString('base64url'),
    `${token}A`,
    'x',
  ];
  for (const wrong of forged) expect(await unsubscribe(wrong)).toMatchObject(refused);
  expect([await isWanted(learner), await isWanted(victim)]).toEqual([true, true]);
  await app.database.db.updateTable('users').set({ erased_at: new Date().toISOString() }).where('id', '=', learner.id).execute();
  expect(await unsubscribe(token)).toMatchObject(refused);
  const page = await new Browser(app).submit('/unsubscribe?token=x', {});
  expect([page.status, page.text]).toEqual([400, expect.stringContaining('This link is no longer valid')]);
});

test('with a web application, links for people lead there, and the link for mail programs to the service', async () => {
  const beside = await startTestApp(withPorts({ webAppUrl: 'https://app.example.net/learn' }), { beside: app });
  const { url, text } = await newSubscriber(beside);
  expect(url.href).toMatch(/^http:\/\/org-[\w-]+\.app\.example\.org\/unsubscribe\?token=[\w-]+$/);
  expect(text).toContain(`https://app.example.net/learn/courses/${course.slug}?organisation=${school.organisation.subdomain}`);
  expect(text).toMatch(/https:\/\/app\.example\.net\/learn\/unsubscribe\?token=[\w-]+&organisation=org-/);
  await beside.close();
});
