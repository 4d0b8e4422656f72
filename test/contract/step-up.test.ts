import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { type OperationId, operationTable } from '../../generated/operations.ts';
import { contractFaults, stepUpFaults } from '../../scripts/contract/check.ts';
import { type Document, type OperationEntry, operationsOf, resolve } from '../../scripts/contract/document.ts';
import { textFinder } from '../../scripts/contract/thrown-codes.ts';
import type { OperationRow, StepUpRow } from '../../src/http/contract/operation-row.ts';
import { openIdProviders } from '../../src/platform/identity/openid-providers.ts';
import { CONTRACT, startTestApp, type TestApp, withPorts, withSettings } from '../support/app.ts';
import { Browser, expectStatus, newCreator, newUser, PASSWORD, sameAt } from '../support/browser.ts';
import { startIdentityProvider, type TestIdentityProvider } from '../support/identity-provider.ts';
import { attachNumber, codeIn, textedCode } from '../support/phone.ts';

const contract = JSON.parse(CONTRACT) as Document;
type Marked = OperationRow & { stepUp: StepUpRow };
const operations = Object.entries(operationTable) as [OperationId, OperationRow][];
const marked = operations.filter((entry): entry is [OperationId, Marked] => entry[1].stepUp !== undefined);
/** Those that ask before they look at anything else. */
const asking = marked.filter(([, { stepUp }]) => stepUp.after === null && !stepUp.onDemand && stepUp.inBody.length !== 1);
const NOWHERE = '01890000-0000-7000-8000-000000000000';
const PROOF_MS = 10 * 60_000;

/** What the example of a request lacks for the operation to need a proof, or has that would let it succeed and so change the next case. */
const BODIES: Partial<Record<OperationId, object>> = {
  updateMe: { second_factor: 'none' },
  deleteMe: { successors: [{ organisation_id: NOWHERE, user_id: NOWHERE }] },
};

/** The parameters without which a request is invalid. */
const QUERIES: Partial<Record<OperationId, string>> = { deleteOrganisation: '?subdomain=another' };

interface Kind {
  /** The way of the proof. */
  way: string;
  hasPassword: boolean;
  /** Whether the proof suffices for operations that change the second factor. */
  suffices: boolean;
  browser: Browser;
}

let app: TestApp;
let idp: TestIdentityProvider;
const kinds: Kind[] = [];
let unproved: { name: string; browser: Browser }[];
/** A member of no organisation, whose proof is old. */
let stranger: Browser;
beforeAll(async () => {
  idp = await startIdentityProvider();
  const providers = openIdProviders([idp.settings]);
  app = await startTestApp((services) => withPorts({ providers })(withSettings({ publicUrl: 'http://app.example.org' })(services)));
  await prepare();
});
afterAll(async () => {
  await app.close();
  await idp.close();
});

const prove = (browser: Browser, body: object) => expectStatus(200, browser.call('post', 'auth/reauthenticate/', body));

async function codeBy(browser: Browser, channel: string): Promise<void> {
  await expectStatus(202, browser.call('post', 'auth/reauthenticate/send/', { channel }));
}

async function byMail({ browser, email }: { browser: Browser; email: string }): Promise<void> {
  await codeBy(browser, 'email');
  await prove(browser, { method: 'email', code: codeIn((await app.mailbox.read(email)).at(-1)?.text) });
}

