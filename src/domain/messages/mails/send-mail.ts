import type { Mail } from '../../../platform/mail/mailer.ts';
import { emailKey } from '../../kernel/email-key.ts';
import type { Tools } from '../../kernel/tools.ts';

/** Sends a mail, unless the address is only the sign-in name of somebody without a mailbox. Every mail is sent here. */
export async function sendMail({ db, mailer }: Pick<Tools, 'db' | 'mailer'>, mail: Mail): Promise<void> {
  const nobody = await db.selectFrom('users').select('id').where('email_key', '=', emailKey(mail.to)).where('has_mailbox', '=', false).executeTakeFirst();
  if (!nobody) await mailer.send(mail);
}
