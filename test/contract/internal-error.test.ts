import { type OperationId, operationTable } from '../../generated/operations.ts';
import type { OperationRow } from '../../src/http/contract/operation-row.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { PASSWORD } from '../support/browser.ts';
import { type HeadersFor, prepareCallers } from '../support/callers.ts';
import { sample } from './bad-input/samples.ts';
import { parametersOf, requiredIn } from './bad-input/schema.ts';

const operations = Object.entries(operationTable) as [OperationId, OperationRow][];

/** What an operation without a credential first asks the database for. */
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
  giveCookieConsent: { preferences: true, analytics: false, marketing: false },
};
/** They ask nobody. */
const CANNOT_FAIL = new Set<OperationId>(['listCurrencies', 'listTimeZones']);

/** Sample values of the parameters that must be there. */
function neededQuery(row: OperationRow): Record<string, unknown> {
  const declared = parametersOf(row, 'query');
  return Object.fromEntries(requiredIn(row, 'query').map((name) => [name, sample(declared.get(name) ?? {})]));
}

let app: TestApp;
let headersFor: HeadersFor;
beforeAll(async () => {
  // A provider that has a name, and fails whatever it is asked.
  app = await startTestApp((services) => ({ ...services, providers: { ...services.providers, names: ['google'] } }));
  headersFor = await prepareCallers(app);
  for (const table of ['api_keys', 'users', 'user_tokens', 'plans', 'phone_codes', 'credential_cards', 'policies'])
    await app.database.pool.query(`alter table ${table} rename to ${table}_away`);
});
afterAll(() => app.close());

test.each(operations.filter(([id]) => !CANNOT_FAIL.has(id)))(
  '%s answers a failure inside with 500 internal_error, and nothing of the inside',
  async (id, row) => {
    const asked = app.http[row.method](row.path.replaceAll(/\{[^}]+\}/g, 'x'))
      .set(headersFor(row))
      .query(neededQuery(row));
    const { status, body, text, headers } = await (PUBLIC_BODIES[id] ? asked.send(PUBLIC_BODIES[id]) : asked);
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
  },
);
