import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { openSessions } from '../../../src/http/open-sessions.ts';
import { openIdProviders } from '../../../src/platform/identity/openid-providers.ts';
import { startTestApp, type TestApp, withPorts, withSettings } from '../../support/app.ts';
import { Browser, expectStatus, newCreator, newUser, PASSWORD, proveAgain, sameAt, signUp, type TestUser, tokenOf } from '../../support/browser.ts';
import { type Person, startIdentityProvider, type TestIdentityProvider } from '../../support/identity-provider.ts';
import { attachNumber, codeIn, newPhone, proveNumber, textedCode } from '../../support/phone.ts';
import { redisFound, startRedis } from '../../support/redis.ts';

const PROOF_MS = 10 * 60_000;
const NEEDS_PROOF = [403, 'reauthentication_required'];

let app: TestApp;
let idp: TestIdentityProvider;
let exact: TestIdentityProvider;
beforeAll(async () => {
  idp = await startIdentityProvider();
  exact = await startIdentityProvider({ saysWhen: true });
  const providers = openIdProviders([idp.settings, { ...exact.settings, name: 'exact' }]);
  app = await startTestApp((services) => withPorts({ providers })(withSettings({ publicUrl: 'http://app.example.org' })(services)));
});
afterAll(async () => {
  await app.close();
  await idp.close();
  await exact.close();
});

const outcome = async (asked: ReturnType<Browser['call']>) => {
  const { status, body } = await asked;
  return [status, body.code ?? body.status];
};
/** Lets the sign-in grow too old to be a proof. */
const later = (ms = PROOF_MS) => app.clock.advance(ms);
const copyOf = ({ browser }: { browser: Browser }): Browser => sameAt(app, browser);
const prove = (browser: Browser, body: object) => browser.call('post', 'auth/reauthenticate/', body);
const state = async (browser: Browser) => (await expectStatus(200, browser.call('get', 'auth/reauthenticate/'))).body;
/** Calls an operation that accepts any proof. */
const exportData = (browser: Browser) => browser.call('post', 'me/data-export/');
const startTotp = (browser: Browser) => browser.call('post', 'me/totp/enable/start/');
const send = (browser: Browser, channel: string) => browser.call('post', 'auth/reauthenticate/send/', { channel });
const mailedCode = async (email: string): Promise<string> => codeIn((await app.mailbox.read(email)).at(-1)?.text);
const logIn = (email: string, browser = new Browser(app)) => browser.call('post', 'auth/login/', { email, password: PASSWORD });

async function withTotp(): Promise<TestUser & { code: () => string; backupCodes: string[] }> {
  const user = await newUser(app);
  const { body } = await expectStatus(200, startTotp(user.browser));
  const totp = new TOTP({ secret: Secret.fromBase32(body.secret) });
  const code = () => {
    later(30_000);
    return totp.generate({ timestamp: app.clock.now() });
  };
  const confirmed = await expectStatus(200, user.browser.call('post', 'me/totp/enable/confirm/', { code: code() }));
  return { ...user, code, backupCodes: confirmed.body.backup_codes };
}

async function withSms(): Promise<TestUser & { phone: string }> {
  const user = await newUser(app);
  const phone = await attachNumber(app, user);
  await expectStatus(200, user.browser.call('patch', 'me/', { second_factor: 'sms' }));
  return { ...user, phone };
}

const newPerson = (): NonNullable<Person> => ({ sub: randomUUID(), email: `${randomUUID()}@example.org`, email_verified: true, name: 'Ada Provided' });

async function byProvider(provider = 'google', at = idp): Promise<{ browser: Browser; person: NonNullable<Person> }> {
  const person = newPerson();
  const browser = new Browser(app);
  const { body } = await expectStatus(200, browser.call('post', 'auth/oauth-login/', { provider }));
  await expectStatus(200, browser.call('post', 'auth/oauth-login/', { provider, callback_url: await at.visit(body.authorization_url, person) }));
  return { browser, person };
}

async function begin(browser: Browser, provider = 'google'): Promise<URL> {
  const { body } = await expectStatus(200, prove(browser, { method: 'provider', provider }));
  expect(body).toEqual({ status: 'redirect', proved_until: null, authorization_url: expect.any(String) });
  return new URL(body.authorization_url);
}

const finish = (browser: Browser, callback_url: string, provider = 'google') => prove(browser, { method: 'provider', provider, callback_url });

