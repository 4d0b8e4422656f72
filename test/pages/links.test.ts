import { startTestApp, type TestApp } from '../support/app.ts';
import { Browser, expectStatus, newUser, signUp } from '../support/browser.ts';
import { newEnrolled } from '../support/learner.ts';
import { newSchool } from '../support/school.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** So many addresses are followed from each start. */
const MOST = 120;

/** Returns the addresses on the service's own host in a page, a response or a mail. */
function addressesIn(text: string, base: string): string[] {
  const linked = [...text.matchAll(/(?:href|src|method="post" action)="([^"]+)"/g)].map(([, url]) => (url as string).replaceAll('&amp;', '&'));
  const named = [...text.matchAll(/https?:\/\/[^\s"<>\\)]+/g)].map(([url]) => url.replace(/[.,]$/, ''));
  return [...linked, ...named].flatMap((url) => {
    const { origin, pathname, search } = new URL(url, base);
    return origin === new URL(base).origin ? [pathname + search] : [];
  });
}

/** Addresses that stand for many, by what they have in common. */
const kindOf = (path: string): string =>
  path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID').replace(/\?.*/, (search) => [...new URLSearchParams(search).keys()].sort().join());

/** Opens these addresses and what they lead to, one of each kind, and returns those that are not there. */
async function deadEnds(browser: Browser, starts: readonly string[]): Promise<string[]> {
  const dead: string[] = [];
  const seen = new Map(starts.map((path) => [kindOf(path), { path, from: 'the test' }]));
  for (const { path, from } of seen.values()) {
    if (seen.size > MOST) throw new Error('the pages lead to ever more pages');
    const { status, text = '', type } = await browser.open(path);
    if (status === 404) dead.push(`${path} on ${from}`);
    if (type !== 'text/html' || path.startsWith('/docs') || path.startsWith('/problems')) continue;
    for (const next of addressesIn(text, app.url))
      if (!seen.has(kindOf(next)) && !/^\/(pages|docs|problems)\//.test(next)) seen.set(kindOf(next), { path: next, from: path });
  }
  return dead;
}

test('no page of the service leads a visitor, a learner or staff to an address that is not there', async () => {
  const school = await newSchool(app);
  const { subdomain } = school.organisation;
  const course = await school.newCourse({ title: 'Botany', status: 'published' });
  const chapter = await school.newChapter(course.id);
  await school.newLesson({ title: 'The oak', content_type: 'lesson', content: { body: 'Text.' } }, chapter);
  await school.newLesson({ title: 'Work', content_type: 'assignment', content: { instructions: 'Write.', submission_kinds: ['text'] } }, chapter);
  const learner = await newEnrolled(app, school, course.id);
  await expectStatus(201, learner.browser.call('post', `courses/${course.id}/discussion/topics/`, { title: 'Oaks?', text: { body: 'Why?' } }));
  const starts = [`/?organisation=${subdomain}`, '/', `/learn?organisation=${subdomain}`, `/courses/${course.slug}?organisation=${subdomain}`];
  for (const browser of [new Browser(app), learner.browser, school.browser]) expect(await deadEnds(browser, starts)).toEqual([]);
});

test('no response names an address of the service that is not there, and each policy that people accept can be read', async () => {
  const school = await newSchool(app);
  const course = await school.newCourse({ title: 'Botany', status: 'published' });
  const { browser } = await newEnrolled(app, school, course.id);
  const { body } = await expectStatus(200, browser.call('get', 'legal/consent/'));
  const urls = body.policies.map(({ url }: { url: string }) => url);
  expect(urls).toHaveLength(2);
  const asked: [Browser, string][] = [
    ...['me/', 'legal/consent/', 'cookie-consent/', 'me/enrollments/', 'me/discover/', 'tenants/config/', `courses/${course.id}/`].map(
      (path): [Browser, string] => [browser, path],
    ),
    ...['courses/', 'tenants/join-code/', 'tenants/onboarding/', `courses/${course.id}/learners/`].map((path): [Browser, string] => [school.browser, path]),
  ];
  for (const [reader, path] of asked) {
    const { text } = await expectStatus(200, reader.call('get', path));
    for (const address of addressesIn(text, app.url)) expect([path, address, (await reader.open(address)).status]).not.toContain(404);
  }
  for (const url of urls) {
    const page = await new Browser(app).open(new URL(url).pathname);
    expect([page.status, page.text]).toEqual([200, expect.stringMatching(/<h1>(Terms of use|Privacy policy)<\/h1>/)]);
  }
});

test('no mail leads its receiver to an address that is not there', async () => {
  const school = await newSchool(app);
  const course = await school.newCourse({ title: 'Botany', status: 'published' });
  const { email, browser } = await newEnrolled(app, school, course.id);
  await expectStatus(202, browser.call('post', 'auth/password-reset/', { email }));
  const invited = 'invited@example.org';
  await expectStatus(201, school.browser.call('post', 'tenants/members/invites/', { email: invited, role: 'creator' }));
  const mails = [...(await app.mailbox.read(email)), ...(await app.mailbox.read(invited))];
  expect(mails.length).toBeGreaterThan(2);
  for (const { subject, text = '', html = '' } of mails)
    for (const address of addressesIn(`${text} ${html}`, app.url)) expect([subject, address, (await browser.open(address)).status]).not.toContain(404);
  await signUp(app);
});

test('the foot of every page leads to the texts of the organisation, or else to those of the operator, and speaks another language if it is asked to', async () => {
  const school = await newSchool(app);
  const at = `organisation=${school.organisation.subdomain}`;
  const visitor = new Browser(app);
  expect((await visitor.open(`/catalogue?${at}`)).text).toMatch(/<footer>.*href="\/legal\/terms\?[^"]*">Terms<.*href="\/legal\/privacy\?[^"]*">Privacy</s);
  await expectStatus(200, school.agent('patch', 'org-settings/', { imprint_url: 'https://example.org/imprint', terms_url: 'https://example.org/terms' }));
  const { text } = await visitor.open(`/catalogue?${at}`);
  expect(text).toContain('<a href="https://example.org/imprint" rel="noopener">Legal notice</a>');
  expect(text).toContain('<a href="https://example.org/terms" rel="noopener">Terms</a>');
  expect((await visitor.submit(`/language?${at}`, { language: 'de', next: `/catalogue?${at}` })).headers.location).toBe(`/catalogue?${at}`);
  expect((await visitor.open(`/catalogue?${at}`)).text).toMatch(/<html lang="de".*<footer>.*Impressum/s);
  expect((await visitor.submit('/language', { language: 'xx', next: 'https://evil.example' })).headers.location).toBe('/');
  const elsewhere = await app.http.post('/language').set('Origin', 'https://evil.example').accept('html').type('form').send({ language: 'de' });
  expect([elsewhere.status, elsewhere.headers['set-cookie']]).toEqual([403, undefined]);
  const { browser } = await newUser(app);
  await browser.submit('/language', { language: 'fr', next: '/account' });
  expect((await expectStatus(200, browser.call('get', 'me/'))).body.language).toBe('fr');
});

test('somebody who is signed in sets up an organisation and owns it, and what is wrong with its name is said', async () => {
  const { browser } = await newUser(app);
  const wrong = await browser.submit('/setup', { name: 'Harbour <i>', subdomain: '-' });
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringMatching(/value="Harbour &lt;i&gt;".*id="subdomain-fault"/s)]);
  const name = `harbour-${process.pid}`;
  const made = await browser.submit('/setup', { name: 'Harbour', subdomain: name });
  expect(made.headers.location).toBe(`/account?organisation=${name}&notice=set_up`);
  expect((await browser.open(made.headers.location as string)).text).toMatch(/You have created the organisation.*Harbour <span class="badge">Owner/s);
  const again = await (await newUser(app)).browser.submit('/setup', { name: 'Other', subdomain: name });
  expect([again.status, again.text]).toEqual([400, expect.stringContaining('Another organisation already has this name.')]);
});
