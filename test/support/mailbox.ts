import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Logger, runOnce } from 'graphile-worker';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { tasks } from '../../src/jobs/tasks.ts';
import { smtpMailer } from '../../src/platform/mail/mailer.ts';
import type { Keyring } from '../../src/platform/secrets/keyring.ts';
import type { TestDatabase } from './database.ts';

export interface Mailbox {
  /** Runs every job that waits, and returns the mails that came for this address since the last look. */
  read(address: string): Promise<Email[]>;
  close(): Promise<void>;
}

const silent = new Logger(() => () => {});

/** A real SMTP server that keeps what it is sent. */
export async function openMailbox(database: TestDatabase, keyring: Keyring): Promise<Mailbox> {
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
  const taskList = tasks({
    db: database.db,
    keyring,
    mailer: smtpMailer(`smtp://127.0.0.1:${port}`, 'Service <service@example.org>'),
    publicUrl: 'http://app.example.org',
  });
  return {
    async read(address) {
      await runOnce({ pgPool: database.pool, taskList, noHandleSignals: true, logger: silent });
      const mails = await Promise.all(received);
      const mine = mails.filter((mail) => mail.to?.some((to) => to.address === address));
      received.splice(0, received.length, ...received.filter((_, index) => !mine.includes(mails[index] as Email)));
      return mine;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
