import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Sms {
  /** E.164. */
  to: string;
  text: string;
}

export interface SmsSender {
  /** @throws Error when the message was not taken; the job that sends it tries again */
  send(sms: Sms): Promise<void>;
}

/** Into a folder, one .txt file a message, where a person can read it: for development, without a provider. */
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
