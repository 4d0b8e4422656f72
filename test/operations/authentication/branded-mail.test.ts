import { randomUUID } from 'node:crypto';
import type { Email } from 'postal-mime';
import { startTestApp, type TestApp, withSettings } from '../../support/app.ts';
import { Browser, expectStatus, newCreator, newUser, PASSWORD } from '../../support/browser.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(withSettings({ publicUrl: 'http://learn.example.org' }));
});
afterAll(() => app.close());

const SERVICE = { name: 'Service', address: 'service@example.org' };
const address = () => `${randomUUID()}@example.org`;

/** A creator's organisation with its own branding. */
async function newBrand(change: Record<string, string | null> = {}) {
  const creator = await newCreator(app);
  const { id } = creator.organisation;
  const look = { name: 'Sea School', primary_color: '#ff8800', support_email: 'help@sea.example', logo_key: 'public/logos/sea.png', ...change };
  await app.database.db.updateTable('organisations').set(look).where('id', '=', id).execute();
  const { body } = await creator.browser.call('get', 'tenants/join-code/');
  const newLearner = async () => {
    const learner = await newUser(app);
    await expectStatus(200, learner.browser.call('patch', 'me/', { join_code: body.join_code }));
    return learner;
  };
  return { ...creator, ...creator.organisation, joinCode: body.join_code as string, newLearner };
}

async function mailAfter(email: string, path: string, body: object, headers: Record<string, string> = {}): Promise<Email> {
  const browser = new Browser(app);
  Object.assign(browser.headers, headers);
  await expectStatus(202, browser.call('post', `auth/${path}/`, body));
  const mails = await app.mailbox.read(email);
  expect(mails).toHaveLength(1);
  return mails[0] as Email;
}

const signUp = (headers: Record<string, string> = {}, more: object = {}) => {
  const email = address();
  return mailAfter(email, 'signup', { email, password: PASSWORD, name: 'New', ...more }, headers);
};
const reset = (email: string, headers: Record<string, string> = {}) => mailAfter(email, 'password-reset', { email }, headers);
const linkOf = ({ text }: Email): URL => new URL(/https?:\/\/\S+/.exec(text ?? '')?.[0] ?? '');

test("an email carries the organisation's name, color, logo, reply address and URL, while the sender address stays that of the service", async () => {
  const { subdomain } = await newBrand();
  const mail = await signUp({ 'X-Organisation': subdomain });
  expect(mail.from).toEqual({ name: 'Sea School', address: SERVICE.address });
  expect(mail.replyTo).toEqual([{ name: '', address: 'help@sea.example' }]);
  expect(mail.html).toContain('<img src="http://learn.example.org/files/public/logos/sea.png"');
  expect(mail.html).toContain('background:#ff8800');
  expect([mail.html, mail.text].every((part) => part?.includes('Sea School'))).toBe(true);
  expect(linkOf(mail).origin).toBe(`http://${subdomain}.learn.example.org`);
  expect(mail.html).toContain(linkOf(mail).href);
});

test('a mail to verify an address shows no link in the names of the person and the organisation, which a stranger may have chosen', async () => {
  const { id } = await newBrand({ name: 'Visit evil.example' });
  const mail = await signUp({ 'X-Organisation': id }, { name: 'Win at https://evil\u2024example' });
  expect(mail.from?.name).toBe('Visit evil example');
  expect(mail.text).toContain('Hello Win at https evil example,');
  expect(mail.text).toContain('Visit evil example');
});

test("the sender name and the reply address for emails take precedence over the organisation's name and support address", async () => {
  const { id } = await newBrand({ mail_sender_name: 'Sea School Office', mail_reply_to: 'office@sea.example' });
  const mail = await signUp({ 'X-Organisation': id });
  expect([mail.from?.name, mail.replyTo?.[0]?.address]).toEqual(['Sea School Office', 'office@sea.example']);
});

