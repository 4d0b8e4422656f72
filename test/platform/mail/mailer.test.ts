import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { type Mailer, smtpMailer } from '../../../src/platform/mail/mailer.ts';
import { OutageError, RefusedError } from '../../../src/platform/outages/outage.ts';

const RECIPIENT = 'bob@example.org';
const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

async function mailerTo(options: SMTPServerOptions, credentials = ''): Promise<Mailer> {
  const server = new SMTPServer({ authOptional: true, allowInsecureAuth: true, disabledCommands: ['STARTTLS'], logger: false, ...options });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const mailer = smtpMailer(`smtp://${credentials}127.0.0.1:${(server.server.address() as AddressInfo).port}`, 'Service <service@example.org>');
  opened.push(async () => {
    mailer.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return mailer;
}

const send = (mailer: Mailer, to = RECIPIENT): Promise<unknown> =>
  mailer.send({ to, subject: 'a', text: 'a', html: 'a' }).then(
    () => null,
    (error: unknown) => error,
  );
const says = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode });
const atRecipient = (error: Error): SMTPServerOptions => ({ onRcptTo: (_address, _session, done) => done(error) });
const atSender = (error: Error): SMTPServerOptions => ({ onMailFrom: (_address, _session, done) => done(error) });
const atData = (error: Error): SMTPServerOptions => ({
  onData: (stream, _session, done) => {
    stream.resume();
    stream.once('end', () => done(error));
  },
});

test.each<[string, SMTPServerOptions, string]>([
  ['a mailbox that does not exist', atRecipient(says(550, `5.1.1 <${RECIPIENT}>: no such user`)), 'the mail server refused the recipient (550 5.1.1)'],
  ['a recipient, without an enhanced code', atRecipient(says(553, 'no')), 'the mail server refused the recipient (553)'],
  ['the content of the mail', atData(says(554, '5.7.1 spam')), 'the mail server refused the message (554 5.7.1)'],
])('a mail server that refuses %s is not asked again', async (_what, options, message) => {
  const failure = await send(await mailerTo(options));
  expect(failure).toBeInstanceOf(RefusedError);
  expect(failure).toMatchObject({ dependency: 'mail', message });
});

test.each<[string, SMTPServerOptions, string]>([
  ['defers the recipient', atRecipient(says(450, '4.2.1 greylisted')), 'the mail server responded to RCPT TO with 450 4.2.1'],
  ['does not relay', atRecipient(says(554, `5.7.1 <${RECIPIENT}>: relay access denied`)), 'the mail server responded to RCPT TO with 554 5.7.1'],
  ['requires authentication', atRecipient(says(530, 'Authentication required')), 'the mail server responded to RCPT TO with 530'],
  ['does not accept our sender', atSender(says(550, '5.7.1 not yours')), 'the mail server responded to MAIL FROM with 550 5.7.1'],
  ['cannot take the message now', atData(says(451, '4.3.0 later')), 'the mail server responded to DATA with 451 4.3.0'],
])('a mail server that %s is asked again later', async (_what, options, message) => {
  const failure = await send(await mailerTo(options));
  expect(failure).toBeInstanceOf(OutageError);
  expect(failure).toMatchObject({ dependency: 'mail', message });
});

test('a mail server that refuses the password is asked again later, and the failure names the setting but not the password', async () => {
  const onAuth: SMTPServerOptions['onAuth'] = (_auth, _session, done) => done(says(535, '5.7.8 wrong: hunter2'));
  const failure = await send(await mailerTo({ onAuth }, 'user:hunter2@'));
  expect(failure).toBeInstanceOf(OutageError);
  expect(String(failure)).toBe('OutageError: the mail server refused the user name or the password of SMTP_URL (535 5.7.8)');
});

test('a mail server that nobody runs is an outage that names the cause', async () => {
  const mailer = smtpMailer('smtp://127.0.0.1:1', 'service@example.org');
  expect(await send(mailer)).toMatchObject({ dependency: 'mail', message: expect.stringContaining('ECONNREFUSED') });
  mailer.close();
});

test('a recipient that no mail server could accept is refused without asking one', async () => {
  const failure = await send(await mailerTo({}), 'a@b\u0000>.org');
  expect(failure).toBeInstanceOf(RefusedError);
});
