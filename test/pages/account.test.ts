import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { type AffiliateShop, newAffiliateShop } from '../support/affiliates.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { newAttendedCourse } from '../support/attendance.ts';
import { Browser, expectStatus, newCreator, newUser, PASSWORD, type TestUser, tokenOf } from '../support/browser.ts';
import { newVisitor } from '../support/learner.ts';
import { codeIn, newPhone, textedCode } from '../support/phone.ts';
import { newColleague, newLearner, newSchool } from '../support/school.ts';
import { until } from '../support/until.ts';

let app: TestApp;
let here: AffiliateShop;
beforeAll(async () => {
  app = await startTestApp();
  here = await newAffiliateShop(app);
});
afterAll(() => app.close());

const meOf = async ({ browser }: Pick<TestUser, 'browser'>) => (await expectStatus(200, browser.call('get', 'me/'))).body;
/** What the form with these fields sends, with what a person enters in them. */
function fieldsOf(text: string, entered: Record<string, string>): Record<string, string> {
  const form = text.split('<form ').find((part) => Object.keys(entered).every((name) => part.includes(`name="${name}"`)));
  const hidden = [...(form ?? '').matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)];
  return { ...Object.fromEntries(hidden.map(([, name, value = '']) => [name, value.replaceAll('&amp;', '&')])), ...entered };
}

test('every page about the account can be reached from the account, and leads back', async () => {
  const { browser } = await newVisitor(app, here.shop.school);
  const site = `?organisation=${here.shop.school.organisation.subdomain}`;
  const { text } = await browser.open(`/account${site}`);
  const paths = [...text.matchAll(/href="(\/account\/[^"]+)"/g)].map(([, path = '']) => path.replaceAll('&amp;', '&'));
  expect(paths.length).toBeGreaterThanOrEqual(12);
  for (const path of paths) {
    const shown = await browser.open(path);
    expect([path, shown.status]).toEqual([path, 200]);
    expect(shown.text).toContain('href="/account');
    expect((await new Browser(app).open(path)).headers.location).toMatch(/^\/sign-in\?/);
  }
});

test('a user changes the name, the language and the time zone; a language with a region stays unless another one is chosen', async () => {
  const user = await newUser(app);
  await expectStatus(200, user.browser.call('patch', 'me/', { language: 'pt-BR' }));
  await user.browser.submit('/account', { name: 'Ada', language: 'pt', timezone: 'Asia/Tokyo' });
  expect(await meOf(user)).toMatchObject({ name: 'Ada', language: 'pt-BR', timezone: 'Asia/Tokyo' });
  expect((await user.browser.open('/account')).text).toMatch(/<option value="pt" selected>.*<option value="Asia\/Tokyo" selected>/s);
  await user.browser.submit('/account', { name: 'Ada', language: '', timezone: 'Asia/Tokyo' });
  expect((await meOf(user)).language).toBeNull();
  const refused = await user.browser.submit('/account', { name: ' ', language: 'de', timezone: 'Asia/Tokyo' });
  expect([refused.status, refused.text]).toEqual([400, expect.stringMatching(/id="name-fault".*<option value="de" selected>/s)]);
  expect(await meOf(user)).toMatchObject({ name: 'Ada', language: null });
});

describe('an authenticator app', () => {
  test('is set up with a code that can be scanned or typed, and its backup codes are shown once', async () => {
    const user = await newUser(app);
    const begun = await user.browser.submit('/account/authenticator', { do: 'begin' });
    expect(begun.text).toMatch(/<div class="qr"><svg .*<code>[A-Z2-7 ]+<\/code>/s);
    const uri = fieldsOf(begun.text, { code: '' }).totp_secret ?? '';
    const totp = new TOTP({ secret: Secret.fromBase32(new URL(uri).searchParams.get('secret') ?? '') });
    const wrong = await user.browser.submit('/account/authenticator', fieldsOf(begun.text, { code: '000000' }));
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringMatching(/<svg .*id="code-fault"/s)]);
    const code = totp.generate({ timestamp: app.clock.now() });
    const on = await user.browser.submit('/account/authenticator', fieldsOf(wrong.text, { code: `${code.slice(0, 3)} ${code.slice(3)}` }));
    expect(on.text.match(/<li><code>/g)).toHaveLength(10);
    expect((await user.browser.open('/account/authenticator')).text).not.toContain('<li><code>');
    expect((await user.browser.open('/account/security')).text).toContain('You have 10 backup codes left.');
    const renewed = await user.browser.submit('/account/authenticator', { do: 'renew', password: PASSWORD });
    expect(renewed.text.match(/<li><code>/g)).toHaveLength(10);
    expect((await user.browser.submit('/account/authenticator', { do: 'end', password: 'wrong' })).text).toContain('id="password-fault"');
    expect((await user.browser.submit('/account/authenticator', { do: 'end', password: PASSWORD })).status).toBe(303);
    expect((await meOf(user)).second_factor).toBe('none');
  });

  test('that was begun elsewhere in the meantime is refused in words', async () => {
    const user = await newUser(app);
    const refused = await user.browser.submit('/account/authenticator', { do: 'confirm', totp_secret: 'javascript:alert(1)', code: '123456' });
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('Please begin again')]);
    expect(refused.text).not.toContain('javascript:');
  });
});

