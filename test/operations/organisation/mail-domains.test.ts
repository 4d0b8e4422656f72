import { randomUUID } from 'node:crypto';
import type { Shape } from '../../../src/domain/kernel/contract.ts';
import { enqueue } from '../../../src/domain/kernel/jobs.ts';
import { startTestApp, type TestApp, withPorts } from '../../support/app.ts';
import { type Browser, expectStatus, newCreator, PASSWORD } from '../../support/browser.ts';
import { type DnsServer, openDnsServer } from '../../support/dns-server.ts';
import { faultsOf } from '../../support/learner.ts';
import { newColleague, newSchool } from '../../support/school.ts';

type MailDomain = Shape<'MailDomain'>;

const DAY_MS = 24 * 3600_000;
const TARGET = 'domains.example.org';

let app: TestApp;
let dns: DnsServer;
beforeAll(async () => {
  dns = await openDnsServer();
  app = await startTestApp(withPorts({ dns: dns.resolver }));
});
afterAll(async () => {
  await app.close();
  await dns.close();
});

const free = () => `m${randomUUID().slice(0, 8)}.example.com`;
const adding = (browser: Browser, domain: string) => browser.call('post', 'tenants/mail-domains/', { domain });
const add = async (browser: Browser, domain = free()): Promise<MailDomain> => (await expectStatus(201, adding(browser, domain))).body;
const checking = (browser: Browser, { id }: MailDomain) => browser.call('post', `tenants/mail-domains/${id}/check/`);
const check = async (browser: Browser, domain: MailDomain): Promise<MailDomain> => (await expectStatus(200, checking(browser, domain))).body;
const removing = (browser: Browser, { id }: MailDomain) => browser.call('delete', `tenants/mail-domains/${id}/`);
const list = async (browser: Browser): Promise<MailDomain[]> => (await expectStatus(200, browser.call('get', 'tenants/mail-domains/'))).body.results;
const setTxt = ({ record }: MailDomain, ...values: string[]) => dns.set(record.name, { txt: values });
const prove = async (browser: Browser, domain: MailDomain) => {
  setTxt(domain, 'other=1', domain.record.value);
  return check(browser, domain);
};
const audit = async (browser: Browser) => (await browser.call('get', 'audit-log/?action=mail_domain')).body.results;
const actions = async (browser: Browser) => (await audit(browser)).map(({ action }: { action: string }) => action);
const refusal = async (answering: ReturnType<Browser['call']>) => {
  const { status, body } = await answering;
  return [status, body.code];
};
const proveAgain = (browser: Browser) => expectStatus(200, browser.call('post', 'auth/reauthenticate/', { method: 'password', password: PASSWORD }));
const runChecks = async () => {
  await enqueue(app.database.db, 'check_mail_domains', {});
  await app.mailbox.runJobs();
};

test('a mail domain is proved by its TXT record, listed, and removed, and the audit log says so without the token', async () => {
  const { browser } = await newCreator(app);
  const added = await add(browser, 'Schule.Example.COM.');
  expect(added).toEqual({
    id: added.id,
    domain: 'schule.example.com',
    status: 'pending',
    check_error: null,
    last_checked_at: null,
    claim_expires_at: new Date(app.clock.now() + 7 * DAY_MS).toISOString(),
    record: {
      type: 'TXT',
      name: '_lms-challenge.schule.example.com',
      value: expect.stringMatching(/^lms-mail-verification=[\w-]{32}$/),
    },
    created_at: new Date(app.clock.now()).toISOString(),
  });
  expect(await check(browser, added)).toMatchObject({ status: 'pending', check_error: 'txt_missing' });
  setTxt(added, added.record.value.replace('mail-', ''));
  expect(await check(browser, added)).toMatchObject({ status: 'pending', check_error: 'txt_wrong' });
  const proved = await prove(browser, added);
  expect(proved).toMatchObject({ status: 'verified', check_error: null, claim_expires_at: null });
  expect([await list(browser), await add(browser, added.domain)]).toEqual([[proved], proved]);
  await expectStatus(204, removing(browser, added));
  expect([await list(browser), (await removing(browser, added)).status, (await checking(browser, added)).status]).toEqual([[], 404, 404]);
  expect(await actions(browser)).toEqual(['mail_domain.removed', 'mail_domain.verified', 'mail_domain.claimed']);
  expect(JSON.stringify(await audit(browser))).not.toContain(added.record.value.split('=')[1]);
});

test.each([
  ['co.uk', 'public_suffix'],
  ['com', 'public_suffix'],
  ['intranet', 'public_suffix'],
  ['github.io', 'public_suffix'],
  ['gmail.com', 'mail_provider'],
  ['GMX.ch', 'mail_provider'],
  ['yahoo.co.jp', 'mail_provider'],
  ['web.de', 'mail_provider'],
  ['mail.qq.com', 'mail_provider'],
  ['school.onmicrosoft.com', 'mail_provider'],
  ['localhost', 'reserved'],
  [TARGET, 'reserved'],
  [`academy.${TARGET}`, 'reserved'],
  ['192.0.2.7', 'format'],
  ['[2001:db8::7]', 'format'],
  ['pupil@school.example.com', 'format'],
  ['.', 'format'],
])('the mail domain %s is rejected with the code %s', async (domain, code) => {
  const { browser } = await newCreator(app);
  expect(await faultsOf(adding(browser, domain))).toEqual([`domain ${code}`]);
});

