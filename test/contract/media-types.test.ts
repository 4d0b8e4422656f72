import { gzipSync } from 'node:zlib';
import { type OperationId, operationTable } from '../../generated/operations.ts';
import type { OperationRow } from '../../src/http/contract/operation-row.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type HeadersFor, prepareCallers } from '../support/callers.ts';
import { sampleOf } from '../support/sample.ts';

const withBody = sampleOf(
  (Object.entries(operationTable) as [OperationId, OperationRow][]).filter(([, row]) => row.body),
  ([, { surface, access, body }]) => [surface, access, body?.mediaTypes.join(' '), body?.maxBytes].join(),
);

let app: TestApp;
let headersFor: HeadersFor;
beforeAll(async () => {
  app = await startTestApp();
  headersFor = await prepareCallers(app);
});
afterAll(() => app.close());

describe.each(withBody)('%s', (_id, row) => {
  const send = (type: string, body: string | Buffer, headers: Record<string, string> = {}) =>
    app.http[row.method](row.path.replaceAll(/\{[^}]+\}/g, 'x'))
      .set(headersFor(row))
      .set('Content-Type', type)
      .set(headers)
      .serialize((sent: unknown) => sent as string)
      .send(body);

  const [type = ''] = row.body?.mediaTypes ?? [];
  const own = type === 'multipart/form-data' ? `${type}; boundary=x` : type;

  test('rejects a body above its size limit with 413', async () => {
    const { status, body } = await send(own, 'x'.repeat((row.body?.maxBytes ?? 0) + 1));
    expect([status, body.code]).toEqual([413, 'payload_too_large']);
  });

  test.each([
    ['an unsupported media type', 'application/xml', '<a/>', {}],
    ['an unsupported character set', `${own}; charset=utf-16`, '{}', {}],
    ['an unsupported content coding', own, gzipSync('{}'), { 'Content-Encoding': 'gzip' }],
  ])('rejects %s with 415', async (_what, given, sent, headers) => {
    const { status, body } = await send(given, sent, headers as Record<string, string>);
    expect([status, body.code]).toEqual([415, 'unsupported_media_type']);
  });
});
