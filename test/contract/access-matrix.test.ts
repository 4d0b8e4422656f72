import { type OperationId, operationTable } from '../../generated/operations.ts';
import type { OperationRow } from '../../src/http/contract/operation-row.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { NO_SCOPES, newOrganisation, type TestOrganisation } from '../support/organisation.ts';

const operations = (Object.entries(operationTable) as [OperationId, OperationRow][]).filter(([, row]) => row.surface === 'agent');
const NOWHERE = '01890000-0000-7000-8000-000000000000';
const addressOf = (row: OperationRow) => row.path.replaceAll(/\{[^}]+\}/g, NOWHERE);

let app: TestApp;
let org: TestOrganisation;
beforeAll(async () => {
  app = await startTestApp();
  org = await newOrganisation(app);
});
afterAll(() => app.close());

const ask = (row: OperationRow, authorization?: string) => {
  const test = app.http[row.method](addressOf(row)).set('Content-Type', 'application/json');
  if (authorization !== undefined) test.set('Authorization', authorization);
  return row.body ? test.send(row.batch ? { operations: [{ operation: 'getAgentIdentity' }] } : {}) : test;
};

async function refused(state: Parameters<typeof newOrganisation>[1]): Promise<string> {
  return (await newOrganisation(app, state)).secret;
}

describe.each(operations)('%s', (_id, row) => {
  const everyCaller: [caller: string, code: string, authorization: () => Promise<string | undefined>][] = [
    ['a request without credentials', 'not_authenticated', async () => undefined],
    ['a request with only a cookie', 'not_authenticated', async () => undefined],
    ['another authentication scheme', 'not_authenticated', async () => 'Basic bG1zOmxtcw=='],
    ['a token that is not a key of this service', 'api_key_unknown', async () => 'Bearer something'],
    ['a key that was never issued', 'api_key_unknown', async () => `Bearer lms_${'0'.repeat(49)}`],
    [
      'a key with one letter changed',
      'api_key_unknown',
      async () => `Bearer ${org.secret.slice(0, 20)}${org.secret[20] === 'a' ? 'b' : 'a'}${org.secret.slice(21)}`,
    ],
    [
      'a revoked key',
      'api_key_revoked',
      async () => {
        const key = await org.newKey();
        await app.database.db
          .updateTable('api_keys')
          .set({ revoked_at: new Date(app.clock.now()).toISOString() })
          .where('id', '=', key.id)
          .execute();
        return `Bearer ${key.secret}`;
      },
    ],
    ['an expired key', 'api_key_expired', async () => `Bearer ${(await org.newKey({ expiresAt: new Date(app.clock.now()).toISOString() })).secret}`],
    ['a key of an organisation with a canceled subscription', 'subscription_inactive', async () => `Bearer ${await refused({ subscription: 'cancelled' })}`],
    ['a key of an organisation with an expired subscription', 'subscription_inactive', async () => `Bearer ${await refused({ subscription: 'expired' })}`],
    ['a key of an organisation without a subscription', 'subscription_inactive', async () => `Bearer ${await refused({ subscription: null })}`],
    ['a key of an unverified organisation', 'org_unverified', async () => `Bearer ${await refused({ verified: false })}`],
  ];

  test.each(everyCaller)('rejects %s with 401 %s', async (caller, code, authorization) => {
    const answer = ask(row, await authorization());
    if (caller === 'a request with only a cookie') answer.set('Cookie', 'session=anything');
    const { status, body, headers } = await answer;
    expect([status, body.code]).toEqual([401, code]);
    expect(headers['www-authenticate']).toMatch(/^Bearer realm=/);
    expect(headers.ratelimit).toBeUndefined();
  });

  const scope = row.scope;
  if (!scope) {
    test('accepts any valid key', async () => {
      const { secret } = await org.newKey({ scopes: NO_SCOPES });
      expect((await ask(row, `Bearer ${secret}`)).status).toBe(200);
    });
    return;
  }

  test('rejects a key without the scope with 403, before it checks the body or the object, and names the scope', async () => {
    const lower = scope.level === 'edit' ? (['none', 'view'] as const) : (['none'] as const);
    for (const level of lower) {
      const others = { courses: 'edit', chapters: 'edit', lessons: 'edit', org_settings: 'edit' } as const;
      const { secret } = await org.newKey({ scopes: { ...others, [scope.resource]: level } });
      const { status, body } = await ask(row, `Bearer ${secret}`);
      expect([status, body.code]).toEqual([403, 'permission_denied']);
      expect(body.detail).toContain(`${scope.resource}: ${level}`);
    }
  });

  test('accepts a key with exactly the required scope', async () => {
    const { secret } = await org.newKey({ scopes: { [scope.resource]: scope.level } });
    expect([200, 201, 204, 400, 404]).toContain((await ask(row, `Bearer ${secret}`)).status);
  });
});

test('every operation takes an API key or declares who has access', () => {
  for (const row of Object.values<OperationRow>(operationTable)) expect(row.scheme === 'agentKey' || row.access !== null).toBe(true);
});