test('two-step sign-in is offered by the channels that the account can prove, and needs a fresh proof, which is asked for in place', async () => {
  const user = await newUser(app);
  const { text } = await user.browser.open('/account/security');
  expect(text).toContain('value="email"');
  expect(text).not.toContain('value="sms"');
  app.clock.advance(11 * 60_000);
  const asked = await user.browser.submit('/account/security', { second_factor: 'email' });
  expect([asked.status, asked.text]).toEqual([403, expect.stringContaining('name="proof_password"')]);
  await user.browser.submit('/account/security', fieldsOf(asked.text, { proof_password: PASSWORD }));
  expect((await meOf(user)).second_factor).toBe('email');
});

test('a phone number is added and replaced by codes, also after the proof that the first one needs', async () => {
  const user = await newUser(app);
  const [first, second] = [newPhone(), newPhone()];
  app.clock.advance(11 * 60_000);
  const asked = await user.browser.submit('/account/phone', { do: 'send', phone: `${first.slice(0, 3)} ${first.slice(3)}` });
  expect(asked.text).toContain('name="proof_password"');
  const sent = await user.browser.submit('/account/phone', fieldsOf(asked.text, { proof_password: PASSWORD }));
  const wrong = await user.browser.submit('/account/phone', fieldsOf(sent.text, { code: '000000' }));
  expect(wrong.text).toContain('The code is wrong');
  expect((await user.browser.submit('/account/phone', fieldsOf(wrong.text, { code: await textedCode(app, first) }))).status).toBe(303);
  expect((await meOf(user)).phone).toBe(first);
  const change = await user.browser.submit('/account/phone', { do: 'send', phone: second, password: PASSWORD });
  await user.browser.submit('/account/phone', fieldsOf(change.text, { code: codeIn((await app.mailbox.texts(second)).at(-1)) }));
  expect((await meOf(user)).phone).toBe(second);
  const bad = await user.browser.submit('/account/phone', { do: 'send', phone: '12', password: PASSWORD });
  expect([bad.status, bad.text]).toEqual([400, expect.stringContaining('id="phone-fault"')]);
});

