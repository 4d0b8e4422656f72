import pg from 'pg';
import type supertest from 'supertest';
import { type OperationId, operationTable } from '../../generated/operations.ts';
import { writeUnsubscribeToken } from '../../src/domain/messages/notifications/unsubscribe.ts';
import { writeInviteToken } from '../../src/domain/organisations/invites/invite-token.ts';
import { writePreviewToken } from '../../src/domain/studio/courses/preview-token.ts';
import type { OperationRow } from '../../src/http/contract/operation-row.ts';
import { secretOf } from '../../src/platform/payments/sandbox.ts';
import { signatureHeader } from '../../src/platform/payments/signature.ts';
import { createKeyring } from '../../src/platform/secrets/keyring.ts';
import { SECRET, startTestApp, type TestApp, withPorts } from '../support/app.ts';
import { PASSWORD } from '../support/browser.ts';
import { type HeadersFor, prepareCallers } from '../support/callers.ts';
import { sampleOf } from '../support/sample.ts';
import { neededQuery } from './bad-input/samples.ts';

const operations = Object.entries(operationTable) as [OperationId, OperationRow][];

/** Requests of one kind fail in the same place: when the caller is looked up, or in what the operation asks first. */
const kindOf = ([, { surface, access, method }]: [OperationId, OperationRow]): string => [surface, access, method].join();

const ANY_ID = '01890000-0000-7000-8000-000000000000';

/** Has the form of a token to enrol a face. */
const FACE_TOKEN = `lmsf_${Buffer.from(ANY_ID.replaceAll('-', ''), 'hex').toString('base64url')}.${'A'.repeat(43)}`;

/** Bodies with which operations that require no credential reach the database. */
const PUBLIC_BODIES: Partial<Record<OperationId, object>> = {
  signUp: { email: 'new@example.org', password: PASSWORD, name: 'New' },
  verifyEmail: { token: 'x' },
  resendVerification: { email: 'new@example.org' },
  logIn: { email: 'new@example.org', password: PASSWORD },
  requestPasswordReset: { email: 'new@example.org' },
  confirmPasswordReset: { token: 'x', new_password: PASSWORD },
  logInWithProvider: { provider: 'google' },
  resetPasswordWithCard: { card_code: 'x', new_password: PASSWORD },
  sendPhoneCode: { phone: '+4915112345678' },
  verifyPhoneCode: { phone: '+4915112345678', code: '000000' },
  unsubscribe: { token: writeUnsubscribeToken(createKeyring(SECRET), ANY_ID, 'enrollment_created') },
  unlockKiosk: { pin: '123456' },
  enrolOneself: {
    token: FACE_TOKEN,
    consent: { version: 'x', sha256: '0'.repeat(64) },
    faces: [{ model: 'face-api', model_version: '1.7', values: Array(128).fill(0) }],
  },
  setUpService: { token: 'x', email: 'new@example.org', password: PASSWORD, name: 'New', organisation: 'New', subdomain: 'new-school' },
  giveCookieConsent: { preferences: true, analytics: false, marketing: false },
};
const NOTIFICATION = { id: 'evt_1', type: 'checkout.session.completed' };
const SANDBOX_SECRET = secretOf({ keyring: createKeyring(SECRET) });
/** These operations do not use the database. */
const CANNOT_FAIL = new Set<OperationId>(['listCategories', 'listCurrencies', 'listTimeZones', 'getSheetLayout']);
/** Ends the session, which is in none of the tables that are away. */
const USES_SESSIONS_ONLY: OperationId = 'logOut';

