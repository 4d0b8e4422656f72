import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { smtpFailure } from './smtp-failure.ts';
import { demandTls } from './smtp-url.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Shown as the sender. The sender's email address stays that of the service. */
  fromName?: string;
  replyTo?: string;
  /** URL that unsubscribes the recipient when a program sends a POST request to it (RFC 8058). */
  unsubscribeUrl?: string;
}

export interface Mailer {
  /** @throws RefusedError if the recipient or the mail is rejected permanently, OutageError if the mail server cannot take it now */
  send(mail: Mail): Promise<void>;
  /** Closes idle connections. */
  close(): void;
}

/** Time limits of sending a mail, in milliseconds. */
export interface MailLimits {
  /** Limit from the look-up of the host to the end of the TLS handshake. */
  connect: number;
  greeting: number;
  /** Longest time without any data, which bounds each command. */
  silence: number;
  /** Limit for the whole mail, because a server can send its responses slowly. */
  total: number;
}

const LIMITS: MailLimits = { connect: 10_000, greeting: 10_000, silence: 60_000, total: 180_000 };

/** Sends mails through an SMTP server: `smtp://user:password@host:587`, `smtps://...` (see demandTls). Connections are kept open for further mails. */
export function smtpMailer(url: string, from: string, { connect, greeting, silence, total } = LIMITS): Mailer {
  const address = demandTls(new URL(url));
  address.searchParams.set('pool', 'true');
  const limits = { dnsTimeout: connect, connectionTimeout: connect, greetingTimeout: greeting, socketTimeout: silence };
  let opened: ReturnType<typeof open> | undefined;
  const open = async () => (await import('nodemailer')).createTransport({ ...limits, url: address.href });
  return {
    async send(mail) {
      opened ??= open();
      const transport = await opened;
      const signal = AbortSignal.timeout(total);
      await transport.sendMail({ ...message(mail, from), signal }).catch((error: unknown) => {
        throw smtpFailure(signal.aborted ? new Error(`the mail was not accepted within ${total / 1000} s`) : error);
      });
    },
    close: () => void opened?.then((transport) => transport.close()),
  };
}

/** Writes each mail to an .eml file in a folder, for development without a mail server. */
export function outboxMailer(folder: string, from: string): Mailer {
  let number = 0;
  return {
    async send(mail) {
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
      const { message: bytes } = await transport.sendMail(message(mail, from));
      await mkdir(folder, { recursive: true });
      const name = `${Date.now()}-${String(++number).padStart(4, '0')}-${mail.to.replaceAll(/[^A-Za-z0-9@.+-]/g, '_')}.eml`;
      await writeFile(join(folder, name), bytes as Buffer, { mode: 0o600 });
    },
    close: () => {},
  };
}

const message = ({ fromName, unsubscribeUrl, ...mail }: Mail, from: string) => ({
  ...mail,
  // Prevent automatic replies, such as that somebody is on holiday (RFC 3834, section 5).
  headers: {
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribeUrl ? { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
  },
  from: fromName === undefined ? from : { name: fromName, address: addressOf(from) },
});

/** Returns the address in `Name <address>`. */
const addressOf = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
