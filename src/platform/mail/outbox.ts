import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A mail or a text message that was not sent, but written to the outbox. */
export interface OutboxMessage {
  name: string;
  to: string;
  subject: string;
  text: string;
  at: Date;
}

/** Shows the newest messages of the outbox to the person who runs the service. */
export interface Outbox {
  newest(): Promise<OutboxMessage[]>;
  read(name: string): Promise<OutboxMessage | null>;
}

const MOST_SHOWN = 50;
/** Milliseconds since 1970, a number, and the recipient, as the outbox mailer names its files. */
const NAME = /^(\d{13})-\d{4,}-[A-Za-z0-9@.+_-]{1,200}\.eml$/;

/** @param folder the folder that the outbox mailer writes to; it need not exist yet */
export function readableOutbox(folder: string): Outbox {
  const read = async (name: string): Promise<OutboxMessage | null> => {
    const [, at] = NAME.exec(name) ?? [];
    if (at === undefined) return null;
    const bytes = await readFile(join(folder, name)).catch(() => null);
    if (!bytes) return null;
    const { default: PostalMime } = await import('postal-mime');
    const { to, subject = '', text = '' } = await PostalMime.parse(bytes);
    return { name, to: to?.map(({ address }) => address).join(', ') ?? '', subject, text, at: new Date(Number(at)) };
  };
  return {
    read,
    async newest() {
      const names = (await readdir(folder).catch(() => [])).filter((name) => NAME.test(name)).sort();
      const messages = await Promise.all(names.slice(-MOST_SHOWN).map(read));
      return messages.filter((message) => message !== null).reverse();
    },
  };
}