describe('an email address', () => {
  const path = '/account/email';
  const pathIn = (text: string | undefined): string => `/${/https?:\/\/[^/]+\/(\S+token=\S+)/.exec(text ?? '')?.[1]}`;
  const newAddress = () => `${randomUUID()}@example.org`;

  test('is changed with a proof, a link and a button, and opening the link alone changes nothing', async () => {
    const user = await newUser(app);
    const next = newAddress();
    expect((await user.browser.open('/account')).text).toContain(`href="${path}"`);
    app.clock.advance(11 * 60_000);
    const asked = await user.browser.submit(path, { do: 'request', email: next });
    expect([asked.status, asked.text]).toEqual([403, expect.stringContaining('name="proof_password"')]);
    const sent = await user.browser.submit(path, fieldsOf(asked.text, { proof_password: PASSWORD }));
    expect(sent.headers.location).toBe(`${path}?notice=sent`);
    for (const place of [path, '/account']) expect((await user.browser.open(place)).text).toContain(`You asked to use ${next}.`);
    const link = pathIn((await app.mailbox.read(next)).at(-1)?.text);
    const signedOut = await new Browser(app).open(link);
    expect([signedOut.status, new URL(signedOut.headers.location ?? '', app.url).searchParams.get('next')]).toEqual([303, link]);
    const question = await user.browser.open(link);
    expect(question.text).toContain(`Your email address is ${user.email}. Do you want to use ${next} instead?`);
    expect((await (await newUser(app)).browser.open(link)).text).toMatch(/This link is no longer valid.*only for the account for which it was requested/s);
    expect((await meOf(user)).email).toBe(user.email);
    const done = await user.browser.submit(path, fieldsOf(question.text, { do: 'confirm' }));
    expect(done.headers.location).toBe(`${path}?notice=changed`);
    expect((await user.browser.open(`${path}?notice=changed`)).text).toMatch(new RegExp(`signed out everywhere else.*Your email address is ${next}\\.`, 's'));
    const again = await user.browser.submit(path, fieldsOf(question.text, { do: 'confirm' }));
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('Each link works once')]);
  });

  test('that waits is sent its link again, or is withdrawn; a wrong one is refused beside its field', async () => {
    const user = await newUser(app);
    const next = newAddress();
    await user.browser.submit(path, { do: 'request', email: next });
    const { text } = await user.browser.open(path);
    await user.browser.submit(path, fieldsOf(text, { do: 'request', email: next }));
    expect(await app.mailbox.read(next)).toHaveLength(1);
    expect((await user.browser.submit(path, fieldsOf(text, { do: 'withdraw' }))).headers.location).toBe(`${path}?notice=withdrawn`);
    expect((await user.browser.open(path)).text).not.toContain(next);
    const wrong = await user.browser.submit(path, { do: 'request', email: user.email });
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('id="email-fault"')]);
  });

  test('that somebody else has got meanwhile is refused in words', async () => {
    const [user, other] = [await newUser(app), await newUser(app)];
    const next = newAddress();
    await user.browser.submit(path, { do: 'request', email: next });
    const link = pathIn((await app.mailbox.read(next)).at(-1)?.text);
    await app.database.pool.query('update users set email = $2, email_key = $2 where id = $1', [other.id, next]);
    const refused = await user.browser.submit(path, { do: 'confirm', token: tokenOf(link) });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Another account now uses this address.')]);
  });

  test('that was changed by somebody else is restored without a sign-in, and opening the link alone changes nothing', async () => {
    const user = await newUser(app);
    const next = newAddress();
    await user.browser.submit(path, { do: 'request', email: next });
    await user.browser.submit(path, { do: 'confirm', token: tokenOf((await app.mailbox.read(next)).at(-1)?.text) });
    const link = pathIn((await app.mailbox.read(user.email)).at(-1)?.text);
    const anybody = new Browser(app);
    const question = await anybody.open(link);
    expect([question.status, (await meOf(user)).email]).toEqual([200, next]);
    const done = await anybody.submit('/restore-email', fieldsOf(question.text, { token: tokenOf(link) }));
    expect(done.headers.location).toBe('/sign-in?notice=restored');
    expect((await anybody.open('/sign-in?notice=restored')).text).toContain('We have sent you a link to set a new password.');
    expect((await user.browser.open('/account')).status).toBe(303);
    const again = await anybody.submit('/restore-email', { token: tokenOf(link) });
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('expires after seven days')]);
    expect((await anybody.open('/restore-email')).text).toContain('This link is no longer valid');
  });
});

test('a user sees where they are signed in, and signs other browsers out, one or all', async () => {
  const user = await newUser(app);
  const others = [new Browser(app), new Browser(app), new Browser(app)] as const;
  for (const browser of others) await browser.submit('/sign-in', { email: user.email, password: PASSWORD });
  const { text } = await user.browser.open('/account/sessions');
  expect(text.match(/This browser/g)).toHaveLength(1);
  const id = /name="id" value="([^"]+)"/.exec(text)?.[1] ?? '';
  await user.browser.submit('/account/sessions', { id });
  const left = async () => (await Promise.all(others.map((browser) => browser.open('/account')))).filter(({ status }) => status === 200).length;
  expect(await left()).toBe(2);
  expect((await user.browser.submit('/account/sessions', { id })).status).toBe(404);
  await user.browser.submit('/account/sessions', { others: '1' });
  expect([await left(), (await user.browser.open('/account')).status]).toEqual([0, 200]);
});

test('a buyer sees the orders and their states, and a stranger sees none of them', async () => {
  const buyer = await here.shop.newBuyer();
  const orderId = await here.buy(buyer);
  const path = `/account/orders?organisation=${here.shop.school.organisation.subdomain}`;
  expect((await buyer.browser.open(path)).text).toMatch(new RegExp(`href="/orders/${orderId}[^"]*".*€49\\.00.*Paid\\.`, 's'));
  expect((await here.mina.browser.open(path)).text).toContain('You have not bought anything here yet.');
});

