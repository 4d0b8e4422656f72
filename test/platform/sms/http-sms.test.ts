import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { OutageError, RefusedError } from '../../../src/platform/outages/outage.ts';
import { httpSms } from '../../../src/platform/sms/http-sms.ts';

interface Received {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  form: Record<string, string>;
}

let server: Server;
let received: Received[];
let answer: { status: number; headers?: Record<string, string> };
beforeEach(async () => {
  received = [];
  answer = { status: 201 };
  server = createServer(async (req, res) => {
    const form = Object.fromEntries(new URLSearchParams(await text(req)));
    received.push({ method: req.method, url: req.url, headers: req.headers, form });
    res.writeHead(answer.status, { 'Content-Type': 'application/json', ...answer.headers }).end('{"sid": "SM1", "code": 21211}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const sender = () =>
  httpSms(`http://AC123:p%40ss%3Aword@127.0.0.1:${(server.address() as AddressInfo).port}/2010-04-01/Accounts/AC123/Messages.json`, '+15005550006');
const MESSAGE = { to: '+4915112345678', text: '123456 & ünïcode + 100%' };

test('a text message is sent as a form with recipient, sender and text, using Basic authentication', async () => {
  await sender().send(MESSAGE);
  expect(received).toEqual([
    expect.objectContaining({
      method: 'POST',
      url: '/2010-04-01/Accounts/AC123/Messages.json',
      form: { To: MESSAGE.to, From: '+15005550006', Body: MESSAGE.text },
    }),
  ]);
  expect(received[0]?.headers).toMatchObject({
    authorization: `Basic ${Buffer.from('AC123:p@ss:word').toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
  });
});

test.each([
  [400, {}],
  [401, {}],
  [500, {}],
  [302, { Location: 'http://127.0.0.1:9/' }],
])('sending fails if the provider returns %d, and the error reveals neither the number nor the secret', async (status, headers) => {
  answer = { status, headers };
  const error = await sender()
    .send(MESSAGE)
    .then(
      () => null,
      (reason: unknown) => reason as Error,
    );
  expect(error).not.toBeNull();
  expect(String(error)).not.toMatch(/4915112345678|p@ss|123456/);
});

const failureOf = () =>
  sender()
    .send(MESSAGE)
    .then(
      () => null,
      (error: unknown) => error,
    );

test.each([400, 404, 422])('a message that the provider answers with %d is refused for good', async (status) => {
  answer = { status };
  expect(await failureOf()).toBeInstanceOf(RefusedError);
});

test.each([
  [401, {}, undefined],
  [403, {}, undefined],
  [429, { 'Retry-After': '120' }, 120],
  [503, { 'Retry-After': 'Sat, 21 Nov 2099 17:00:30 GMT' }, 3600],
  [500, {}, undefined],
])('a message that the provider answers with %d and %j is sent again later, not before the provider allows it', async (status, headers, retryAfterSeconds) => {
  answer = { status, headers };
  const failure = await failureOf();
  expect(failure).toBeInstanceOf(OutageError);
  expect(failure).toMatchObject({ dependency: 'sms', message: expect.stringContaining(String(status)), retryAfterSeconds });
});

test('a provider that nobody runs is an outage that names the cause', async () => {
  const { send } = sender();
  await new Promise((resolve) => server.close(resolve));
  await expect(send(MESSAGE)).rejects.toThrow(/^the SMS provider did not respond: .*ECONNREFUSED/);
});
