import { type OperationId, operationTable } from '../../generated/operations.ts';
import type { OperationRow } from '../../src/http/contract/operation-row.ts';
import type { Quota, SlidingWindow, Verdict } from '../../src/platform/limits/sliding-window.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type HeadersFor, prepareCallers } from '../support/callers.ts';

/** Requests that are signed are not counted, whoever sends them. */
const operations = (Object.entries(operationTable) as [OperationId, OperationRow][]).filter(([, row]) => row.surface === 'session' && !row.signed);

/** A window that can be made to appear used up, or to fail, for all keys at once. */
class Gate implements SlidingWindow {
  readonly #window: SlidingWindow;
  state: 'open' | 'used up' | 'broken' = 'open';

  constructor(window: SlidingWindow) {
    this.#window = window;
  }

  async take(key: string, quota: Quota): Promise<Verdict> {
    if (this.state === 'broken') throw new Error('the limits cannot be counted');
    return this.#window.take(key, this.state === 'used up' ? { ...quota, limit: 0 } : quota);
  }

  giveBack(key: string): Promise<void> {
    return this.#window.giveBack(key);
  }

  forget(key: string): Promise<void> {
    return this.#window.forget(key);
  }
}

let app: TestApp;
let gate: Gate;
let headersFor: HeadersFor;
beforeAll(async () => {
  app = await startTestApp((services) => {
    gate = new Gate(services.limits);
    return { ...services, limits: gate };
  });
  headersFor = await prepareCallers(app);
});
afterAll(() => app.close());

const ask = (row: OperationRow) => app.http[row.method](row.path.replaceAll(/\{[^}]+\}/g, 'x')).set(headersFor(row));

test.each(operations)('%s returns 429 with the seconds to wait if the quota is used up, before its body is checked', async (_id, row) => {
  gate.state = 'used up';
  const { status, body, headers } = await ask(row);
  expect([status, body.code]).toEqual([429, 'throttled']);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
});

test.each(operations)('%s returns 500 if the rate limits cannot be counted', async (_id, row) => {
  gate.state = 'broken';
  const { status, body } = await ask(row);
  expect([status, body.code]).toEqual([500, 'internal_error']);
});
