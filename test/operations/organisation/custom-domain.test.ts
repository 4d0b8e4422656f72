import { randomUUID } from 'node:crypto';
import type { Shape } from '../../../src/domain/kernel/contract.ts';
import { enqueue } from '../../../src/domain/kernel/jobs.ts';
import { dnsResolver } from '../../../src/platform/dns/dns-resolver.ts';
import { startTestApp, type TestApp, withPorts, withSettings } from '../../support/app.ts';
import { type Browser, expectStatus, newCreator, proveAgain } from '../../support/browser.ts';
import { type DnsServer, openDnsServer } from '../../support/dns-server.ts';

type Domain = Shape<'CustomDomain'>;

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
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

const free = () => `d${randomUUID().slice(0, 8)}.example.com`;
const claim = async (browser: Browser, hostname = free()): Promise<Domain> =>
  (await expectStatus(201, browser.call('post', 'tenants/domain/', { hostname }))).body;
const check = async (browser: Browser): Promise<Domain> => (await expectStatus(200, browser.call('post', 'tenants/domain/check/'))).body;
const read = async (browser: Browser): Promise<Domain> => (await expectStatus(200, browser.call('get', 'tenants/domain/'))).body;
const setTxt = ({ records: [txt] }: Domain, ...values: string[]) => dns.set(txt?.name ?? '', { txt: values });
const prove = (domain: Domain) => setTxt(domain, 'other=1', domain.records[0]?.value ?? '');
const lead = ({ hostname }: Domain, cname = TARGET) => dns.set(hostname, { cname });
const audit = async (browser: Browser) => (await browser.call('get', 'audit-log/?action=domain')).body.results;
const actions = async (browser: Browser) => (await audit(browser)).map(({ action }: { action: string }) => action);
const runChecks = async () => {
  await enqueue(app.database.db, 'check_domains', {});
  await app.mailbox.runJobs();
};

test('a domain moves from pending through verified to active as its DNS records appear, and back when its CNAME is wrong', async () => {
  const { browser } = await newCreator(app);
  expect((await browser.call('get', 'tenants/domain/')).status).toBe(404);
  expect((await browser.call('post', 'tenants/domain/check/')).status).toBe(404);
  const claimed = await claim(browser);
  const { hostname } = claimed;
  expect(claimed).toEqual({
    hostname,
    status: 'pending',
    check_error: null,
    last_checked_at: null,
    claim_expires_at: new Date(app.clock.now() + 7 * DAY_MS).toISOString(),
    created_at: new Date(app.clock.now()).toISOString(),
    records: [
      { type: 'TXT', name: `_lms-challenge.${hostname}`, value: expect.stringMatching(/^lms-verification=[\w-]{32}$/) },
      { type: 'CNAME', name: hostname, value: TARGET },
    ],
  });
  const last_checked_at = new Date(app.clock.now()).toISOString();
  expect(await check(browser)).toEqual({ ...claimed, check_error: 'txt_missing', last_checked_at });
  setTxt(claimed, 'lms-verification=another');
  expect(await check(browser)).toMatchObject({ status: 'pending', check_error: 'txt_wrong' });
  prove(claimed);
  expect(await check(browser)).toMatchObject({ status: 'verified', check_error: 'cname_missing', claim_expires_at: null });
  lead(claimed, 'elsewhere.example.net');
  expect(await check(browser)).toMatchObject({ status: 'verified', check_error: 'cname_wrong' });
  lead(claimed, TARGET.toUpperCase());
  const active = await check(browser);
  expect(active).toMatchObject({ status: 'active', check_error: null, claim_expires_at: null, records: claimed.records });
  lead(claimed, 'elsewhere.example.net');
  expect(await check(browser)).toMatchObject({ status: 'verified', check_error: 'cname_wrong' });
  expect(await read(browser)).toMatchObject({ status: 'verified', check_error: 'cname_wrong' });
  expect(await actions(browser)).toEqual(['domain.deactivated', 'domain.activated', 'domain.verified', 'domain.claimed']);
  expect(JSON.stringify(await audit(browser))).not.toContain(claimed.records[0]?.value.split('=')[1]);
});

