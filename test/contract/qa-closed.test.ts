import { type OperationId, operationTable } from '../../generated/operations.ts';
import type { OperationRow } from '../../src/http/contract/operation-row.ts';
import { startTestApp, type TestApp, withSettings } from '../support/app.ts';
import { type HeadersFor, prepareCallers } from '../support/callers.ts';

const operations = (Object.entries(operationTable) as [OperationId, OperationRow][]).filter(([, row]) => row.qa);

let app: TestApp;
let headersFor: HeadersFor;
beforeAll(async () => {
  app = await startTestApp(withSettings({ qaHelpers: false }));
  headersFor = await prepareCallers(app);
});
afterAll(() => app.close());

test.each(operations)('%s returns 404 to every caller if the QA helpers are disabled', async (_id, row) => {
  const path = row.path.replaceAll(/\{[^}]+\}/g, 'x');
  for (const headers of [{}, headersFor(row)]) {
    const { status, body } = await app.http[row.method](path).set(headers).send({});
    expect([status, body.code]).toEqual([404, 'not_found']);
  }
});