/** Paths of operations that check a token before they query the database. */
const PUBLIC_ADDRESSES: Partial<Record<OperationId, string>> = {
  getPhonePreview: `/api/v1/courses/${ANY_ID}/phone-preview/?token=${writePreviewToken(createKeyring(SECRET), {
    organisationId: ANY_ID,
    courseId: ANY_ID,
    makerId: null,
    expiresAt: '2100-01-01T00:00:00.000Z',
  })}`,
  previewSelfEnrolment: `/api/v1/attendance/self-enrol/?token=${FACE_TOKEN}`,
  unlockKiosk: `/api/v1/courses/${ANY_ID}/attendance/kiosk/unlock/`,
  verifyCertificate: '/api/v1/certificates/2345-6789-2345-6789/',
  getIssuer: `/issuers/${ANY_ID}/did.json`,
  getStatusList: `/issuers/${ANY_ID}/status-lists/1/`,
  listOfferedPlans: '/api/v1/catalog-subscriptions/orgs/harbour-plans/plans/',
  getSubscriptionTerms: '/api/v1/catalog-subscriptions/orgs/harbour-plans/terms/',
  getInvite: `/api/v1/tenants/members/invites/accept/?token=${writeInviteToken(createKeyring(SECRET), { organisationId: ANY_ID, id: ANY_ID })}`,
};
const addressOf = (id: OperationId, row: OperationRow): string => PUBLIC_ADDRESSES[id] ?? row.path.replaceAll(/\{[^}]+\}/g, 'x') + neededQuery(row);

/** Sends what the operation needs to get as far as the database. */
function send(app: TestApp, headersFor: HeadersFor, id: OperationId, row: OperationRow): supertest.Test {
  const asked = app.http[row.method](addressOf(id, row)).set(headersFor(id === USES_SESSIONS_ONLY ? operationTable.refreshSession : row));
  if (row.signed)
    return asked.set('Stripe-Signature', signatureHeader(SANDBOX_SECRET, Buffer.from(JSON.stringify(NOTIFICATION)), app.clock.now())).send(NOTIFICATION);
  return PUBLIC_BODIES[id] ? asked.send(PUBLIC_BODIES[id]) : asked;
}

let app: TestApp;
let headersFor: HeadersFor;
beforeAll(async () => {
  // A provider that is listed, but fails on every call.
  app = await startTestApp((services) => withPorts({ providers: { ...services.ports.providers, names: ['google'] } })(services));
  headersFor = await prepareCallers(app);
  await app.database.pool.query(`update organisations set subdomain = 'harbour-plans' where id = (select id from organisations limit 1)`);
  for (const table of [
    'api_keys',
    'users',
    'user_tokens',
    'plans',
    'phone_codes',
    'credential_cards',
    'first_setup',
    'policies',
    'courses',
    'certificates',
    'certificate_keys',
    'certificate_versions',
    'gateway_notifications',
    'catalogue_plans',
    'course_categories',
    'seller_details',
  ])
    await app.database.pool.query(`alter table ${table} rename to ${table}_away`);
});
afterAll(() => app.close());

test.each(
  sampleOf(
    operations.filter(([id]) => !CANNOT_FAIL.has(id) && id !== USES_SESSIONS_ONLY),
    kindOf,
  ),
)('%s returns 500 internal_error for an internal failure and reveals nothing about it', async (id, row) => {
  const { status, body, text, headers } = await send(app, headersFor, id, row);
  expect(status).toBe(500);
  expect(body).toEqual({
    type: `${app.url}/problems/internal_error`,
    title: expect.any(String),
    status: 500,
    detail: 'The request failed. Nothing was changed.',
    code: 'internal_error',
    request_id: headers['x-request-id'],
  });
  expect(text).not.toMatch(/api_keys|users|relation|select|stack/i);
  expect(app.log.some((line) => line.msg === 'request failed' && line.request_id === headers['x-request-id'])).toBe(true);
});

describe('while the database accepts no connections,', () => {
  let cutOff: TestApp;
  let headers: HeadersFor;
  const onServer = async (...statements: string[]) => {
    const client = new pg.Client({ connectionString: process.env.TEST_SERVER_URL });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  const name = () => new URL(cutOff.database.url).pathname.slice(1);
  beforeAll(async () => {
    cutOff = await startTestApp();
    headers = await prepareCallers(cutOff);
    await onServer(`alter database ${name()} allow_connections false`, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name()}'`);
  });
  afterAll(async () => {
    await onServer(`alter database ${name()} allow_connections true`);
    await cutOff.close();
  });

  // The operation asks the provider first, which this service does not have.
  const asks = ([id]: [OperationId, OperationRow]) => !CANNOT_FAIL.has(id) && id !== 'logInWithProvider';
  test.each(sampleOf(operations.filter(asks), kindOf))('%s returns 503 service_unavailable and says when to try again', async (id, row) => {
    const answer = await send(cutOff, headers, id, row);
    expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([503, 'service_unavailable', '5']);
  });
});