test('several organisations can claim a domain, and only one can verify it, even if both are checked concurrently', async () => {
  const [first, second, third] = await Promise.all([newCreator(app), newCreator(app), newCreator(app)]);
  const one = await claim(first.browser);
  const two = await claim(second.browser, one.hostname);
  setTxt(one, one.records[0]?.value ?? '', two.records[0]?.value ?? '');
  const answers = await Promise.all([check(first.browser), check(second.browser)]);
  expect(answers.map(({ status, check_error }) => [status, check_error]).sort()).toEqual([
    ['failed', 'domain_taken'],
    ['verified', 'cname_missing'],
  ]);
  const loser = answers[0]?.status === 'failed' ? first : second;
  expect(await check(loser.browser)).toMatchObject({ status: 'failed', check_error: 'domain_taken' });
  expect(await actions(loser.browser)).toEqual(['domain.failed', 'domain.claimed']);
  for (const { browser } of [loser, third]) {
    const { status, body } = await browser.call('post', 'tenants/domain/', { hostname: one.hostname });
    expect([status, body.code]).toEqual([409, 'domain_taken']);
  }
});

test('a claim that is not verified within seven days fails, and the domain can be claimed again with the same records', async () => {
  const creator = await newCreator(app);
  const { browser } = creator;
  const claimed = await claim(browser);
  app.clock.advance(7 * DAY_MS - 1);
  expect(await check(browser)).toMatchObject({ status: 'pending', check_error: 'txt_missing' });
  app.clock.advance(1);
  dns.failing.add(claimed.records[0]?.name ?? '');
  expect(await check(browser)).toMatchObject({ status: 'failed', check_error: 'claim_expired' });
  dns.failing.delete(claimed.records[0]?.name ?? '');
  prove(claimed);
  expect(await check(browser)).toMatchObject({ status: 'failed', check_error: 'claim_expired' });
  await proveAgain(creator);
  const again = await claim(browser, claimed.hostname);
  expect(again).toMatchObject({ status: 'pending', check_error: null, last_checked_at: null, records: claimed.records });
  expect(await check(browser)).toMatchObject({ status: 'verified' });
});

test('a verified domain without its TXT record keeps working for three days, and others can claim it after that', async () => {
  const { browser } = await newCreator(app);
  const claimed = await claim(browser);
  prove(claimed);
  lead(claimed);
  await check(browser);
  setTxt(claimed);
  const until = new Date(app.clock.now() + 3 * DAY_MS).toISOString();
  expect(await check(browser)).toMatchObject({ status: 'active', check_error: 'txt_missing', claim_expires_at: until });
  app.clock.advance(DAY_MS);
  expect(await check(browser)).toMatchObject({ status: 'active', check_error: 'txt_missing', claim_expires_at: until });
  prove(claimed);
  expect(await check(browser)).toMatchObject({ status: 'active', check_error: null, claim_expires_at: null });
  setTxt(claimed, 'lms-verification=another');
  expect(await check(browser)).toMatchObject({ status: 'active', check_error: 'txt_wrong' });
  app.clock.advance(3 * DAY_MS);
  expect(await check(browser)).toMatchObject({ status: 'failed', check_error: 'claim_expired' });
  const heir = await newCreator(app);
  prove(await claim(heir.browser, claimed.hostname));
  expect(await check(heir.browser)).toMatchObject({ status: 'active' });
});

test('a DNS failure leaves the status of a domain unchanged, whether it is verified or not', async () => {
  const { browser } = await newCreator(app);
  const claimed = await claim(browser);
  dns.failing.add(claimed.hostname);
  prove(claimed);
  expect(await check(browser)).toMatchObject({ status: 'pending', check_error: 'dns_unreachable', claim_expires_at: claimed.claim_expires_at });
  dns.failing.delete(claimed.hostname);
  lead(claimed);
  expect(await check(browser)).toMatchObject({ status: 'active' });
  dns.failing.add(claimed.records[0]?.name ?? '');
  app.clock.advance(10 * DAY_MS);
  const until = new Date(app.clock.now() + 14 * DAY_MS).toISOString();
  expect(await check(browser)).toMatchObject({ status: 'active', check_error: 'dns_unreachable', claim_expires_at: until });
});