describe('with a copied cookie (fault 5),', () => {
  test('nobody attaches a phone number, and after a reset of the password the owner alone gets in', async () => {
    const owner = await newUser(app);
    const thief = copyOf(owner);
    later();
    const phone = newPhone();
    const phone_token = await proveNumber(app, phone);
    expect(await outcome(thief.call('post', 'me/phone/attach/', { phone_token }))).toEqual(NEEDS_PROOF);
    await expectStatus(202, owner.browser.call('post', 'auth/password-reset/', { email: owner.email }));
    const token = tokenOf((await app.mailbox.read(owner.email)).at(-1)?.text);
    await expectStatus(204, owner.browser.call('post', 'auth/password-reset-confirm/', { token, new_password: 'another horse battery' }));
    expect(await outcome(thief.call('get', 'me/'))).toEqual([401, 'not_authenticated']);
    await expectStatus(202, thief.call('post', 'auth/phone/send/', { phone, purpose: 'sign_in' }));
    expect(await app.mailbox.texts(phone)).toEqual([]);
    const back = new Browser(app);
    await expectStatus(200, back.call('post', 'auth/login/', { email: owner.email, password: 'another horse battery' }));
    expect((await back.call('get', 'me/')).body).toMatchObject({ phone: null, second_factor: 'none' });
  });

  test('nobody enables an authenticator, which would lock the owner out', async () => {
    const owner = await newUser(app);
    const thief = copyOf(owner);
    later();
    expect(await outcome(startTotp(thief))).toEqual(NEEDS_PROOF);
    expect(await outcome(thief.call('post', 'me/totp/enable/confirm/', { code: '123456' }))).toEqual([409, 'totp_not_started']);
    expect(await outcome(logIn(owner.email))).toEqual([200, 'signed_in']);
  });

  test('nobody gets a code that was sent to the owner, and the copy ends as soon as the owner proves who they are', async () => {
    const owner = await newUser(app);
    const thief = copyOf(owner);
    later();
    await expectStatus(202, send(thief, 'email'));
    expect(await outcome(prove(thief, { method: 'email', code: '000000' }))).toEqual([400, 'validation_error']);
    const before = owner.browser.cookie;
    await proveAgain(owner);
    expect(owner.browser.cookie).not.toBe(before);
    expect(await outcome(thief.call('get', 'me/'))).toEqual([401, 'not_authenticated']);
    await expectStatus(200, startTotp(owner.browser));
  });
});