test('an email of an organisation without its own branding has the colors of the service, no logo and no reply address', async () => {
  const { id } = await newBrand({ primary_color: null, support_email: null, logo_key: null });
  const mail = await signUp({ 'X-Organisation': id });
  expect([mail.from?.name, mail.replyTo, mail.html?.includes('<img')]).toEqual(['Sea School', undefined, false]);
  expect(mail.html).toContain('background:#1f4f8f');
});

test.each([
  [{}, 'no organisation'],
  [{ 'X-Organisation': 'nobody-has-this' }, 'an unknown organisation name'],
  [{ 'X-Organisation': '01890000-0000-7000-8000-000000000000' }, 'an unknown organisation ID'],
  [{ Host: 'unknown.example.com' }, 'an unknown host'],
  [{ Host: 'nobody.learn.example.org' }, 'an unknown subdomain'],
])('an email requested with the headers %j, which name %s, is sent in the name of the service', async (headers, _what) => {
  const mail = await signUp(headers as Record<string, string>);
  expect([mail.from, mail.replyTo]).toEqual([SERVICE, undefined]);
  expect(mail.html).toContain('Learning Management Service');
  expect(linkOf(mail).origin).toBe('http://learn.example.org');
});

test('the organisation of an email is that of the host or the join code rather than that of X-Organisation', async () => {
  const [host, header, code] = [await newBrand({ name: 'Host' }), await newBrand({ name: 'Header' }), await newBrand({ name: 'Code' })];
  const named = { 'X-Organisation': header.subdomain };
  expect((await signUp({ ...named, Host: `${host.subdomain}.learn.example.org` })).from?.name).toBe('Host');
  expect((await signUp(named, { join_code: code.joinCode })).from?.name).toBe('Header');
  expect((await signUp({}, { join_code: code.joinCode })).from?.name).toBe('Code');
});

test('a custom domain selects the organisation once it is verified, and links without a secret lead to it once it is active', async () => {
  const brand = await newBrand();
  const hostname = `${brand.subdomain}.example.com`;
  const mailAt = async (status: string) => {
    await expectStatus(200, brand.browser.call('put', 'qa/me/domain-claim/', { hostname, status }));
    const mail = await signUp({ Host: hostname });
    const { body } = await brand.browser.call('get', 'tenants/join-code/');
    return [mail.from?.name, new URL(body.join_url as string).origin];
  };
  const ofService = `http://${brand.subdomain}.learn.example.org`;
  expect(await mailAt('pending')).toEqual(['Service', ofService]);
  expect(await mailAt('verified')).toEqual(['Sea School', ofService]);
  expect(await mailAt('active')).toEqual(['Sea School', `https://${hostname}`]);
});

test('a subdomain that equals the ID of another organisation does not take its place', async () => {
  const { id } = await newBrand({ name: 'The one meant' });
  const squatter = await newBrand({ name: 'The squatter' });
  await expectStatus(200, squatter.browser.call('patch', 'tenants/subdomain/', { subdomain: id }));
  expect((await signUp({ 'X-Organisation': id })).from?.name).toBe('The one meant');
});