test('a DNS server that is down is reported as dns_unreachable', async () => {
  const down = await startTestApp(withPorts({ dns: dnsResolver(['127.0.0.1:9']) }));
  try {
    const { browser } = await newCreator(down);
    await claim(browser);
    expect(await check(browser)).toMatchObject({ status: 'pending', check_error: 'dns_unreachable', last_checked_at: expect.any(String) });
  } finally {
    await down.close();
  }
});

test('the DNS result for a claim is not stored for another claim that replaced it during the check', async () => {
  const { browser } = await newCreator(app);
  const claimed = await claim(browser);
  prove(claimed);
  const other = free();
  dns.onQuestion = async (name) => {
    if (!name.endsWith(claimed.hostname)) return;
    dns.onQuestion = () => {};
    await claim(browser, other);
  };
  expect(await check(browser)).toMatchObject({ hostname: other, status: 'pending', last_checked_at: null });
  expect(await read(browser)).toMatchObject({ hostname: other, status: 'pending' });
});

test('a new claim replaces the previous domain, and claiming a verified domain again changes nothing', async () => {
  const { browser } = await newCreator(app);
  const claimed = await claim(browser);
  prove(claimed);
  const proved = await check(browser);
  expect(await claim(browser, claimed.hostname)).toEqual(proved);
  const next = await claim(browser);
  expect(next.records[0]?.value).not.toBe(claimed.records[0]?.value);
  const heir = await newCreator(app);
  expect(await claim(heir.browser, claimed.hostname)).toMatchObject({ status: 'pending' });
  const [{ before, after }] = await audit(browser);
  expect([before, after]).toMatchObject([
    { hostname: claimed.hostname, status: 'verified' },
    { hostname: next.hostname, status: 'pending' },
  ]);
});

test.each([
  ['Learn.Example.COM.', 'learn.example.com'],
  ['kurse.münchen.de', 'kurse.xn--mnchen-3ya.de'],
  ['学习.例子.中国', 'xn--vjq503a.xn--fsqu00a.xn--fiqs8s'],
  ['learn.example.co.uk', 'learn.example.co.uk'],
  ['a.b.c.example.com', 'a.b.c.example.com'],
  ['faß.example.com', 'xn--fa-hia.example.com'],
])('the hostname %s is claimed as %s', async (given, kept) => {
  const { browser } = await newCreator(app);
  const { hostname, records } = await claim(browser, given);
  expect([hostname, records[0]?.name]).toEqual([kept, `_lms-challenge.${kept}`]);
});

test.each([
  ['example.com', 'apex'],
  ['example.co.uk', 'apex'],
  ['münchen.de', 'apex'],
  ['co.uk', 'apex'],
  ['com', 'apex'],
  ['intranet', 'apex'],
  ['localhost', 'reserved'],
  ['a.b.localhost', 'reserved'],
  [TARGET, 'reserved'],
  [`x.${TARGET}`, 'reserved'],
  ['127.0.0.1', 'format'],
  ['0x7f.1', 'format'],
  ['１２７.0.0.1', 'format'],
  ['[::1]', 'format'],
  ['https://learn.example.com', 'format'],
  ['learn.example.com/', 'format'],
  ['learn.example.com:443', 'format'],
  ['user@learn.example.com', 'format'],
  ['le%61rn.example.com', 'format'],
  ['learn .example.com', 'format'],
  ['_learn.example.com', 'format'],
  ['-learn.example.com', 'format'],
  ['learn..example.com', 'format'],
  ['.learn.example.com', 'format'],
  ['*.example.com', 'format'],
  [`${'a'.repeat(64)}.example.com`, 'format'],
  [`${'a.'.repeat(119)}com`, 'format'],
  ['.', 'format'],
])('the hostname %s is rejected with the code %s', async (hostname, code) => {
  const { browser } = await newCreator(app);
  const { status, body } = await browser.call('post', 'tenants/domain/', { hostname });
  expect([status, body.errors]).toEqual([400, [expect.objectContaining({ field: 'hostname', code })]]);
});

