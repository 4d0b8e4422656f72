import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { openAiModel } from '../../src/platform/ai/openai-model.ts';
import { systemClock } from '../../src/platform/clock/clock.ts';
import { dnsResolver } from '../../src/platform/dns/dns-resolver.ts';
import { publicFetch } from '../../src/platform/fetch/public-fetch.ts';
import { publicPost } from '../../src/platform/fetch/public-post.ts';
import { UnreachableError } from '../../src/platform/fetch/public-request.ts';
import { openIdProviders } from '../../src/platform/identity/openid-providers.ts';
import { smtpMailer } from '../../src/platform/mail/mailer.ts';
import { OutageError } from '../../src/platform/outages/outage.ts';
import { clamdScanner } from '../../src/platform/scanner/clamd.ts';
import { httpSms } from '../../src/platform/sms/http-sms.ts';
import { s3Storage } from '../../src/platform/storage/s3.ts';
import { type HangingPeer, startBlackHole, startHangingPeer } from '../support/hanging-peer.ts';

/** Far more than the limits of the calls below, and far less than any limit of a library. */
const BOUND_MS = 4000;
const MS = 50;
const HTTP = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

const opened: HangingPeer[] = [];
afterEach(async () => {
  for (const peer of opened.splice(0)) await peer.close();
});
async function portOf(starting: Promise<HangingPeer>): Promise<number> {
  const peer = await starting;
  opened.push(peer);
  return peer.port;
}

let silent: HangingPeer;
let blackHole: HangingPeer;
beforeAll(async () => {
  [silent, blackHole] = await Promise.all([startHangingPeer(), startBlackHole()]);
});
afterAll(() => Promise.all([silent.close(), blackHole.close()]));

async function failureInTime(asked: Promise<unknown>): Promise<unknown> {
  const began = performance.now();
  const failure = await asked.then(
    () => null,
    (error: unknown) => error,
  );
  expect(performance.now() - began).toBeLessThan(BOUND_MS);
  return failure;
}

const storageAt = (port: number, silence = MS) =>
  s3Storage(
    {
      bucket: 'files',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
      forcePathStyle: true,
    },
    systemClock,
    { connect: silence, silence, request: 3 * silence, transfer: 3 * silence, read: 4 * MS },
  );

const CALLS: Record<string, (port: number) => Promise<unknown>> = {
  mail: (port) => {
    const mailer = smtpMailer(`smtp://127.0.0.1:${port}`, 'a@example.org', { connect: MS, greeting: MS, silence: MS, total: 3 * MS });
    return mailer.send({ to: 'b@example.org', subject: 'a', text: 'a', html: 'a' }).finally(() => mailer.close());
  },
  sms: (port) => httpSms(`http://a:b@127.0.0.1:${port}/`, 'a', MS).send({ to: '+49', text: 'a' }),
  model: (port) =>
    openAiModel({ baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: null, textModel: 'a', imageModel: 'a' }, MS).write({
      instructions: 'a',
      input: 'a',
      schema: { name: 'a', schema: {} },
    }),
  scanner: (port) => clamdScanner({ host: '127.0.0.1', port }, { connect: MS, silence: MS, total: 3 * MS }).scan(Readable.from([Buffer.from('a')])),
  identity_provider: (port) =>
    openIdProviders([{ name: 'a', issuer: `http://127.0.0.1:${port}`, clientId: 'a', clientSecret: 'b' }], MS / 1000).begin('a', 'http://app.example.org/'),
  storage: (port) => storageAt(port).stat('a'),
};
const ports = Object.keys(CALLS);
const call = (dependency: string, port: number) => CALLS[dependency]?.(port) as Promise<unknown>;

test.each(ports)('a call of %s ends in time if the other system accepts the connection and never answers', async (dependency) => {
  const failure = await failureInTime(call(dependency, silent.port));
  expect(failure).toBeInstanceOf(OutageError);
  expect(failure).toMatchObject({ dependency });
});

test.each(ports)('a call of %s ends in time if its connection is neither established nor refused', async (dependency) => {
  const failure = await failureInTime(call(dependency, blackHole.port));
  expect(failure).toBeInstanceOf(OutageError);
  expect(failure).toMatchObject({ dependency });
});

test.each([
  ['mail', 'its greeting', '220-'],
  ['mail', 'a response', '220 hello\r\n250-'],
  ['sms', 'its headers', `${HTTP}X-A: `],
  ['model', 'its headers', `${HTTP}X-A: `],
  ['model', 'its body', `${HTTP}Content-Length: 100000\r\n\r\n{"`],
  ['scanner', 'its response', 'stream: '],
  ['identity_provider', 'its headers', `${HTTP}X-A: `],
  ['identity_provider', 'its body', `${HTTP}Content-Length: 100000\r\n\r\n{"`],
  ['storage', 'its headers', `${HTTP}X-A: `],
])('a call of %s ends in time if the other system sends %s byte by byte', async (dependency, _what, said) => {
  const failure = await failureInTime(call(dependency, await portOf(startHangingPeer(said))));
  expect(failure).toBeInstanceOf(OutageError);
  expect(failure).toMatchObject({ dependency });
});

test('a file of a bucket that arrives byte by byte is given up in time', async () => {
  // Long enough that a busy machine does not take the pauses between bytes for silence.
  const storage = storageAt(await portOf(startHangingPeer(`${HTTP}Content-Length: 100000\r\n\r\n`)), BOUND_MS);
  const found = await storage.open('a');
  const failure = await failureInTime(buffer(found?.stream as Readable));
  expect(failure).toMatchObject({ dependency: 'storage', message: 'S3: the file was not read within 0.2 s' });
});

test('a name server that does not respond over UDP, or over TCP after a truncated response, is given up in time', async () => {
  const udp = createSocket('udp4').bind(0, '127.0.0.1');
  await once(udp, 'listening');
  const reported: string[] = [];
  const ask = (servers: string[]) => dnsResolver(servers, { timeoutMs: MS, onOutage: ({ message }) => reported.push(message) }).txt('example.org');
  const server = `127.0.0.1:${udp.address().port}`;
  expect(await failureInTime(ask([server, server, server]))).toMatchObject({ dependency: 'dns' });
  const { port } = udp.address();
  const tcp = await startHangingPeer(undefined, port);
  udp.on('message', (question, { port: asker }) => {
    const answer = Buffer.from(question);
    // Response, truncated, recursion available.
    answer.writeUInt16BE(0x8380, 2);
    udp.send(answer, asker, '127.0.0.1');
  });
  expect(await failureInTime(ask([server]))).toMatchObject({ dependency: 'dns' });
  expect(reported).toHaveLength(2);
  await tcp.close();
  await new Promise<void>((resolve) => udp.close(() => resolve()));
});

test.each([
  ['accepts the connection and never starts TLS', () => silent],
  ['neither accepts nor refuses the connection', () => blackHole],
])('a public URL whose server %s is given up in time', async (_what, peer) => {
  const url = `https://127.0.0.1:${peer().port}/`;
  const here = { addresses: ['127.0.0.1'], timeoutMs: MS };
  expect(await failureInTime(publicFetch(here)(url, { maxBytes: 10 }))).toBeInstanceOf(UnreachableError);
  expect(await failureInTime(publicPost(here)(url, {}, '{}'))).toBeInstanceOf(UnreachableError);
});
