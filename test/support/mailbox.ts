import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Sms, SmsSender } from '../../src/platform/sms/sms-sender.ts';

export interface Mailbox {
  /** Runs every waiting job. */
  runJobs(): Promise<void>;
  /** Runs every waiting job, and returns the text messages sent to this number since the last call. */
  texts(phone: string): Promise<string[]>;
  /** Runs every waiting job, and returns the emails sent to this address since the last call. */
  read(address: string): Promise<Email[]>;
}

export interface OpenMailbox {
  /** Environment variables that make the service send its emails to this mailbox. */
  environment: { SMTP_URL: string; MAIL_FROM: string };
  /** Keeps text messages. */
  sms: SmsSender;
  after(runJobs: () => Promise<void>): Mailbox;
  close(): Promise<void>;
}

/** Starts a real SMTP server that keeps the emails it receives. */
export async function openMailbox(): Promise<OpenMailbox> {
  const messages: Sms[] = [];
  const received: Promise<Email>[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, _session, done) => {
      const parsed = buffer(stream).then((bytes) => PostalMime.parse(bytes));
      received.push(parsed);
      parsed.then(() => done(), done);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return {
    environment: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Service <service@example.org>' },
    sms: { send: async (sms) => void messages.push(sms) },
    after: (runJobs) => ({
      runJobs,
      async texts(phone) {
        await runJobs();
        const mine = messages.filter(({ to }) => to === phone);
        messages.splice(0, messages.length, ...messages.filter(({ to }) => to !== phone));
        return mine.map(({ text }) => text);
      },
      async read(address) {
        await runJobs();
        const mails = await Promise.all(received);
        const mine = mails.filter((mail) => mail.to?.some((to) => to.address === address));
        received.splice(0, received.length, ...received.filter((_, index) => !mine.includes(mails[index] as Email)));
        return mine;
      },
    }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