test("the service's own host and all its subdomains are reserved", async () => {
  const own = await startTestApp((services) => withPorts({ cnameTarget: null })(withSettings({ publicUrl: 'http://learn.service.com' })(services)));
  try {
    const { browser } = await newCreator(own);
    for (const hostname of ['learn.service.com', 'school.learn.service.com']) {
      expect((await browser.call('post', 'tenants/domain/', { hostname })).body.errors).toEqual([expect.objectContaining({ code: 'reserved' })]);
    }
    expect((await claim(browser, 'other.service.com')).records).toHaveLength(1);
  } finally {
    await own.close();
  }
});

test('an organisation can check its domain at most ten times in ten minutes', async () => {
  const { browser } = await newCreator(app);
  await claim(browser);
  for (let number = 0; number < 10; number++) await check(browser);
  expect((await browser.call('post', 'tenants/domain/check/')).status).toBe(429);
});

describe('the hourly domain check', () => {
  test('checks all domains and appears in the audit log as the system', async () => {
    const creators = await Promise.all(Array.from({ length: 3 }, () => newCreator(app)));
    for (const { browser } of creators) prove(await claim(browser));
    await runChecks();
    for (const { browser } of creators) {
      expect(await read(browser)).toMatchObject({ status: 'verified', last_checked_at: new Date(app.clock.now()).toISOString() });
      expect((await audit(browser))[0]).toMatchObject({
        action: 'domain.verified',
        actor_type: 'system',
        actor_id: null,
        actor_name: null,
        request_id: null,
        ip: null,
      });
    }
  });

  test('skips domains that were checked within the hour and claims that have failed', async () => {
    const { browser } = await newCreator(app);
    const { hostname } = await claim(browser);
    const asked: string[] = [];
    dns.onQuestion = (name) => void (name === hostname && asked.push(name));
    await check(browser);
    app.clock.advance(20 * 60_000);
    await runChecks();
    expect(asked).toHaveLength(1);
    app.clock.advance(40 * 60_000);
    await runChecks();
    expect(asked).toHaveLength(2);
    app.clock.advance(8 * DAY_MS);
    await runChecks();
    expect(await read(browser)).toMatchObject({ status: 'failed', check_error: 'claim_expired' });
    const { length } = asked;
    app.clock.advance(DAY_MS);
    await runChecks();
    expect(asked).toHaveLength(length);
    dns.onQuestion = () => {};
  });

  test('checks all other domains even if the result of one cannot be stored', async () => {
    const { pool } = app.database;
    const broken = await newCreator(app);
    const { hostname } = await claim(broken.browser);
    await pool.query(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`);
    await pool.query(`create trigger refused before update on organisation_domains for each row when (new.hostname = '${hostname}') execute function refuse()`);
    await pool.query(`
      with made as (insert into organisations (id, subdomain, name) select gen_random_uuid(), 'many-' || n, 'Many' from generate_series(1, 45) n returning id, subdomain)
      insert into organisation_domains (organisation_id, hostname, status, txt_token, claim_expires_at)
      select id, subdomain || '.many.example.com', 'pending', 'token', now() + interval '30 years' from made`);
    await runChecks();
    const { rows } = await pool.query(`select count(*) from organisation_domains where hostname like '%.many.example.com' and check_error = 'txt_missing'`);
    expect(rows[0].count).toBe(45);
    expect(await read(broken.browser)).toMatchObject({ last_checked_at: null });
    const { rows: jobs } = await pool.query(`select last_error from graphile_worker.jobs where task_identifier = 'check_domains'`);
    expect(jobs).toEqual([{ last_error: expect.stringContaining('refused') }]);
    await pool.query(
      `delete from graphile_worker._private_jobs; drop trigger refused on organisation_domains; drop function refuse; delete from organisation_domains where hostname like '%.many.example.com'`,
    );
  });
});
