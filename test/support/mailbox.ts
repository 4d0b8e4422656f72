import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Logger, runOnce } from 'graphile-worker';
import type { Pool } from 'pg';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { JobTools } from '../../src/domain/kernel/tools.ts';
import { tasks } from '../../src/jobs/tasks.ts';
import { smtpMailer } from '../../src/platform/mail/mailer.ts';
import type { Sms } from '../../src/platform/sms/sms-sender.ts';

export interface Mailbox {
  /** Runs every job that waits. */
  runJobs(): Promise<void>;
  /** Runs every job that waits, and returns the text messages to this number since the last look. */
  texts(phone: string): Promise<string[]>;
  /** Runs every job that waits, and returns the mails that came for this address since the last look. */
  read(address: string): Promise<Email[]>;
  close(): Promise<void>;
}

const silent = new Logger(() => () => {});

/** A real SMTP server that keeps what it is sent. */
export async function openMailbox(tools: Omit<JobTools, 'mailer' | 'sms'>, pool: Pool): Promise<Mailbox> {
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
  const taskList = tasks({
    ...tools,
    mailer: smtpMailer(`smtp://127.0.0.1:${port}`, 'Service <service@example.org>'),
    sms: { send: async (sms) => void messages.push(sms) },
  });
  const runAll = () => runOnce({ pgPool: pool, taskList, noHandleSignals: true, logger: silent });
  let lastRun = Promise.resolve();
  // One after another: a run that finds its job taken by another would end before that job has.
  const runJobs = () => {
    lastRun = lastRun.then(runAll, runAll);
    return lastRun;
  };
  return {
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
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
