import { DAY_MS, NOWHERE, newAffiliate, newInvite, setProgram } from '../../support/affiliates.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type Browser, expectStatus, newUser } from '../../support/browser.ts';
import { exportOf } from '../../support/data-export.ts';
import { faultsOf, newVisitor, refusalOf } from '../../support/learner.ts';
import { newSchool, type School } from '../../support/school.ts';
import { statusCounts } from '../../support/studio.ts';

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  school = await newSchool(app);
  await setProgram(school.browser);
});
afterAll(() => app.close());

const join = async (code: string, body: object = {}) => (await newVisitor(app, school)).browser.call('post', 'affiliates/join/', { code, ...body });
const decide = (id: string, body: object) => school.browser.call('patch', `affiliates/${id}/`, body);
const list = async (query = '') => (await expectStatus(200, school.browser.call('get', `affiliates/${query}`))).body;

describe('joining an affiliate program', () => {
  test('makes a stranger an approved affiliate, who sees the program in every organisation, tells staff, and exports it', async () => {
    const { code } = await newInvite(school.browser, { rate: { type: 'percent', hundredths: 5000 } });
    const affiliate = await newAffiliate(app, school, code.toLowerCase());
    const other = await newSchool(app);
    affiliate.browser.headers['X-Organisation'] = other.organisation.id;
    const { body } = await expectStatus(200, affiliate.browser.call('get', 'affiliates/me/'));
    const program = { organisation: { id: school.organisation.id }, status: 'approved', rate: { hundredths: 5000 }, joined_via: code, links: [] };
    expect(body).toMatchObject({ count: 1, results: [{ id: affiliate.affiliateId, ...program }] });
    expect(await list('?status=approved')).toMatchObject({ count: 1, results: [{ user: { email: affiliate.email }, joined_via: { code } }] });
    expect(await list('?status=pending')).toMatchObject({ count: 0 });
    await app.mailbox.runJobs();
    expect((await app.mailbox.read(affiliate.email)).map(({ subject }) => subject)).toEqual(['You are now an affiliate of Academy']);
    expect((await app.mailbox.read(school.email)).map(({ subject }) => subject)).toContain('Test user joined your affiliate programme');
    const files = await exportOf(app, affiliate.browser);
    expect(JSON.parse(files['affiliate-programs.json'] ?? '')).toMatchObject([{ joined_via: code, status: 'approved', links: [] }]);
  });

  test('of fifty people at once, as many join as the invite has places left', async () => {
    const { id, code } = await newInvite(school.browser, { max_uses: 2 });
    await newAffiliate(app, school, code);
    const browsers = await Promise.all(Array.from({ length: 50 }, async () => (await newVisitor(app, school)).browser));
    const answers = await Promise.all(browsers.map((browser) => browser.call('post', 'affiliates/join/', { code })));
    expect(statusCounts(answers)).toEqual({ 201: 1, 409: 49 });
    expect((await expectStatus(200, school.browser.call('get', 'affiliates/invites/'))).body.results).toMatchObject([{ id, uses: 2, status: 'used_up' }]);
  });

  test('again, with the same invite or another, keeps the first one and uses nothing up', async () => {
    const [first, second] = [await newInvite(school.browser), await newInvite(school.browser)];
    const { browser } = await newVisitor(app, school);
    const codes = Array.from({ length: 10 }, (_, n) => (n % 2 ? first : second).code);
    const answers = await Promise.all(codes.map((code) => browser.call('post', 'affiliates/join/', { code })));
    expect(statusCounts(answers)).toEqual({ 200: 9, 201: 1 });
    expect(new Set(answers.map(({ body }) => `${body.id} ${body.joined_via}`)).size).toBe(1);
    const { results } = (await expectStatus(200, school.browser.call('get', 'affiliates/invites/'))).body;
    expect(results.map(({ uses }: { uses: number }) => uses).sort()).toEqual([0, 1]);
  });

  test('records which version of the terms was accepted, and refuses an outdated one', async () => {
    const { code } = await newInvite(school.browser);
    await setProgram(school.browser, { terms: 'Do not send unsolicited mail.' });
    const affiliate = await newAffiliate(app, school, code);
    const accept = (terms_version: number) => affiliate.browser.call('post', 'affiliates/join/', { code, terms_version });
    expect((await expectStatus(200, accept(1))).body).toMatchObject({
      terms_version: 1,
      program: { terms: 'Do not send unsolicited mail.', terms_version: 1 },
    });
    await setProgram(school.browser, { terms: 'Do not spam.' });
    expect(await faultsOf(accept(1))).toEqual(['terms_version outdated']);
    expect((await list()).results).toMatchObject([{ terms_version: 1 }]);
    await expectStatus(200, affiliate.browser.call('post', 'affiliates/join/', { code, terms_version: 2, payout_contact: 'mina@pay.example' }));
    const { results } = (await expectStatus(200, school.browser.call('get', 'audit-log/?action=affiliate'))).body;
    expect(results.slice(0, 2).map(({ action, before, after }: Record<string, object>) => [action, before, after])).toEqual([
      ['affiliate.payout_contact_changed', { has_payout_contact: false }, { has_payout_contact: true }],
      ['affiliate.terms_accepted', { terms_version: 1 }, { terms_version: 2 }],
    ]);
  });

  test('is refused with the reason for an invite that is deactivated, expired or used up, and while the program is off', async () => {
    const expires_at = new Date(app.clock.now() + DAY_MS).toISOString();
    const [off, expired, used] = [
      await newInvite(school.browser),
      await newInvite(school.browser, { expires_at }),
      await newInvite(school.browser, { max_uses: 1 }),
    ];
    await expectStatus(204, school.browser.call('delete', `affiliates/invites/${off.id}/`));
    await newAffiliate(app, school, used.code);
    app.clock.advance(DAY_MS);
    expect(await refusalOf(join(off.code))).toEqual([409, 'affiliate_invite_deactivated']);
    expect(await refusalOf(join(expired.code))).toEqual([409, 'affiliate_invite_expired']);
    expect(await refusalOf(join(used.code))).toEqual([409, 'affiliate_invite_used_up']);
    await setProgram(school.browser, { is_enabled: false });
    expect(await refusalOf(join(used.code))).toEqual([409, 'affiliate_program_closed']);
  });

  test('answers alike for an invite of another organisation and one that never was, and needs an organisation', async () => {
    const other = await newSchool(app);
    const { code } = await newInvite(other.browser);
    const answers = await Promise.all([join(code), join('NOBODY-HAS-THIS')]);
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body.errors)}`)).size).toBe(1);
    expect(await faultsOf(join(code))).toEqual(['code unknown']);
    const { browser } = await newUser(app);
    expect(await refusalOf(browser.call('post', 'affiliates/join/', { code }))).toEqual([403, 'no_organisation']);
  });
});

describe('deciding about an affiliate', () => {
  test('allows exactly the moves between states, and tells the affiliate and the audit log', async () => {
    await setProgram(school.browser, { approval: 'manual' });
    const { code } = await newInvite(school.browser);
    const affiliate = await newAffiliate(app, school, code);
    const id = affiliate.affiliateId;
    expect(await refusalOf(decide(id, { action: 'suspend' }))).toEqual([409, 'affiliate_transition']);
    expect((await expectStatus(200, decide(id, { action: 'decline', reason: 'No website' }))).body).toMatchObject({ status: 'declined', reason: 'No website' });
    expect(await refusalOf(decide(id, { action: 'suspend' }))).toEqual([409, 'affiliate_transition']);
    expect((await expectStatus(200, decide(id, { action: 'approve' }))).body).toMatchObject({ status: 'approved', reason: null });
    expect(await refusalOf(decide(id, { action: 'decline' }))).toEqual([409, 'affiliate_transition']);
    await expectStatus(200, decide(id, { action: 'suspend', reason: 'Spam' }));
    await expectStatus(200, decide(id, { action: 'suspend', reason: 'Again' }));
    expect(await refusalOf(decide(id, { action: 'decline' }))).toEqual([409, 'affiliate_transition']);
    expect((await list()).results).toMatchObject([{ id, status: 'suspended', reason: 'Spam' }]);
    await app.mailbox.runJobs();
    expect((await app.mailbox.read(affiliate.email)).at(-1)?.text).toContain('Reason: “Spam”.');
    const audit = await expectStatus(200, school.browser.call('get', 'audit-log/?action=affiliate'));
    expect(audit.body.results.map(({ action }: { action: string }) => action)).toEqual([
      'affiliate.suspended',
      'affiliate.approved',
      'affiliate.declined',
      'affiliate.joined',
    ]);
  });

  test('gives an affiliate a rate of their own, and refuses one in an unknown currency or a reason without an action', async () => {
    const { code } = await newInvite(school.browser);
    const { affiliateId, browser } = await newAffiliate(app, school, code);
    const rate = { type: 'fixed', amount: 500, currency: 'EUR' };
    expect((await expectStatus(200, decide(affiliateId, { rate }))).body).toMatchObject({ rate, status: 'approved' });
    expect((await expectStatus(200, browser.call('get', 'affiliates/me/'))).body.results).toMatchObject([{ rate }]);
    expect((await expectStatus(200, decide(affiliateId, { rate: null }))).body.rate).toBeNull();
    expect(await faultsOf(decide(affiliateId, { rate: { ...rate, currency: 'XXX' }, reason: 'a' }))).toEqual(['rate.currency unknown', 'reason not_allowed']);
    for (const id of [NOWHERE, 'x']) expect(await refusalOf(decide(id, { action: 'approve' }))).toEqual([404, 'not_found']);
    const audit = await expectStatus(200, school.browser.call('get', 'audit-log/?action=affiliate.updated'));
    expect(audit.body.results).toMatchObject([{ before: { rate }, after: { rate: null } }, { after: { rate } }]);
  });
});

describe('links', () => {
  const links = async (query = '') => (await expectStatus(200, school.browser.call('get', `affiliates/links/${query}`))).body;

  test('are created by affiliates and on behalf of them, and each affiliate lists their own', async () => {
    const { code } = await newInvite(school.browser);
    const [mina, noor] = [await newAffiliate(app, school, code), await newAffiliate(app, school, code)];
    const own = { affiliate_id: mina.affiliateId, code: `Mina-${mina.id}`.slice(0, 40), course_id: school.courseId, label: 'Newsletter' };
    const { body } = await expectStatus(201, mina.browser.call('post', 'affiliates/me/links/', own));
    expect(body).toMatchObject({ ...own, code: own.code.toLowerCase(), url: expect.stringMatching(/^http.*\/r\/mina-/) });
    await expectStatus(201, school.browser.call('post', 'affiliates/links/', { affiliate_id: noor.affiliateId }));
    expect(await links()).toMatchObject({ count: 2, results: [{ affiliate_id: noor.affiliateId, course_id: null }, { id: body.id }] });
    expect(await links(`?affiliate_id=${mina.affiliateId}`)).toMatchObject({ count: 1, results: [{ id: body.id }] });
    const of = (id: string) => mina.browser.call('get', `affiliates/me/links/?affiliate_id=${id}`);
    expect((await expectStatus(200, of(mina.affiliateId))).body).toMatchObject({ count: 1, results: [{ id: body.id }] });
    expect((await expectStatus(200, mina.browser.call('get', 'affiliates/me/'))).body.results[0].links).toEqual([body]);
    for (const id of [noor.affiliateId, NOWHERE]) {
      expect(await refusalOf(of(id))).toEqual([404, 'not_found']);
      expect(await refusalOf(mina.browser.call('post', 'affiliates/me/links/', { affiliate_id: id }))).toEqual([404, 'not_found']);
    }
    const audit = await expectStatus(200, school.browser.call('get', 'audit-log/?action=affiliate_link'));
    expect(audit.body.results).toHaveLength(2);
  });

  test('have codes that are unique on the whole service, of fifty at once for one', async () => {
    const { code } = await newInvite(school.browser);
    const { affiliateId, browser } = await newAffiliate(app, school, code);
    const chosen = `link-${affiliateId}`.slice(0, 40);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => browser.call('post', 'affiliates/me/links/', { affiliate_id: affiliateId, code: chosen })),
    );
    expect(statusCounts(answers)).toEqual({ 201: 1, 409: 49 });
    const other = await newSchool(app);
    await setProgram(other.browser);
    const stranger = await newAffiliate(app, other, (await newInvite(other.browser)).code);
    const taken = { affiliate_id: stranger.affiliateId, code: chosen.toUpperCase() };
    expect(await refusalOf(other.browser.call('post', 'affiliates/links/', taken))).toEqual([409, 'affiliate_link_code_taken']);
  });

  test('and a code that is taken names the link to its affiliate and to staff of its organisation, and to nobody else', async () => {
    const { code } = await newInvite(school.browser);
    const [mina, noor] = [await newAffiliate(app, school, code), await newAffiliate(app, school, code)];
    const other = await newSchool(app);
    await setProgram(other.browser);
    const stranger = await newAffiliate(app, other, (await newInvite(other.browser)).code);
    const chosen = `own-${mina.affiliateId}`.slice(0, 40);
    const create = (by: { browser: Browser }, path: string, affiliate_id: string) => by.browser.call('post', path, { affiliate_id, code: chosen });
    const { body: link } = await expectStatus(201, create(mina, 'affiliates/me/links/', mina.affiliateId));
    const named = { code: 'affiliate_link_code_taken', link_id: link.id, affiliate_id: mina.affiliateId };
    const hidden = { ...named, link_id: null, affiliate_id: null };
    expect((await expectStatus(409, create(mina, 'affiliates/me/links/', mina.affiliateId))).body).toMatchObject(named);
    expect((await expectStatus(409, create(school, 'affiliates/links/', noor.affiliateId))).body).toMatchObject(named);
    expect((await expectStatus(409, create(noor, 'affiliates/me/links/', noor.affiliateId))).body).toMatchObject(hidden);
    expect((await expectStatus(409, create(other, 'affiliates/links/', stranger.affiliateId))).body).toMatchObject(hidden);
  });

  test('need an approved affiliate and a course of the organisation, and are 200 at most', async () => {
    const { code } = await newInvite(school.browser);
    const { affiliateId, browser } = await newAffiliate(app, school, code);
    const other = await newSchool(app);
    const create = (body: object) => school.browser.call('post', 'affiliates/links/', { affiliate_id: affiliateId, ...body });
    expect(await faultsOf(create({ course_id: other.courseId }))).toEqual(['course_id unknown']);
    expect(await faultsOf(create({ affiliate_id: NOWHERE }))).toEqual(['affiliate_id unknown']);
    await app.database.pool.query(
      `insert into affiliate_links (organisation_id, id, affiliate_id, code, label)
       select $1, gen_random_uuid(), $2, substr(gen_random_uuid()::text, 1, 30), '' from generate_series(1, 199)`,
      [school.organisation.id, affiliateId],
    );
    const createOwn = () => browser.call('post', 'affiliates/me/links/', { affiliate_id: affiliateId });
    expect(statusCounts(await Promise.all([create({}), createOwn()]))).toEqual({ 201: 1, 409: 1 });
    for (const refused of [() => create({}), createOwn]) expect(await refusalOf(refused())).toEqual([409, 'affiliate_link_limit']);
    await expectStatus(200, decide(affiliateId, { action: 'suspend' }));
    for (const refused of [() => create({}), createOwn]) expect(await refusalOf(refused())).toEqual([409, 'affiliate_not_approved']);
  });
});