test.each([
  ['<script>alert(1)</script> & "Sons"', '<script>alert(1)</script> & "Sons"'],
  ['Sea\r\nBcc: victim@example.org\r\n\r\nSchool', 'Sea Bcc: victim example org School'],
  ['Evil" <boss@bank.example>, "x', 'Evil" boss bank example "x'],
  ['Škola – 海の学校', 'Škola – 海の学校'],
])('the organisation name %j injects nothing into the headers or the body of an email', async (name, shown) => {
  const { id } = await newBrand({ name });
  const mail = await signUp({ 'X-Organisation': id });
  expect(mail.from).toEqual({ name: shown, address: SERVICE.address });
  expect([mail.to?.length, mail.bcc]).toEqual([1, undefined]);
  expect(mail.text).toContain(`\n${shown}`);
  expect(mail.html).not.toMatch(/<script|<boss/);
  if (!/[<&"]/.test(shown)) expect(mail.html).toContain(shown);
});

test.each([
  ['#fff8e0', '#1a1a1a'],
  ['#003366', '#ffffff'],
])('text on the color %s is %s, so that it is readable', async (primary_color, ink) => {
  const { id } = await newBrand({ primary_color });
  expect((await signUp({ 'X-Organisation': id })).html).toContain(`background:${primary_color};color:${ink}`);
});

describe('an email to a user with an account', () => {
  test('is sent in the name of the organisation if the user is a member of it', async () => {
    const brand = await newBrand();
    const { email } = await brand.newLearner();
    const named = { 'X-Organisation': brand.subdomain };
    const mails = [await reset(email, named), await mailAfter(email, 'signup', { email, password: PASSWORD, name: 'Again' }, named)];
    for (const mail of mails) {
      expect(mail.from?.name).toBe('Sea School');
      expect(linkOf(mail).hostname).toBe(`${brand.subdomain}.learn.example.org`);
    }
  });

  test('never links to the domain of an organisation that the user is not a member of', async () => {
    const brand = await newBrand();
    const hostname = `${brand.subdomain}.example.com`;
    await expectStatus(200, brand.browser.call('put', 'qa/me/domain-claim/', { hostname, status: 'active' }));
    const { email } = await newUser(app);
    for (const headers of [{ Host: hostname }, { 'X-Organisation': brand.id }] as Record<string, string>[]) {
      for (const mail of [await reset(email, headers), await mailAfter(email, 'signup', { email, password: PASSWORD, name: 'Again' }, headers)]) {
        expect([mail.from, linkOf(mail).origin]).toEqual([SERVICE, 'http://learn.example.org']);
      }
    }
  });
});

test('no mail takes a secret of a member, a newcomer or a pupil to the custom domain of an organisation, which can read what is sent there', async () => {
  const brand = await newBrand();
  const headers = { Host: `${brand.subdomain}.example.com` };
  await expectStatus(200, brand.browser.call('put', 'qa/me/domain-claim/', { hostname: headers.Host, status: 'active' }));
  const { email } = await brand.newLearner();
  const newcomer = await newUser(app, { verified: false });
  await app.mailbox.read(newcomer.email);
  const mails = [
    await reset(email, headers),
    await signUp(headers),
    await mailAfter(newcomer.email, 'resend-verification', { email: newcomer.email }, headers),
  ];
  for (const mail of mails) expect([mail.from?.name, linkOf(mail).host]).toEqual(['Sea School', `${brand.subdomain}.learn.example.org`]);
});

test('a resent verification email is sent in the name of the organisation of the request', async () => {
  const { id } = await newBrand();
  const { email } = await newUser(app, { verified: false });
  await app.mailbox.read(email);
  expect((await mailAfter(email, 'resend-verification', { email }, { 'X-Organisation': id })).from?.name).toBe('Sea School');
  expect((await mailAfter(email, 'resend-verification', { email })).from?.name).toBe('Service');
});

test('sign-in codes, first and resent, are sent in the name of the organisation where the user signs in', async () => {
  const [first, second] = [await newBrand({ name: 'First' }), await newBrand({ name: 'Second' })];
  const { email, browser } = await first.newLearner();
  await expectStatus(200, browser.call('patch', 'me/', { join_code: second.joinCode, second_factor: 'email' }));
  const senders = async (own: Browser) => {
    await expectStatus(200, own.call('post', 'auth/login/', { email, password: PASSWORD }));
    const [code] = await app.mailbox.read(email);
    await expectStatus(202, own.call('post', 'auth/login/mfa/resend/', { channel: 'email' }));
    const [next] = await app.mailbox.read(email);
    return [code?.from?.name, next?.from?.name];
  };
  const elsewhere = new Browser(app);
  expect(await senders(elsewhere)).toEqual(['First', 'First']);
  elsewhere.headers.Host = `${second.subdomain}.learn.example.org`;
  expect(await senders(elsewhere)).toEqual(['Second', 'Second']);
  elsewhere.headers.Host = `${(await newBrand()).subdomain}.learn.example.org`;
  expect(await senders(elsewhere)).toEqual(['Service', 'Service']);
});
