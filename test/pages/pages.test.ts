import { ROUTES } from '../../src/pages/routes.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Browser, expectStatus, newCreator, newUser, PASSWORD, tokenOf } from '../support/browser.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const fileOf = (text: string, name: string): string => new RegExp(`href="(/pages/${name}-[^"]+)"`).exec(text)?.[1] ?? '';

test('every page allows no scripts but that which reads the time zone for a sign-up, no inline styles, no frames and no forms to other sites', async () => {
  const { browser } = await newUser(app);
  for (const { path } of ROUTES) {
    const { headers, text } = await browser.open(path.replaceAll(/:\w+/g, 'x'));
    const isSignUp = path === '/sign-up' || path === '/setup';
    expect(headers['content-security-policy']?.replace(isSignUp ? " script-src 'self'; connect-src 'self';" : '', '')).toMatch(
      /^default-src 'none'; style-src 'self'; img-src [^;]+; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(isSignUp ? text.replace(/<script type="module" src="\/pages\/zone-[\w-]+\.js"><\/script>/, '') : text).not.toMatch(
      /<script|\sstyle=|<style|\son\w+=/,
    );
  }
});

test('no page writes anything or sends anything when it is opened, whatever token its URL contains', async () => {
  const { browser, email } = await newUser(app, { verified: false });
  await expectStatus(202, browser.call('post', 'auth/resend-verification/', { email }));
  await expectStatus(202, browser.call('post', 'auth/password-reset/', { email }));
  const mails = await app.mailbox.read(email);
  for (const { text } of mails) {
    const path = /https?:\/\/[^/]+(\/\S+)/.exec(text ?? '')?.[1] ?? '';
    for (let time = 0; time < 2; time++) await expectStatus(200, new Browser(app).open(path));
  }
  expect(await app.mailbox.read(email)).toEqual([]);
  const [verification, reset] = mails.map(({ text }) => tokenOf(text)) as [string, string];
  expect((await browser.submit('/verify-email', { token: verification })).headers.location).toBe('/sign-in?notice=verified');
  expect((await browser.submit('/reset-password', { token: reset, new_password: 'another horse battery' })).headers.location).toBe(
    '/sign-in?notice=password_set',
  );
});

test('the URL of a page that contains a token is not passed on to any other site', async () => {
  const { headers } = await new Browser(app).open('/verify-email?token=secret');
  expect([headers['referrer-policy'], headers['cache-control']]).toEqual(['no-referrer', 'private, no-store']);
  expect((await new Browser(app).open('/sign-in')).headers['referrer-policy']).toBe('same-origin');
});

test('a page that cannot be shown says first what to do, with one button, and then the number for support', async () => {
  const buttons = (text: string) => [...text.matchAll(/<a class="button" href="([^"]+)">([^<]+)</g)].map(([, href, said]) => `${said} ${href}`);
  const missing = await new Browser(app).open('/nowhere');
  expect([missing.status, buttons(missing.text)]).toEqual([404, ['Go to the home page /']]);
  const { browser } = await newUser(app);
  expect(buttons((await browser.open('/nowhere')).text)).toEqual(['My courses /learn']);
  browser.headers = { ...browser.headers, 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' };
  const refused = await browser.submit('/account', { name: 'Mallory' });
  expect(refused.text).toMatch(/class="button" href="\/learn".*<p class="quiet">If you contact support, quote this reference: /s);

  const down = await startTestApp((services) => ({
    ...services,
    policyText: () => Promise.reject(Object.assign(new Error('a fault of our own'), { code: 'none' })),
  }));
  const failed = await new Browser(down).open('/legal/terms');
  expect([failed.status, buttons(failed.text)]).toEqual([500, ['Try again /legal/terms']]);
  expect(failed.text).toContain('The error is on our side');
  expect(failed.text).not.toContain('a fault of our own');
  await down.close();
});

test('a form that comes from another site changes nothing', async () => {
  const { browser } = await newUser(app);
  browser.headers = { ...browser.headers, 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' };
  expect((await browser.submit('/account', { name: 'Mallory' })).status).toBe(403);
  expect((await browser.submit('/sign-out', {})).status).toBe(403);
  expect((await browser.call('get', 'me/')).body.name).toBe('Test user');
});

test('what is wrong with a field is said next to it, and what was entered stays, except passwords', async () => {
  const { status, text } = await new Browser(app).submit('/sign-up', { name: 'Ada <b>', email: 'ada', password: 'short' });
  expect(status).toBe(400);
  expect(text).toContain('<title>Error: Create an account');
  expect(text).toMatch(/id="email-fault">Please check the format/);
  expect(text).toMatch(/name="email"[^>]*value="ada"[^>]*aria-describedby="email-fault" aria-invalid="true"/);
  expect(text).toContain('value="Ada &lt;b&gt;"');
  expect(text).toMatch(/id="password-fault">This is too short/);
  expect(text).not.toContain('short"');
});

test('pages speak the language of the user, or else of the browser, or else of the organisation', async () => {
  const german = new Browser(app);
  german.headers['Accept-Language'] = 'xx-!!, nl, de-AT;q=0.8, fr;q=0.5';
  expect((await german.open('/sign-in')).text).toMatch(/<html lang="de-AT" dir="ltr">.*<h1>Anmelden<\/h1>/s);
  const { browser, organisation } = await newCreator(app);
  browser.headers['Accept-Language'] = 'fr';
  expect((await browser.open('/account')).text).toContain('<h1>Votre compte</h1>');
  await expectStatus(200, browser.call('patch', 'me/', { language: 'pt-BR' }));
  expect((await browser.open('/account')).text).toContain('<h1>Sua conta</h1>');
  await app.database.db.updateTable('organisations').set({ language: 'es' }).where('id', '=', organisation.id).execute();
  expect((await new Browser(app).open(`/sign-in?organisation=${organisation.subdomain}`)).text).toContain('<h1>Iniciar sesión</h1>');
});

test('pages show the name and the color of the organisation, and links between them keep it', async () => {
  const { browser, organisation } = await newCreator(app);
  await expectStatus(200, browser.call('patch', 'tenants/branding/', { primary_color: '#ffee00' }));
  const { text } = await new Browser(app).open(`/sign-in?organisation=${organisation.subdomain}`);
  expect(text).toContain('<span>Academy</span>');
  expect(text).toContain(`href="/sign-up?organisation=${organisation.subdomain}"`);
  expect(text).toContain(`action="/sign-in?organisation=${organisation.subdomain}"`);
  const { text: colors, headers } = await app.http.get(fileOf(text, 'brand'));
  expect(colors).toContain('--brand: #ffee00; --ink: #000000;');
  expect(headers['content-type']).toMatch(/^text\/css/);
  expect((await app.http.get(fileOf(text, 'style'))).headers['cache-control']).toContain('immutable');
});

test('people get a page for a path that does not exist, and programs get a problem', async () => {
  const { status, text } = await new Browser(app).open('/nothing/here');
  expect([status, text]).toEqual([404, expect.stringContaining('<h1>Page not found</h1>')]);
  const { status: same, type } = await app.http.get('/nothing/here');
  expect([same, type]).toEqual([404, 'application/problem+json']);
});

test('a visitor creates an account, verifies it with the link of the mail, signs in, and out', async () => {
  const browser = new Browser(app);
  const email = `visitor-${process.pid}@example.org`;
  const { text: empty, headers } = await browser.open('/sign-up');
  expect(empty).toMatch(/<script type="module" src="\/pages\/zone-.*<input type="hidden" name="timezone" value="">/s);
  expect(headers['content-security-policy']).toContain("script-src 'self'");
  const wrong = await browser.submit('/sign-up', { name: 'Visitor', email, password: 'short', timezone: 'Asia/Tokyo' });
  expect(wrong.text).toContain('name="timezone" value="Asia/Tokyo"');
  const unknown = { name: 'Visitor', email: `other-${email}`, password: PASSWORD, timezone: 'Mars/Phobos' };
  expect((await browser.submit('/sign-up', unknown)).headers.location).toBe('/sign-up?notice=sent');
  const sent = await browser.submit('/sign-up', { name: 'Visitor', email, password: PASSWORD, timezone: 'Asia/Tokyo' });
  expect([sent.status, sent.headers.location]).toEqual([303, '/sign-up?notice=sent']);
  const [mail] = await app.mailbox.read(email);
  const token = tokenOf(mail?.text);
  expect((await browser.open(`/verify-email?token=${token}`)).text).toContain(`name="token" value="${token}"`);
  expect((await browser.submit('/verify-email', { token })).status).toBe(303);
  const again = await browser.submit('/verify-email', { token });
  expect([again.status, again.text]).toEqual([400, expect.stringContaining('<h1>This link is no longer valid</h1>')]);
  expect((await browser.submit('/sign-in', { email, password: 'wrong' })).text).toContain('The email address or the password is wrong.');
  expect((await browser.submit('/sign-in', { email, password: PASSWORD })).headers.location).toBe('/learn');
  expect((await browser.open('/account')).text).toMatch(new RegExp(`${email}.*<option value="Asia/Tokyo" selected>`, 's'));
  expect((await browser.submit('/sign-out', {})).headers.location).toBe('/sign-in?notice=signed_out');
  expect((await browser.open('/account')).headers.location).toBe('/sign-in?next=%2Faccount');
});

test.each([
  ['another site', 'https://evil.example/'],
  ['another site without a scheme', '//evil.example/'],
  ['another site with backslashes', '/\\evil.example/'],
  ['another site behind a tab', '/\t/evil.example'],
  ['a script', 'javascript:alert(1)'],
])('a sign-in never leads to %s', async (_what, next) => {
  const { email } = await newUser(app, { signedIn: false });
  const { headers } = await new Browser(app).submit('/sign-in', { email, password: PASSWORD, next });
  expect(headers.location).toBe('/learn');
});

test('a sign-in leads back to the page that asked for it', async () => {
  const { email } = await newUser(app, { signedIn: false });
  const browser = new Browser(app);
  const asked = await browser.open('/account/export?organisation=some-school');
  const page = await browser.open(asked.headers.location as string);
  expect(page.text).toContain('name="next" value="/account/export?organisation=some-school"');
  const { headers } = await browser.submit('/sign-in', { email, password: PASSWORD, next: '/account/export?organisation=some-school' });
  expect(headers.location).toBe('/account/export?organisation=some-school');
});

test('a sign-in with a second factor asks for its code, which can be sent again', async () => {
  const { email, browser: first } = await newUser(app);
  await expectStatus(200, first.call('patch', 'me/', { second_factor: 'email' }));
  const browser = new Browser(app);
  const { headers } = await browser.submit('/sign-in', { email, password: PASSWORD, next: '/account/export' });
  expect(headers.location).toBe('/sign-in/code?methods=email&next=%2Faccount%2Fexport');
  expect((await browser.open('/account')).status).toBe(303);
  const form = { methods: 'email', next: '/account/export' };
  expect((await browser.submit('/sign-in/code', { ...form, code: '000000x' })).text).toContain('<h1>Enter your code</h1>');
  expect((await browser.submit('/sign-in/code/resend', form)).headers.location).toContain('notice=sent');
  const mails = await app.mailbox.read(email);
  const code = /\b\d{6}\b/.exec(mails.at(-1)?.text ?? '')?.[0] ?? '';
  expect((await browser.submit('/sign-in/code', { ...form, code: ` ${code} ` })).headers.location).toBe('/account/export');
  expect((await browser.open('/account')).status).toBe(200);
});

test('a member joins with the code of an organisation, and an unknown code is refused next to its field', async () => {
  const owner = await newCreator(app);
  const { body } = await expectStatus(200, owner.browser.call('get', 'tenants/join-code/'));
  expect((await new Browser(app).open(`/join?code=${body.join_code}`)).text).toContain(`/sign-up?code=${body.join_code}`);
  const { browser } = await newUser(app);
  expect((await browser.open(`/join?code=${body.join_code}`)).text).toContain(`value="${body.join_code}"`);
  expect((await browser.submit('/join', { join_code: 'NOTACODE' })).text).toMatch(/id="join_code-fault">This code does not exist/);
  expect((await browser.submit('/join', { join_code: body.join_code })).headers.location).toBe('/join?notice=joined');
  expect((await browser.open('/account')).text).toMatch(/Academy <span class="badge">Learner/);
});

test('preferences are changed with boxes, and data is exported and downloaded', async () => {
  const { browser, email } = await newUser(app);
  expect((await browser.open('/account/notifications')).text).toMatch(/name="lesson_opened.email"[^>]* checked/);
  expect((await browser.submit('/account/notifications', { 'grade_posted.email': 'on' })).status).toBe(303);
  const { text } = await browser.open('/account/notifications');
  expect(text).toMatch(/name="grade_posted.email"[^>]* checked/);
  expect(text).not.toMatch(/name="lesson_opened.email"[^>]* checked/);
  expect((await browser.submit('/account/export', {})).headers.location).toBe('/account/export?notice=requested');
  await app.mailbox.read(email);
  const download = /name="download" value="([^"]+)"/.exec((await browser.open('/account/export')).text)?.[1] ?? '';
  const { headers } = await browser.submit('/account/export', { download });
  expect((await browser.open(headers.location as string)).type).toBe('application/zip');
});

describe('what needs a proof that is not older than ten minutes', () => {
  const fieldsOf = (text: string, name: string, value: string): Record<string, string> => {
    const form = text.split('<form ').find((part) => part.includes(`name="${name}" value="${value}"`)) ?? '';
    return Object.fromEntries([...form.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, field = '', kept = '']) => [field, kept]));
  };

  test('asks for the password in place, says if it is wrong, and then does what was asked for', async () => {
    const { browser } = await newUser(app);
    app.clock.advance(10 * 60_000);
    const { status, text } = await browser.submit('/account/export', {});
    expect([status, text]).toEqual([403, expect.stringContaining('Please confirm that it’s you.')]);
    const form = fieldsOf(text, 'proof_method', 'password');
    const wrong = await browser.submit('/account/export', { ...form, proof_password: 'wrong' });
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringMatching(/id="proof_password-fault">This is incorrect/)]);
    expect(fieldsOf(wrong.text, 'proof_method', 'password')).toEqual(form);
    const done = await browser.submit('/account/export', { ...form, proof_password: PASSWORD });
    expect([done.status, done.headers.location]).toEqual([303, '/account/export?notice=requested']);
    expect((await browser.submit('/account/export', {})).text).toContain('An export is already in progress');
  });

  test('keeps what was entered, also while a code is sent by email', async () => {
    const { browser, email } = await newUser(app);
    await browser.submit('/account/export', {});
    await app.mailbox.read(email);
    const download = /name="download" value="([^"]+)"/.exec((await browser.open('/account/export')).text)?.[1] ?? '';
    app.clock.advance(10 * 60_000);
    const asked = await browser.submit('/account/export', { download });
    const sent = await browser.submit('/account/export', fieldsOf(asked.text, 'proof_send', 'email'));
    expect(sent.text).toContain('We sent a code to your email address.');
    const form = fieldsOf(sent.text, 'proof_method', 'email');
    expect(form).toMatchObject({ download });
    const wrong = await browser.submit('/account/export', { ...form, proof_code: '000000' });
    expect(wrong.text).toMatch(/id="proof_code-fault">This is incorrect/);
    const code = /\b\d{6}\b/.exec((await app.mailbox.read(email)).at(-1)?.text ?? '')?.[0] ?? '';
    const { headers } = await browser.submit('/account/export', { ...fieldsOf(wrong.text, 'proof_method', 'email'), proof_code: code });
    expect(headers.location).toBe(`/api/v1/me/data-export/${download}/download/`);
    expect((await browser.open(headers.location as string)).type).toBe('application/zip');
  });
});

test('a password is changed with the current one', async () => {
  const { browser, email } = await newUser(app);
  const wrong = await browser.submit('/account/password', { current_password: 'wrong', new_password: 'another horse battery' });
  expect(wrong.text).toMatch(/id="current_password-fault">This is incorrect/);
  expect((await browser.submit('/account/password', { current_password: PASSWORD, new_password: 'another horse battery' })).status).toBe(303);
  expect((await new Browser(app).submit('/sign-in', { email, password: 'another horse battery' })).headers.location).toBe('/learn');
});
