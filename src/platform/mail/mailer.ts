import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Shown as the sender. The sender's email address stays that of the service. */
  fromName?: string;
  replyTo?: string;
}

export interface Mailer {
  /** @throws Error if the mail was not accepted; the job that sends it tries again */
  send(mail: Mail): Promise<void>;
  /** Closes idle connections. */
  close(): void;
}

/** Sends mails through an SMTP server: `smtp://user:password@host:587`, `smtps://...`. Connections are kept open for further mails. */
export function smtpMailer(url: string, from: string): Mailer {
  const address = new URL(url);
  address.searchParams.set('pool', 'true');
  const transport = createTransport(address.href);
  return { send: async (mail) => void (await transport.sendMail(message(mail, from))), close: () => transport.close() };
}

/** Writes each mail to an .eml file in a folder, for development without a mail server. */
export function outboxMailer(folder: string, from: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  let number = 0;
  return {
    async send(mail) {
      const { message: bytes } = await transport.sendMail(message(mail, from));
      await mkdir(folder, { recursive: true });
      const name = `${Date.now()}-${String(++number).padStart(4, '0')}-${mail.to.replaceAll(/[^A-Za-z0-9@.+-]/g, '_')}.eml`;
      await writeFile(join(folder, name), bytes as Buffer, { mode: 0o600 });
    },
    close: () => {},
  };
}

const message = ({ fromName, ...mail }: Mail, from: string) => ({
  ...mail,
  // RFC 3834, section 5: so that no program replies that somebody is on holiday.
  headers: { 'Auto-Submitted': 'auto-generated' },
  from: fromName === undefined ? from : { name: fromName, address: addressOf(from) },
});

/** Returns the address in `Name <address>`. */
const addressOf = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
