import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Sms {
  /** Phone number in E.164 format. */
  to: string;
  text: string;
}

export interface SmsSender {
  /** @throws RefusedError if the provider rejects the message permanently, OutageError if it cannot take it now */
  send(sms: Sms): Promise<void>;
}

/** Writes each message to a .txt file in a folder, for development without a provider. */
export function outboxSms(folder: string): SmsSender {
  let number = 0;
  return {
    async send({ to, text }) {
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, `${Date.now()}-${String(++number).padStart(4, '0')}-sms-${to.replaceAll(/[^0-9+]/g, '')}.txt`), `To: ${to}\n\n${text}\n`, {
        mode: 0o600,
      });
    },
  };
}