describe('a proof', () => {
  test('counts for ten minutes, to the millisecond, and says so', async () => {
    const { browser } = await newUser(app);
    expect(await state(browser)).toEqual({
      proved_until: new Date(app.clock.now() + PROOF_MS).toISOString(),
      second_factor_proved_until: new Date(app.clock.now() + PROOF_MS).toISOString(),
      methods: ['password', 'email'],
      second_factor_methods: ['password', 'email'],
      providers: [],
    });
    later(PROOF_MS - 1);
    await expectStatus(200, startTotp(browser));
    later(1);
    const { status, body } = await startTotp(browser);
    expect([status, body]).toEqual([403, expect.objectContaining({ code: 'reauthentication_required', methods: ['password', 'email'], providers: [] })]);
    expect(await state(browser)).toMatchObject({ proved_until: null, second_factor_proved_until: null });
    const { body: proved } = await expectStatus(200, prove(browser, { method: 'password', password: PASSWORD }));
    expect(proved).toEqual({ status: 'proved', proved_until: new Date(app.clock.now() + PROOF_MS).toISOString(), authorization_url: null });
    await expectStatus(200, startTotp(browser));
  });

  test('is a sign-in, so that a newcomer is never asked', async () => {
    const { browser } = await signUp(app);
    await expectStatus(201, browser.call('post', 'tenants/setup/', { name: 'New', subdomain: `new-${randomUUID().slice(0, 8)}` }));
    await expectStatus(201, browser.call('post', 'tenants/api-keys/', { name: 'First', scopes: { courses: 'edit' } }));
    await expectStatus(200, browser.call('post', 'me/phone/attach/', { phone_token: await proveNumber(app, newPhone()) }));
    await expectStatus(200, startTotp(browser));
  });

  test('belongs to one session, stays with it when its ID changes, and ends with the sessions of its epoch', async () => {
    const user = await newUser(app);
    const other = new Browser(app);
    await expectStatus(200, logIn(user.email, other));
    later();
    await proveAgain(user);
    expect(await outcome(startTotp(other))).toEqual(NEEDS_PROOF);
    await expectStatus(200, user.browser.call('post', 'auth/token/refresh/'));
    await expectStatus(200, startTotp(user.browser));
    const copy = copyOf(user);
    await proveAgain({ browser: other });
    const changed = { current_password: PASSWORD, new_password: 'another horse battery' };
    await expectStatus(204, other.call('post', 'auth/password-change/', changed));
    for (const ended of [copy, user.browser]) expect(await outcome(startTotp(ended))).toEqual([401, 'not_authenticated']);
    later(PROOF_MS - 1);
    await expectStatus(200, startTotp(other));
  });

  test('given in two tabs at once works in both', async () => {
    const user = await newUser(app);
    later();
    const tabs = [copyOf(user), copyOf(user)];
    const answers = await Promise.all(tabs.map((tab) => prove(tab, { method: 'password', password: PASSWORD })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    for (const tab of tabs) await expectStatus(200, startTotp(tab));
    expect(await outcome(user.browser.call('get', 'me/'))).toEqual([401, 'not_authenticated']);
  });

  test('that is wrong changes nothing, names its field, and counts: after ten, a right one must wait', async () => {
    const user = await newUser(app);
    later();
    const { cookie } = user.browser;
    for (let number = 0; number < 10; number++) {
      const { status, body } = await prove(user.browser, { method: 'password', password: 'wrong' });
      expect([status, body.errors[0]]).toEqual([400, expect.objectContaining({ field: 'password', code: 'invalid' })]);
    }
    expect(user.browser.cookie).toBe(cookie);
    expect(await outcome(prove(user.browser, { method: 'password', password: PASSWORD }))).toEqual([429, 'throttled']);
    expect(await outcome(startTotp(user.browser))).toEqual(NEEDS_PROOF);
  });

  test('needs what its method takes, and a method that the user has', async () => {
    const { browser } = await newUser(app, { verified: false });
    expect(await state(browser)).toMatchObject({ methods: ['password'], providers: [] });
    const faultOf = async (body: object) => (await prove(browser, body)).body.errors[0];
    expect(await faultOf({ method: 'password', code: '123456' })).toMatchObject({ field: 'password', code: 'required' });
    for (const method of ['totp', 'backup_code', 'email', 'sms'])
      expect(await faultOf({ method, code: '123456' })).toMatchObject({ field: 'method', code: 'not_allowed' });
    expect(await faultOf({ method: 'provider', provider: 'google' })).toMatchObject({ field: 'method', code: 'not_allowed' });
    for (const channel of ['email', 'sms']) expect((await send(browser, channel)).body.errors[0]).toMatchObject({ field: 'channel', code: 'not_allowed' });
  });
});

describe('a code', () => {
  test('by email proves who a user without a password is, once, and not as a sign-in code', async () => {
    const { browser, person } = await byProvider();
    const email = person.email as string;
    later();
    expect((await exportData(browser)).body).toMatchObject({ code: 'reauthentication_required', methods: ['email', 'provider'], providers: ['google'] });
    await expectStatus(202, send(browser, 'email'));
    const [mail] = await app.mailbox.read(email);
    expect(mail?.subject).toBe('Your confirmation code');
    const code = codeIn(mail?.text);
    await expectStatus(200, prove(browser, { method: 'email', code }));
    expect((await prove(browser, { method: 'email', code })).body.errors[0]).toMatchObject({ field: 'code', code: 'invalid' });
    await expectStatus(202, exportData(browser));
  });

  test('for a sign-in is no proof, and one for a proof completes no sign-in', async () => {
    const user = await newUser(app);
    await expectStatus(200, user.browser.call('patch', 'me/', { second_factor: 'email' }));
    later();
    const half = new Browser(app);
    await expectStatus(200, logIn(user.email, half));
    const forSignIn = await mailedCode(user.email);
    expect((await prove(user.browser, { method: 'email', code: forSignIn })).body.errors[0]).toMatchObject({ field: 'code', code: 'invalid' });
    await expectStatus(202, send(user.browser, 'email'));
    const forProof = await mailedCode(user.email);
    if (forProof !== forSignIn) expect(await outcome(half.call('post', 'auth/login/mfa/', { code: forProof }))).toEqual([401, 'invalid_code']);
    await expectStatus(200, half.call('post', 'auth/login/mfa/', { code: forSignIn }));
    await expectStatus(200, prove(user.browser, { method: 'email', code: forProof }));
  });

  test('ends after five wrong tries, and after ten minutes, and five an hour are sent', async () => {
    const user = await newUser(app);
    const wrong = async (code: string) => (await prove(user.browser, { method: 'email', code })).body.errors?.[0].code;
    await expectStatus(202, send(user.browser, 'email'));
    const code = await mailedCode(user.email);
    for (let number = 0; number < 5; number++) expect(await wrong(code === '000000' ? '000001' : '000000')).toBe('invalid');
    expect(await wrong(code)).toBe('invalid');
    await expectStatus(202, send(user.browser, 'email'));
    const late = await mailedCode(user.email);
    await app.database.pool.query(`update user_codes set expires_at = now() where purpose = 'reauthenticate'`);
    expect(await wrong(late)).toBe('invalid');
    for (let number = 0; number < 3; number++) await expectStatus(202, send(user.browser, 'email'));
    expect(await outcome(send(user.browser, 'email'))).toEqual([429, 'throttled']);
  });
});

describe('an account with a second factor', () => {
  test('proves itself by the authenticator or a backup code, and a password alone does not strip it', async () => {
    const { browser, email, code, backupCodes } = await withTotp();
    later();
    expect(await state(browser)).toMatchObject({
      methods: ['password', 'totp', 'backup_code', 'email'],
      second_factor_methods: ['totp', 'backup_code'],
    });
    await expectStatus(202, send(browser, 'email'));
    for (const body of [
      { method: 'password', password: PASSWORD },
      { method: 'email', code: await mailedCode(email) },
    ]) {
      await expectStatus(200, prove(browser, body));
      expect(await state(browser)).toMatchObject({ proved_until: expect.any(String), second_factor_proved_until: null });
      for (const [path, sent] of [
        ['me/totp/disable/', { password: PASSWORD }],
        ['me/totp/backup-codes/regenerate/', { password: PASSWORD }],
        ['me/totp/enable/start/', undefined],
      ] as const) {
        const { status, body: refused } = await browser.call('post', path, sent);
        expect([status, refused]).toEqual([403, expect.objectContaining({ code: 'reauthentication_required', methods: ['totp', 'backup_code'] })]);
      }
      expect(await outcome(browser.call('patch', 'me/', { second_factor: 'none' }))).toEqual(NEEDS_PROOF);
    }
    await expectStatus(202, exportData(browser));
    await expectStatus(200, prove(browser, { method: 'backup_code', code: backupCodes[0] }));
    await expectStatus(200, browser.call('post', 'me/totp/backup-codes/regenerate/', { password: PASSWORD }));
    later();
    await expectStatus(200, prove(browser, { method: 'totp', code: code() }));
    await expectStatus(204, browser.call('post', 'me/totp/disable/', { password: PASSWORD }));
  });

  test('needs no other proof where the body carries a code of the authenticator, or the sign-in was completed with it', async () => {
    const user = await withTotp();
    later();
    await expectStatus(200, user.browser.call('post', 'me/totp/backup-codes/regenerate/', { code: user.code() }));
    const fresh = new Browser(app);
    await expectStatus(200, logIn(user.email, fresh));
    await expectStatus(200, fresh.call('post', 'auth/login/totp/', { code: user.code() }));
    await expectStatus(204, fresh.call('post', 'me/totp/disable/', { password: PASSWORD }));
  });

  test('by text message proves itself by one, or by email if the phone is lost, and the number is not changed with the password alone', async () => {
    const user = await withSms();
    later();
    expect(await state(user.browser)).toMatchObject({ methods: ['password', 'sms', 'email'], second_factor_methods: ['sms', 'email'] });
    const change = () => user.browser.call('post', 'me/phone/change/start/', { phone: newPhone(), password: PASSWORD });
    await proveAgain(user);
    expect((await change()).body).toMatchObject({ code: 'reauthentication_required', methods: ['sms', 'email'] });
    await expectStatus(202, send(user.browser, 'sms'));
    await expectStatus(200, prove(user.browser, { method: 'sms', code: await textedCode(app, user.phone) }));
    await expectStatus(202, change());
    later();
    expect((await change()).body.code).toBe('reauthentication_required');
    await expectStatus(202, send(user.browser, 'email'));
    await expectStatus(200, prove(user.browser, { method: 'email', code: await mailedCode(user.email) }));
    await expectStatus(202, change());
  });
});

describe('a proof by a provider', () => {
  test('asks for a new sign-in there, and is one', async () => {
    const { browser, person } = await byProvider();
    later();
    const url = await begin(browser);
    expect(url.searchParams.get('max_age')).toBe('0');
    const before = browser.cookie;
    expect(await outcome(finish(browser, await idp.visit(url.href, person)))).toEqual([200, 'proved']);
    expect(browser.cookie).not.toBe(before);
    await expectStatus(202, exportData(browser));
  });

  test('is refused while the provider does not respond', async () => {
    const at = await startIdentityProvider();
    const other = await startTestApp((services) =>
      withPorts({ providers: openIdProviders([at.settings]) })(withSettings({ publicUrl: 'http://app.example.org' })(services)),
    );
    try {
      const [person, browser] = [newPerson(), new Browser(other)];
      const signIn = (body: object) => expectStatus(200, browser.call('post', 'auth/oauth-login/', { provider: 'google', ...body }));
      await signIn({ callback_url: await at.visit((await signIn({})).body.authorization_url, person) });
      const url = await begin(browser);
      const callback_url = await at.visit(url.href, person);
      await at.close();
      expect(await outcome(finish(browser, callback_url))).toEqual([503, 'provider_unreachable']);
    } finally {
      await other.close();
    }
  });

  test('is refused if the provider ignores that the sign-in must be new: with an old one, or without its time', async () => {
    const old = Math.floor(Date.now() / 1000) - 120;
    for (const [provider, at] of [
      ['google', idp],
      ['exact', exact],
    ] as const) {
      const { browser, person } = await byProvider(provider, at);
      later();
      const url = await begin(browser, provider);
      url.searchParams.delete('max_age');
      expect(await outcome(finish(browser, await at.visit(url.href, person, old), provider))).toEqual([401, 'provider_refused']);
      expect(await outcome(exportData(browser))).toEqual(NEEDS_PROOF);
      const again = await begin(browser, provider);
      expect(await outcome(finish(browser, await at.visit(again.href, person, old + 120), provider))).toEqual([200, 'proved']);
    }
  });

  test('is refused for another identity, in another browser, twice, and with a sign-in that was not begun for it', async () => {
    const { browser, person } = await byProvider();
    const stranger = await byProvider();
    later();
    const refused = [401, 'provider_refused'];
    expect(await outcome(finish(browser, await idp.visit((await begin(browser)).href, stranger.person)))).toEqual(refused);
    const callback = await idp.visit((await begin(browser)).href, person);
    expect(await outcome(finish(stranger.browser, callback))).toEqual(refused);
    await expectStatus(200, finish(browser, callback));
    expect(await outcome(finish(browser, callback))).toEqual(refused);
    later();
    const { body } = await expectStatus(200, browser.call('post', 'auth/oauth-login/', { provider: 'google' }));
    expect(await outcome(finish(browser, await idp.visit(body.authorization_url, person)))).toEqual(refused);
    expect(await outcome(exportData(browser))).toEqual(NEEDS_PROOF);
  });

  test('suffices where the account has neither a password nor an authenticator that a body could carry', async () => {
    const { browser, person } = await byProvider();
    later();
    expect(await outcome(browser.call('post', 'me/delete/', {}))).toEqual(NEEDS_PROOF);
    await expectStatus(200, finish(browser, await idp.visit((await begin(browser)).href, person)));
    await expectStatus(202, browser.call('post', 'me/delete/', {}));
  });
});

describe('without a proof, a session', () => {
  test('still changes what does not let anybody in', async () => {
    const creator = await newCreator(app);
    const { body: key } = await expectStatus(
      201,
      creator.browser.call('post', 'tenants/api-keys/', { name: 'Key', scopes: { courses: 'edit', lessons: 'view' } }),
    );
    later();
    await expectStatus(200, creator.browser.call('patch', 'me/', { name: 'Another name' }));
    await expectStatus(201, creator.browser.call('post', 'tenants/members/invites/', { email: `${randomUUID()}@example.org`, role: 'learner' }));
    const replace = (scopes: object) => creator.browser.call('put', `tenants/api-keys/${key.id}/scopes/`, scopes);
    await expectStatus(200, replace({ courses: 'view', lessons: 'view' }));
    for (const scopes of [{ courses: 'edit' }, { courses: 'view', org_settings: 'view' }]) expect(await outcome(replace(scopes))).toEqual(NEEDS_PROOF);
    await expectStatus(204, creator.browser.call('delete', `tenants/api-keys/${key.id}/`));
  });

  test('hands no organisation over: it neither makes staff, invites or removes them, nor takes their keys over', async () => {
    const owner = await newCreator(app);
    const member = async (role: 'creator' | 'learner') => {
      const user = await newUser(app);
      await app.database.db.insertInto('memberships').values({ organisation_id: owner.organisation.id, user_id: user.id, role }).execute();
      return user;
    };
    const [staff, pupil, other] = [await member('creator'), await member('learner'), await member('learner')];
    const change = (id: string, body: object) => owner.browser.call('patch', `tenants/members/${id}/`, body);
    const invite = (role: string) => owner.browser.call('post', 'tenants/members/invites/', { email: `${randomUUID()}@example.org`, role });
    const remove = (id: string, query = '') => owner.browser.call('delete', `tenants/members/${id}/${query}`);
    const handOver: (() => ReturnType<typeof remove>)[] = [
      () => change(pupil.id, { role: 'owner' }),
      () => change(pupil.id, { role: 'creator' }),
      () => change(staff.id, { role: 'learner', keys: 'take_over' }),
      () => invite('owner'),
      () => invite('creator'),
      () => remove(pupil.id, '?keys=take_over'),
      () => remove(staff.id),
    ];
    later();
    for (const act of handOver) expect(await outcome(act())).toEqual(NEEDS_PROOF);
    const { rows } = await app.database.pool.query('select role from memberships where user_id = any($1) order by role', [[staff.id, pupil.id]]);
    expect(rows).toEqual([{ role: 'creator' }, { role: 'learner' }]);
    await expectStatus(201, invite('learner'));
    await expectStatus(204, remove(other.id));
    await proveAgain(owner);
    for (const act of handOver) expect((await act()).status).toBeLessThan(300);
  });

  test('of a member of the staff ends only their own membership', async () => {
    const owner = await newCreator(app);
    const staff = await newUser(app);
    await app.database.db.insertInto('memberships').values({ organisation_id: owner.organisation.id, user_id: staff.id, role: 'creator' }).execute();
    later();
    staff.browser.headers['X-Organisation'] = owner.organisation.subdomain;
    expect(await outcome(staff.browser.call('delete', `tenants/members/${owner.id}/`))).toEqual([403, 'permission_denied']);
    await expectStatus(204, staff.browser.call('delete', `tenants/members/${staff.id}/`));
  });

  test('neither renames an organisation, nor claims a domain for it, nor closes it', async () => {
    const { browser, organisation } = await newCreator(app);
    later();
    const subdomain = `org-${randomUUID().slice(0, 13)}`;
    expect([
      await outcome(browser.call('patch', 'tenants/subdomain/', { subdomain })),
      await outcome(browser.call('post', 'tenants/domain/', { hostname: `${subdomain}.example.com` })),
      await outcome(browser.call('delete', `tenants/?subdomain=${organisation.subdomain}`)),
    ]).toEqual([NEEDS_PROOF, NEEDS_PROOF, NEEDS_PROOF]);
    expect((await browser.call('get', 'tenants/subdomain/')).body).toEqual({ subdomain: organisation.subdomain });
  });
});

(redisFound ? test : test.skip)('a proof is kept, and ends, with a session in Redis as in PostgreSQL', async () => {
  const redis = await startRedis();
  const client = await redis.connect();
  const onRedis = await startTestApp((services) => ({ ...services, sessions: openSessions(services.ports as never, client, () => {}) }), { beside: app });
  try {
    const { email } = await newUser(app, { signedIn: false });
    const browser = new Browser(onRedis);
    await expectStatus(200, logIn(email, browser));
    await expectStatus(200, startTotp(browser));
    later();
    expect(await outcome(startTotp(browser))).toEqual(NEEDS_PROOF);
    const tabs = [sameAt(onRedis, browser), sameAt(onRedis, browser)];
    const answers = await Promise.all(tabs.map((tab) => prove(tab, { method: 'password', password: PASSWORD })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    for (const tab of tabs) await expectStatus(200, startTotp(tab));
    expect(await outcome(startTotp(browser))).toEqual([401, 'not_authenticated']);
  } finally {
    await onRedis.close();
    client.destroy();
    await redis.stop();
  }
});
