import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { smtpMailer } from '../../../src/platform/mail/mailer.ts';
import { demandTls } from '../../../src/platform/mail/smtp-url.ts';
import { CERTIFICATE, TLS_KEY } from '../../support/web-server.ts';

const PASSWORD = 'hunter2';
const MAIL = { to: 'somebody@example.org', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };

let accepted = 0;
const closing: (() => Promise<void>)[] = [];
beforeEach(() => {
  accepted = 0;
});
afterAll(() => Promise.all(closing.map((close) => close())));

async function startSmtpServer(options: { disabledCommands?: string[] }): Promise<number> {
  const server = new SMTPServer({
    ...options,
    key: TLS_KEY,
    cert: CERTIFICATE,
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ password }, _session, done) => (password === PASSWORD ? done(null, { user: 'service' }) : done(new Error('wrong password'))),
    onData: (stream, _session, done) => {
      accepted++;
      stream.resume().on('end', () => done());
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  closing.push(() => new Promise((resolve) => server.close(() => resolve())));
  return (server.server.address() as AddressInfo).port;
}

interface Proxy {
  url: string;
  /** What mail clients have sent through it. */
  seen: string;
}

/** A proxy (RFC 9110, section 9.3.6) through which every host is the SMTP server at `port`. */
async function startProxy(port: number): Promise<Proxy> {
  const proxy = { url: '', seen: '' };
  const server = createServer().on('connect', (_req, client) => {
    const smtp = connect(port, '127.0.0.1', () => client.write('HTTP/1.1 200 OK\r\n\r\n'));
    client.on('data', (bytes: Buffer) => {
      proxy.seen += bytes.toString('latin1');
    });
    client.pipe(smtp).pipe(client);
    for (const socket of [client, smtp]) socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => server.close(() => resolve())));
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;
}

async function send(url: string): Promise<void> {
  const mailer = smtpMailer(url, 'Service <service@example.org>');
  await mailer.send(MAIL).finally(() => mailer.close());
}

const plainAuth = Buffer.from(`\0service\0${PASSWORD}`).toString('base64');

describe('a server that offers no STARTTLS', () => {
  let port: number;
  let proxy: Proxy;
  beforeAll(async () => {
    port = await startSmtpServer({ disabledCommands: ['STARTTLS'] });
  });
  beforeEach(async () => {
    proxy = await startProxy(port);
  });
  const publicUrl = (options = '') => `smtp://service:${PASSWORD}@mail.example.org:587/?proxy=${proxy.url}${options}`;

  test('is never sent the password if it is on the internet', async () => {
    await expect(send(publicUrl())).rejects.toThrow(/STARTTLS/);
    expect(proxy.seen).toMatch(/^EHLO .*\r\nSTARTTLS\r\n/);
    expect(proxy.seen).not.toMatch(/AUTH/);
    expect(proxy.seen).not.toContain(plainAuth);
    expect(accepted).toBe(0);
  });

  test.each(['&requireTLS=false', '&ignoreTLS=true', '&opportunisticTLS=true'])('is used if the URL says %s', async (options) => {
    await send(publicUrl(options));
    expect(proxy.seen).toContain(plainAuth);
    expect(accepted).toBe(1);
  });

  test('is used without a password', async () => {
    const open = await startProxy(await startSmtpServer({ disabledCommands: ['STARTTLS', 'AUTH'] }));
    await send(`smtp://mail.example.org:587/?proxy=${open.url}`);
    expect(accepted).toBe(1);
  });

  test('is used if it is on this machine', async () => {
    await send(`smtp://service:${PASSWORD}@127.0.0.1:${port}`);
    expect(accepted).toBe(1);
  });
});

test('a server that offers STARTTLS is sent the password only after it', async () => {
  const proxy = await startProxy(await startSmtpServer({}));
  await send(`smtp://service:${PASSWORD}@mail.example.org:587/?proxy=${proxy.url}&tls.rejectUnauthorized=false`);
  expect(accepted).toBe(1);
  expect(proxy.seen).toMatch(/^EHLO .*\r\nSTARTTLS\r\n/);
  expect(proxy.seen).not.toContain(plainAuth);
});

test.each([
  ['mail.example.org', true],
  ['MAIL.EXAMPLE.ORG.', true],
  ['203.0.113.7.example.org', true],
  ['8.8.8.8', true],
  ['[2606:4700::1111]', true],
  ['localhost.example.org', true],
  ['internal.example.org', true],
  ['notinternal', false],
  ['mail', false],
  ['localhost', false],
  ['mail.internal', false],
  ['mail.local.', false],
  ['MAIL.INTERNAL', false],
  ['mail.home.arpa', false],
  ['127.0.0.1', false],
  ['10.0.0.7', false],
  ['192.168.1.2', false],
  ['[::1]', false],
  ['[fd00::1]', false],
])('for %s, TLS is demanded: %s', (host, isDemanded) => {
  expect(demandTls(new URL(`smtp://service:${PASSWORD}@${host}:587`)).searchParams.get('requireTLS') === 'true').toBe(isDemanded);
});
