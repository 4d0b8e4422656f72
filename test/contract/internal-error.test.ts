import { type OperationId, operationTable } from '../../generated/operations.ts';
import type { OperationRow } from '../../src/http/contract/operation-row.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { PASSWORD } from '../support/browser.ts';
import { type HeadersFor, prepareCallers } from '../support/callers.ts';

const operations = Object.entries(operationTable) as [OperationId, OperationRow][];

/** What an operation without a credential first asks the database for. */
const PUBLIC_BODIES: Partial<Record<OperationId, object>> = {
  signUp: { email: 'new@example.org', password: PASSWORD, name: 'New' },
  verifyEmail: { token: 'x' },
  resendVerification: { email: 'new@example.org' },
  logIn: { email: 'new@example.org', password: PASSWORD },
  requestPasswordReset: { email: 'new@example.org' },
  confirmPasswordReset: { token: 'x', new_password: PASSWORD },
};
/** They ask nobody. */
const CANNOT_FAIL = new Set<OperationId>(['listCurrencies', 'listTimeZones']);

let app: TestApp;
let headersFor: HeadersFor;
beforeAll(async () => {
  app = await startTestApp();
  headersFor = await prepareCallers(app);
  for (const table of ['api_keys', 'users', 'user_tokens', 'plans']) await app.database.pool.query(`alter table ${table} rename to ${table}_away`);
});
afterAll(() => app.close());

test.each(operations.filter(([id]) => !CANNOT_FAIL.has(id)))(
  '%s answers a failure inside with 500 internal_error, and nothing of the inside',
  async (id, row) => {
    const asked = app.http[row.method](row.path.replaceAll(/\{[^}]+\}/g, 'x')).set(headersFor(row));
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