/** Makes an owner for every way to prove who they are, who does so after the sign-in has become too old. */
async function prepare(): Promise<void> {
  const withoutPassword = async () => {
    const user = await newCreator(app);
    await app.database.db.updateTable('users').set({ password_hash: null }).where('id', '=', user.id).execute();
    return user;
  };
  const withTotp = async () => {
    const user = await newCreator(app);
    const { body } = await expectStatus(200, user.browser.call('post', 'me/totp/enable/start/'));
    const totp = new TOTP({ secret: Secret.fromBase32(body.secret) });
    const code = () => totp.generate({ timestamp: app.clock.now() });
    const confirmed = await expectStatus(200, user.browser.call('post', 'me/totp/enable/confirm/', { code: code() }));
    return { ...user, code, backup: confirmed.body.backup_codes[0] as string };
  };
  const withChannel = async (second_factor: 'email' | 'sms') => {
    const user = await newCreator(app);
    const phone = await attachNumber(app, user);
    await expectStatus(200, user.browser.call('patch', 'me/', { second_factor }));
    return { ...user, phone };
  };
  const plain = await newCreator(app);
  const mailed = await withoutPassword();
  const totps = [await withTotp(), await withTotp(), await withTotp(), await withTotp()] as const;
  const channels = [await withChannel('email'), await withChannel('sms'), await withChannel('sms')] as const;
  const person = { sub: randomUUID(), email: `${randomUUID()}@example.org`, email_verified: true };
  const provided = new Browser(app);
  const { body } = await expectStatus(200, provided.call('post', 'auth/oauth-login/', { provider: 'google' }));
  await expectStatus(200, provided.call('post', 'auth/oauth-login/', { provider: 'google', callback_url: await idp.visit(body.authorization_url, person) }));
  await expectStatus(201, provided.call('post', 'tenants/setup/', { name: 'Academy', subdomain: `org-${randomUUID().slice(0, 13)}` }));
  const never = await withoutPassword();
  const { rows } = await app.database.pool.query(`select sid, sess from sessions where sess ->> 'userId' = $1`, [never.id]);
  await app.database.pool.query(`update sessions set sess = (sess::jsonb - 'proof')::json where sid = $1`, [rows[0]?.sid]);
  const old = await withoutPassword();
  stranger = (await newUser(app)).browser;
  app.clock.advance(PROOF_MS);

  await prove(plain.browser, { method: 'password', password: PASSWORD });
  await byMail(mailed);
  await prove(totps[0].browser, { method: 'totp', code: totps[0].code() });
  await prove(totps[1].browser, { method: 'backup_code', code: totps[1].backup });
  await prove(totps[2].browser, { method: 'password', password: PASSWORD });
  await byMail(totps[3]);
  await byMail(channels[0]);
  await codeBy(channels[1].browser, 'sms');
  await prove(channels[1].browser, { method: 'sms', code: await textedCode(app, channels[1].phone) });
  await prove(channels[2].browser, { method: 'password', password: PASSWORD });
  const begun = await prove(provided, { method: 'provider', provider: 'google' });
  await prove(provided, { method: 'provider', provider: 'google', callback_url: await idp.visit(begun.body.authorization_url, person) });
  const signedIn = await newCreator(app);
  const of = (way: string, { browser }: { browser: Browser }, suffices: boolean, hasPassword = true) => kinds.push({ way, browser, suffices, hasPassword });
  of('a sign-in', signedIn, true);
  of('the password', plain, true);
  of('a code by email', mailed, true, false);
  of('a provider', { browser: provided }, true, false);
  of('the authenticator', totps[0], true);
  of('a backup code', totps[1], true);
  of('the password beside an authenticator', totps[2], false);
  of('a code by email beside an authenticator', totps[3], false);
  of('a code by email as the second factor', channels[0], true);
  of('a text message as the second factor', channels[1], true);
  of('the password beside text messages', channels[2], false);
  unproved = [
    { name: 'an old proof', browser: old.browser },
    { name: 'no proof', browser: never.browser },
  ];
}

/** Returns a body with which the operation needs a proof of the session, if it has any.
 * @param is the value that asks for it, where several do */
function bodyOf(id: OperationId, { stepUp, body }: Marked, [is = null] = stepUp.is ?? []): object | undefined {
  if (!body) return undefined;
  const found = operationsOf(contract).find(({ operation }) => operation.operationId === id)?.operation.requestBody;
  const media = found && resolve(contract, found).content['application/json'];
  const [example] = Object.values(media?.examples ?? {}).map((one) => resolve(contract, one).value as Record<string, unknown>);
  const entries = Object.entries({ ...example, ...BODIES[id] }).filter(([name]) => !stepUp.inBody.includes(name));
  const filled = Object.fromEntries(entries);
  return is === null ? filled : { ...filled, [stepUp.when as string]: is };
}

