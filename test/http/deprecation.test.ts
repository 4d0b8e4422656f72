import { operationTable } from '../../generated/operations.ts';
import { contractFaults } from '../../scripts/contract/check.ts';
import { complete } from '../../scripts/contract/complete.ts';
import { findOperation, readContract } from '../../scripts/contract/document.ts';
import { operationTable as generateTable } from '../../scripts/contract/operation-table.ts';
import type { Deprecation } from '../../src/http/contract/operation-row.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

const SINCE = '2026-11-01T00:00:00Z';
const SUNSET = '2027-12-31T23:59:59Z';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const announced = async (path: string) => {
  const { headers } = await app.http.get(path);
  return [headers.deprecation, headers.sunset];
};

/** Deprecates what the table describes for one test. */
function deprecate(row: object, deprecation: Deprecation): void {
  Object.assign(row, { deprecation });
  cleanUp.push(() => Reflect.deleteProperty(row, 'deprecation'));
}
const cleanUp: (() => void)[] = [];
afterEach(() => {
  for (const undo of cleanUp.splice(0)) undo();
});

test('every response of a deprecated operation says since when it is deprecated and until when it works, also a refusal', async () => {
  expect(await announced('/api/v1/timezones/')).toEqual([undefined, undefined]);
  deprecate(operationTable.listTimeZones, { since: SINCE, sunset: SUNSET });
  deprecate(operationTable.getAgentIdentity, { since: SINCE, sunset: SUNSET });
  expect(await announced('/api/v1/timezones/')).toEqual(['@1793491200', 'Fri, 31 Dec 2027 23:59:59 GMT']);
  expect(await announced('/api/v1/timezones/?unknown=1')).toEqual(['@1793491200', 'Fri, 31 Dec 2027 23:59:59 GMT']);
  expect(await announced('/api/v1/agent/whoami/')).toEqual(['@1793491200', 'Fri, 31 Dec 2027 23:59:59 GMT']);
});

test('a deprecated parameter is announced only to requests that use it, and the earliest end counts', async () => {
  deprecate(operationTable.listAgentCourses.query.slug, { since: SINCE, sunset: SUNSET });
  deprecate(operationTable.listAgentCourses.query.status, { since: '2026-12-01T00:00:00Z', sunset: '2027-12-01T00:00:00Z' });
  expect(await announced('/api/v1/agent/courses/')).toEqual([undefined, undefined]);
  expect(await announced('/api/v1/agent/courses/?slug=x')).toEqual(['@1793491200', 'Fri, 31 Dec 2027 23:59:59 GMT']);
  expect(await announced('/api/v1/agent/courses/?slug=x&status=draft')).toEqual(['@1793491200', 'Wed, 01 Dec 2027 00:00:00 GMT']);
});

test('the contract of a deprecated operation declares both headers, and needs a sunset at least twelve months later', async () => {
  const contract = await readContract();
  const { operation } = findOperation(contract, 'listTimeZones');
  Object.assign(operation, { deprecated: true, 'x-deprecated-since': SINCE, 'x-sunset': '2027-10-01T00:00:00Z' });
  const wrong = 'listTimeZones: what is deprecated needs x-deprecated-since, and x-sunset at least twelve months later';
  expect(contractFaults(contract)).toEqual([wrong]);
  operation['x-sunset'] = SUNSET;
  complete(contract);
  expect(contractFaults(contract)).toEqual([]);
  expect(Object.keys((operation.responses?.['200'] as { headers?: object } | undefined)?.headers ?? {})).toEqual(
    expect.arrayContaining(['Deprecation', 'Sunset']),
  );
  expect(generateTable(contract)).toContain(`"since": "${SINCE}"`);
});