test.each([
  ['example.com', 'example.com'],
  ['münchen-schule.de', 'xn--mnchen-schule-wob.de'],
  ['school.github.io', 'school.github.io'],
])('the mail domain %s is added as %s', async (given, kept) => {
  const { browser } = await newCreator(app);
  expect((await add(browser, given)).domain).toBe(kept);
});

test('of two organisations that check a domain at once, one proves it, and the other one and a third are refused with 409', async () => {
  const [first, second, third] = await Promise.all([newCreator(app), newCreator(app), newCreator(app)]);
  const domain = free();
  const [one, two] = [await add(first.browser, domain), await add(second.browser, domain)];
  setTxt(one, one.record.value, two.record.value);
  const answers = await Promise.all([checking(first.browser, one), checking(second.browser, two)]);
  expect(answers.map(({ status, body }) => [status, body.code ?? body.status]).sort()).toEqual([
    [200, 'verified'],
    [409, 'domain_taken'],
  ]);
  const [winner, loser] = answers[0]?.status === 200 ? [first, second] : [second, first];
  expect(await list(loser.browser)).toMatchObject([{ status: 'pending' }]);
  expect(await refusal(adding(third.browser, domain))).toEqual([409, 'domain_taken']);
  app.clock.advance(3600_000);
  await runChecks();
  expect(await list(loser.browser)).toMatchObject([{ status: 'failed', check_error: 'domain_taken' }]);
  expect(await refusal(adding(loser.browser, domain))).toEqual([403, 'reauthentication_required']);
  for (const { browser } of [winner, loser]) await proveAgain(browser);
  const [own] = await list(winner.browser);
  await expectStatus(204, removing(winner.browser, own as MailDomain));
  const again = await add(loser.browser, domain);
  expect(await check(loser.browser, again)).toMatchObject({ status: 'verified' });
});

test('a proved domain without its TXT record lapses after three days, and another organisation can prove it then', async () => {
  const [{ browser }, heir] = await Promise.all([newCreator(app), newCreator(app)]);
  const domain = await add(browser);
  await prove(browser, domain);
  setTxt(domain);
  await runChecks();
  expect(await list(browser)).toMatchObject([{ status: 'verified' }]);
  app.clock.advance(3600_000);
  await runChecks();
  const until = new Date(app.clock.now() + 3 * DAY_MS).toISOString();
  expect(await list(browser)).toMatchObject([{ status: 'verified', check_error: 'txt_missing', claim_expires_at: until }]);
  dns.failing.add(domain.record.name);
  app.clock.advance(4 * DAY_MS);
  await runChecks();
  expect(await list(browser)).toMatchObject([{ status: 'verified', check_error: 'dns_unreachable' }]);
  dns.failing.delete(domain.record.name);
  app.clock.advance(3600_000);
  await runChecks();
  expect(await list(browser)).toMatchObject([{ status: 'failed', check_error: 'claim_expired' }]);
  expect((await audit(browser))[0]).toMatchObject({ action: 'mail_domain.failed', actor_type: 'system' });
  expect(await check(browser, domain)).toMatchObject({ status: 'failed' });
  await proveAgain(heir.browser);
  const next = await add(heir.browser, domain.domain);
  expect(await prove(heir.browser, next)).toMatchObject({ status: 'verified' });
});

test('an organisation has at most 20 mail domains, also if more are added at once', async () => {
  const { browser } = await newCreator(app);
  const answers = await Promise.all(Array.from({ length: 24 }, () => adding(browser, free())));
  expect(answers.map(({ status, body }) => body.code ?? status).sort()).toEqual([...Array(20).fill(201), ...Array(4).fill('mail_domain_limit')]);
  const [known] = await list(browser);
  await add(browser, known?.domain);
});

test('only owners see, add, check and remove mail domains, and those of another organisation do not exist', async () => {
  const school = await newSchool(app);
  const domain = await add(school.browser);
  const colleague = await newColleague(app, school);
  const other = await newCreator(app);
  for (const [browser, status] of [
    [colleague.browser, 403],
    [other.browser, 404],
  ] as const)
    expect([(await checking(browser, domain)).status, (await removing(browser, domain)).status]).toEqual([status, status]);
  expect([(await colleague.browser.call('get', 'tenants/mail-domains/')).status, (await adding(colleague.browser, free())).status]).toEqual([403, 403]);
  expect(await list(other.browser)).toEqual([]);
});

test('checks of mail domains and of the custom domain share the limit of ten in ten minutes', async () => {
  const { browser } = await newCreator(app);
  const domain = await add(browser);
  await expectStatus(201, browser.call('post', 'tenants/domain/', { hostname: free() }));
  for (let number = 0; number < 5; number++) {
    await check(browser, domain);
    await expectStatus(200, browser.call('post', 'tenants/domain/check/'));
  }
  expect((await checking(browser, domain)).status).toBe(429);
});