async function ask(id: OperationId, row: Marked, browser: Browser, body = bodyOf(id, row)) {
  // Some operations end the session or renew it, and none may do so for the next one.
  const path = row.path.replace('/api/v1/', '').replaceAll(/\{[^}]+\}/g, NOWHERE);
  return (await sameAt(app, browser).call(row.method, `${path}${QUERIES[id] ?? ''}`, body)).body;
}

describe.each(asking)('%s', (id, row) => {
  test('asks for a proof if there is none or an old one, and says which ways there are', async () => {
    const bodies = row.stepUp.is?.map((value) => bodyOf(id, row, [value])) ?? [bodyOf(id, row)];
    for (const { name, browser } of unproved)
      for (const body of bodies)
        expect([name, body, await ask(id, row, browser, body)]).toEqual([
          name,
          body,
          expect.objectContaining({ status: 403, code: 'reauthentication_required', methods: ['email'], providers: [] }),
        ]);
  });

  test('accepts a new proof by each way, and only by the second factor if it changes the second factor', async () => {
    for (const { way, browser, suffices, hasPassword } of kinds) {
      // With a password or an authenticator, the body must carry it, and says so if it does not.
      const isElsewhere = row.stepUp.inBody.length > 0 && hasPassword;
      const { code } = await ask(id, row, browser);
      expect([way, code === 'reauthentication_required']).toEqual([way, !isElsewhere && row.stepUp.ofSecondFactor && !suffices]);
    }
  });

  if (row.stepUp.inBody.length)
    test('asks nothing more if the body carries a proof, unless that is no second factor where one is to be changed', async () => {
      for (const { way, browser, suffices } of kinds) {
        const carried = { ...bodyOf(id, row), ...{ password: 'wrong' } };
        const { code } = await ask(id, row, browser, carried);
        expect([way, code === 'reauthentication_required']).toEqual([way, row.stepUp.ofSecondFactor && !suffices]);
        expect([way, (await ask(id, row, browser, { ...bodyOf(id, row), code: 'wrong' })).code]).not.toEqual([way, 'reauthentication_required']);
      }
    });

  if (row.stepUp.when !== null)
    test('asks nothing if the body does not say what needs a proof', async () => {
      const { [row.stepUp.when as string]: _named, ...others } = bodyOf(id, row) as Record<string, unknown>;
      const body = row.stepUp.is === null ? others : { ...others, [row.stepUp.when as string]: 'learner' };
      for (const { browser } of unproved) expect((await ask(id, row, browser, body)).code).not.toBe('reauthentication_required');
    });
});

test('a request is refused for its caller, its role and its body before a proof is asked for', async () => {
  for (const [id, row] of asking) {
    const anonymous = await ask(id, row, new Browser(app));
    expect([id, anonymous.code]).toEqual([id, 'not_authenticated']);
    if (row.access === 'creator') expect([id, (await ask(id, row, stranger)).code]).toEqual([id, 'no_organisation']);
    if (row.body) expect([id, (await ask(id, row, unproved[0]?.browser as Browser, { unknown_field: 1 })).code]).toEqual([id, 'validation_error']);
  }
});

