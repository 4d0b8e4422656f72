import { type OperationId, operationTable } from '../../generated/operations.ts';
import type { OperationRow } from '../../src/http/contract/operation-row.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { newOrganisation, type TestOrganisation } from '../support/organisation.ts';

const operations = Object.entries(operationTable) as [OperationId, OperationRow][];

let app: TestApp;
let org: TestOrganisation;
beforeAll(async () => {
  app = await startTestApp();
  org = await newOrganisation(app);
  await app.database.pool.query('alter table api_keys rename to api_keys_away');
});
afterAll(() => app.close());

test.each(operations)('%s answers a failure inside with 500 internal_error, and nothing of the inside', async (_id, row) => {
  const { status, body, text, headers } = await app.http[row.method](row.path.replaceAll(/\{[^}]+\}/g, 'x')).set('Authorization', `Bearer ${org.secret}`);
  expect(status).toBe(500);
  expect(body).toEqual({
    type: `${app.url}/problems/internal_error`,
    title: expect.any(String),
    status: 500,
    detail: 'The request failed. Nothing was changed.',
    code: 'internal_error',
    request_id: headers['x-request-id'],
  });
  expect(text).not.toMatch(/api_keys|relation|select|stack/i);
  expect(app.log.some((line) => line.msg === 'request failed' && line.request_id === headers['x-request-id'])).toBe(true);
});
