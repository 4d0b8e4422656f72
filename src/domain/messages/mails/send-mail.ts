import type { Executor } from '../../../platform/database/connect.ts';
import type { Mail } from '../../../platform/mail/mailer.ts';
import { emailKey } from '../../kernel/email-key.ts';
import type { Tools } from '../../kernel/tools.ts';

/**
 * Sends a mail, unless the address is only the sign-in name of somebody without a mailbox. All mails are sent through this function.
 * @param hasMailbox whether the address has a mailbox, if already known
 */
export async function sendMail({ db, mailer }: Pick<Tools, 'db' | 'mailer'>, mail: Mail, hasMailbox?: boolean): Promise<void> {
  if (hasMailbox ?? (await mayHaveMailbox(db, mail.to))) await mailer.send(mail);
}

async function mayHaveMailbox(db: Executor, address: string): Promise<boolean> {
  const nobody = await db.selectFrom('users').select('id').where('email_key', '=', emailKey(address)).where('has_mailbox', '=', false).executeTakeFirst();
  return !nobody;
}