/** What lets somebody in or belongs to a person, and how code writes or hands it out. */
const GUARDED: Record<string, (text: string) => boolean> = {
  // Hashing the same password anew, after it was checked, changes nothing.
  'the password': (text) => writesUsers(text) && /\bpassword_hash\b/.test(text) && !/function isPasswordOf\(/.test(text),
  'the address': (text) => writesUsers(text) && /\bset\(\{ (email|email_key)\b/.test(text),
  'the phone number': (text) => writesUsers(text) && /\bset\(\{ phone\b/.test(text),
  'the authenticator': (text) => writesUsers(text) && /\b(totp_secret|totp_enabled_at)\b/.test(text) && /\.set\(/.test(text),
  'the second factor': (text) => writesUsers(text) && /\bcode_channel:/.test(text),
  'backup codes': (text) => /insertInto\('backup_codes'\)|deleteFrom\('backup_codes'\)/.test(text),
  'credentials cards': (text) => /insertInto\('credential_cards'\)|\.open\(sealed_card\)/.test(text),
  'linked providers': (text) => /insertInto\('user_identities'\)|deleteFrom\('user_identities'\)/.test(text),
  'API keys': (text) => /insertInto\('api_keys'\)|_scope: scopes/.test(text),
  'mail domains': (text) => /insertInto\('organisation_mail_domains'\)|deleteFrom\('organisation_mail_domains'\)/.test(text),
  'the gateway': (text) => /insertInto\('gateway_accounts'\)|\.createOnboardingLink\(/.test(text),
  'the payout contact': (text) => /updateTable\('affiliates'\)[^;]*payout_contact/s.test(text),
  'the deletion of an account': (text) => /deletion_due_at: dueAt/.test(text),
  'exported data': (text) => /insertInto\('data_exports'\)|function openDataExport/.test(text),
  'the staff of an organisation': (text) => /function (updateMember|dismiss)\(|insertInto\('member_invites'\)/.test(text),
  'the names of an organisation in URLs': (text) => /insertInto\('organisation_domains'\)|set\(\{ subdomain \}\)/.test(text),
  'the end of an organisation': (text) => /closed_at: now/.test(text),
};

const writesUsers = (text: string): boolean => /updateTable\('users'\)/.test(text);

/** The mailed token of an invitation proves the address that the account gets by it. */
const BY_TOKEN: readonly string[] = ['acceptInvite'];

test('every operation that changes what lets people in, or what they own, is marked, and so is no other', () => {
  const textsOf = textFinder();
  const writers = operations
    .map(([id, row]) => {
      const texts = textsOf(`src/operations/${row.folder}/${id}.ts`);
      return { id, row, written: Object.keys(GUARDED).filter((what) => texts.some((text) => GUARDED[what]?.(text))) };
    })
    .filter(({ written }) => written.length);
  // A sign-in, a token and a card are proofs themselves, and API keys have no person who could give one.
  const guarded = writers.filter(
    ({ id, row: { surface, access, qa } }) => surface === 'session' && access !== 'public' && access !== 'second_factor' && !qa && !BY_TOKEN.includes(id),
  );
  // What another operation completes is guarded where it begins.
  const begins = marked.flatMap(([, { stepUp }]) => stepUp.after ?? []);
  expect([...new Set([...guarded.map(({ id }) => id), ...begins])].sort()).toEqual(marked.map(([id]) => id).sort());
  // Every pattern still finds what it is for.
  expect(Object.keys(GUARDED).filter((what) => !writers.some(({ written }) => written.includes(what)))).toEqual([]);
});

test('a mark that names what does not exist, or asks nobody, is a fault of the contract', () => {
  const operationOf = (document: Document, id: string) =>
    operationsOf(document).find(({ operation }) => operation.operationId === id)?.operation as OperationEntry['operation'];
  const faultsWith = (id: string, mark: unknown) => stepUpFaults(contract, { ...operationOf(contract, id), 'x-step-up': mark as true });
  const changed = structuredClone(contract);
  operationOf(changed, 'logIn')['x-step-up'] = true;
  expect(contractFaults(changed)).toEqual(['logIn: x-step-up is for operations that somebody who is signed in calls']);
  expect(faultsWith('updateMe', { when: 'shoe_size' })).toEqual(['the body has no field shoe_size']);
  expect(faultsWith('confirmTotp', { after: 'getMe' })).toEqual(['x-step-up: getMe is no operation with x-step-up']);
  expect(faultsWith('disableTotp', { in_body: ['code'] })).toEqual(['of x-step-up.in_body, a single field is required in the body']);
  expect(faultsWith('inviteMember', { is: ['owner'] })).toContain('x-step-up.is belongs to when');
  expect(faultsWith('startTotp', {})).toEqual(['x-step-up is true, or has one condition']);
  expect(faultsWith('startTotp', { sometimes: true })).toContain('x-step-up has no member sometimes');
});
