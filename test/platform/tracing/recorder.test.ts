import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { startRecorder } from '../../../src/platform/tracing/recorder.ts';
import { tracing } from '../../../src/platform/tracing/tracing.ts';
import { app, browser, create, receiver, useReceiver } from '../../operations/webhook-endpoints/endpoint-tools.ts';
import { expectStatus } from '../../support/browser.ts';

/** A span as OTLP/HTTP has it in JSON. */
interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  status: { code: number };
}

interface Export {
  resourceSpans: { resource: Pick<Span, 'attributes'>; scopeSpans: { spans: Span[] }[] }[];
}

let collector: Server;
let exports: { path: string | undefined; type: string | undefined; body: Export }[] = [];
beforeAll(async () => {
  collector = createServer(async (req, res) => {
    exports.push({ path: req.url, type: req.headers['content-type'], body: (await json(req)) as Export });
    res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  tracing.recorder = startRecorder();
});
afterAll(async () => {
  await tracing.recorder?.stop();
  tracing.recorder = null;
  delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
  collector.close();
});
useReceiver();

const SERVER = 2;
const CLIENT = 3;
const CONSUMER = 5;
const ERROR = 2;

/** Records what `work` does, and returns the spans that have arrived at the collector. */
async function spansOf(work: () => Promise<unknown>): Promise<Span[]> {
  await tracing.recorder?.stop();
  exports = [];
  tracing.recorder = startRecorder();
  await work();
  await tracing.recorder.stop();
  return exports.flatMap(({ body }) => body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)));
}

const attribute = ({ attributes }: Pick<Span, 'attributes'>, name: string) => {
  const { stringValue, intValue } = attributes.find(({ key }) => key === name)?.value ?? {};
  return stringValue ?? intValue;
};

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';

test('the trace of a caller goes on through the request, its statements, the jobs that follow, and the webhook that they send', async () => {
  await expectStatus(201, create());
  await app.mailbox.runJobs();
  receiver.received.length = 0;
  const spans = await spansOf(async () => {
    browser.headers.traceparent = `00-${TRACE}-${CALLER}-01`;
    await expectStatus(201, browser.call('post', 'courses/', { title: 'A title that nobody else must read' }));
    await app.mailbox.runJobs();
  });
  const ofTrace = spans.filter(({ traceId }) => traceId === TRACE);
  const named = (name: string) => ofTrace.find((span) => span.name === name);
  const childrenOf = (name: string) => ofTrace.filter(({ parentSpanId }) => parentSpanId === named(name)?.spanId);

  expect(named('POST /api/v1/courses/')).toMatchObject({ kind: SERVER, parentSpanId: CALLER });
  expect(attribute(named('POST /api/v1/courses/') as Span, 'http.response.status_code')).toBe(201);
  expect(attribute(named('POST /api/v1/courses/') as Span, 'operation.id')).toBe('createCourse');
  const statements = childrenOf('POST /api/v1/courses/').filter((span) => attribute(span, 'db.system.name') === 'postgresql');
  expect(statements.length).toBeGreaterThan(0);
  expect(statements.map(({ kind }) => kind)).toEqual(statements.map(() => CLIENT));
  expect(childrenOf('POST /api/v1/courses/').map(({ name }) => name)).toContain('job queue_deliveries');
  expect(childrenOf('job queue_deliveries').map(({ name }) => name)).toContain('job deliver_webhook');
  expect(named('job deliver_webhook')?.kind).toBe(CONSUMER);
  const [sent] = childrenOf('job deliver_webhook').filter(({ name }) => name === 'POST');
  expect(receiver.received.map(({ headers }) => headers.traceparent)).toEqual([`00-${TRACE}-${sent?.spanId}-01`]);
  expect(JSON.stringify(exports)).not.toContain('nobody else must read');
  expect(exports.every(({ path, type }) => path === '/v1/traces' && type === 'application/json')).toBe(true);
  expect(attribute(exports[0]?.body.resourceSpans[0]?.resource as Span, 'service.name')).toBe('learning-management-service');
});

test('a request without a trace, or with one that cannot be read, begins its own, and a refusal of the client is no error', async () => {
  const spans = await spansOf(async () => {
    await expectStatus(404, app.http.get('/api/v1/courses/none/').set('traceparent', 'none'));
    await expectStatus(200, app.http.get('/healthz'));
  });
  const roots = spans.filter(({ kind }) => kind === SERVER);
  expect(roots).toHaveLength(1);
  expect(roots[0]?.parentSpanId).toBeUndefined();
  expect(roots[0]?.status.code).not.toBe(ERROR);
});