test('an affiliate sees links, figures and earnings, and makes a link; nobody sees those of another', async () => {
  const link = await here.linkOf(here.mina);
  await here.buy(await here.newReferred(link));
  const path = `/account/affiliations/${here.mina.affiliateId}`;
  expect((await here.mina.browser.open('/account/affiliations')).text).toContain(`href="${path}"`);
  // A click is counted after its response.
  await until(async () => /<td>1<\/td><td>\d<\/td><td>1<\/td>/.test((await here.mina.browser.open(path)).text));
  const { text } = await here.mina.browser.open(path);
  expect(text).toContain(link);
  expect(text).toMatch(/Your earnings.*still refundable/s);
  await here.mina.browser.submit(path, { label: 'Blog', code: 'mina-blog' });
  expect((await here.mina.browser.open(path)).text).toMatch(/Blog<br><a href="[^"]*mina-blog/);
  const taken = await here.mina.browser.submit(path, { label: 'Again', code: 'mina-blog' });
  expect([taken.status, taken.text]).toEqual([409, expect.stringContaining('This code is taken')]);
  expect((await here.noor.browser.open(path)).status).toBe(404);
  expect((await here.noor.browser.submit(path, { label: 'x' })).status).toBe(404);
});

test('a badge is shown as a picture that changes by itself, where there is one', async () => {
  const attended = await newAttendedCourse(app, await newSchool(app));
  await attended.settings();
  const { browser } = await attended.enrolled();
  await app.mailbox.runJobs();
  expect((await browser.open('/account/badge')).text).toMatch(/<meta http-equiv="refresh" content="([1-9]|[12]\d|30)">.*<svg /s);
  expect((await here.mina.browser.open('/account/badge')).text).toContain('You have no badge here.');
});

describe('a user', () => {
  test('leaves the organisation that the page names, and no other one', async () => {
    const { browser, organisation } = await newCreator(app);
    const { body: joined } = await expectStatus(200, here.staff.call('get', 'tenants/join-code/'));
    await expectStatus(200, browser.call('patch', 'me/', { join_code: joined.join_code }));
    const path = `/account/leave?organisation=${here.shop.school.organisation.subdomain}`;
    expect((await browser.open(path)).text).toContain('You will lose access to ');

    expect((await browser.submit(path, { do: 'leave' })).headers.location).toBe('/account?notice=left');
    expect((await meOf({ browser })).memberships.map((one: { organisation: { id: string } }) => one.organisation.id)).toEqual([organisation.id]);
    const last = await browser.submit(`/account/leave?organisation=${organisation.subdomain}`, { do: 'leave' });
    expect([last.status, last.text]).toEqual([409, expect.stringContaining('You are the only owner')]);
  });

  test('deletes the account with the password, is signed out, and keeps it by signing in again', async () => {
    const user = await newUser(app);
    expect((await user.browser.submit('/account/delete', { do: 'delete', password: 'wrong' })).text).toContain('id="password-fault"');
    expect((await user.browser.submit('/account/delete', { do: 'delete', password: PASSWORD })).text).toContain('Your account will be deleted on');
    expect((await user.browser.open('/account')).status).toBe(303);
    await user.browser.submit('/sign-in', { email: user.email, password: PASSWORD });
    expect((await user.browser.open('/account')).status).toBe(200);
  });

  test('who is the only owner of an organisation with learners chooses who takes it over, among its staff', async () => {
    const school = await newSchool(app);
    const heir = await newColleague(app, school);
    await newLearner(app, school.organisation.id, school.courseId);
    const refused = await school.browser.submit('/account/delete', { do: 'delete', password: PASSWORD });
    const name = `successor.${school.organisation.id}`;
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringMatching(new RegExp(`Choose who takes over.*New owner of Academy<.*<option value="${heir.id}">Test user \\(${heir.email}\\)<`, 's')),
    ]);
    expect(refused.text.match(/<option /g)).toHaveLength(2);
    const wrong = await school.browser.submit('/account/delete', { do: 'delete', password: PASSWORD, [name]: school.id });
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining(`id="${name}-fault"`)]);
    const done = await school.browser.submit('/account/delete', { do: 'delete', password: PASSWORD, [name]: heir.id });
    expect(done.text).toContain('Your account will be deleted on');
    expect((await meOf(heir)).memberships).toMatchObject([{ role: 'owner' }]);
  });
});

test('notifications are shown in groups, each of which has a heading', async () => {
  const { text } = await (await newUser(app)).browser.open('/account/notifications');
  const groups = [...text.matchAll(/<tbody><tr><th scope="rowgroup" colspan="2"><h2>([^<]+)<.*?<th scope="row">([^<]+)</gs)].map(([, title, first]) => [
    title,
    first,
  ]);
  expect(groups.map(([title]) => title)).toEqual(['Learning', 'Purchases', 'Teaching', 'Sales and the organisation']);
  expect(new Set(groups.map(([, first]) => first)).size).toBe(4);
});
