import { issuePhoneCode, type PhoneCodeSubject } from '../../identity/accounts/phone-codes.ts';
import { issueCode } from '../../identity/accounts/secrets.ts';
import type { Tools } from '../../kernel/tools.ts';

const SERVICE = 'Learning Management Service';

/**
 * Creates a code and sends it to the user's phone. Running this again creates another code, which invalidates the previous one. A user without a
 * phone number receives nothing.
 */
export async function textSignInCode({ db, keyring, sms }: Pick<Tools, 'db' | 'keyring' | 'sms'>, { user_id }: { user_id: string }): Promise<void> {
  const user = await db.selectFrom('users').select(['id', 'phone']).where('id', '=', user_id).executeTakeFirst();
  if (!user?.phone) return;
  const code = await issueCode(db, keyring, user.id, 'sms');
  await sms.send({ to: user.phone, text: `${code} completes your sign-in to ${SERVICE}. It works once and expires after ten minutes. Never share it.` });
}

const MEANINGS: Record<PhoneCodeSubject['purpose'], string> = {
  sign_in: 'signs you in to',
  attach: 'verifies your phone number for',
  change: 'verifies your new phone number for',
};

/** Creates a code and sends it to a phone number. Running this again creates another code, which invalidates the previous one. */
export async function textPhoneCode({ db, keyring, sms }: Pick<Tools, 'db' | 'keyring' | 'sms'>, to: PhoneCodeSubject & { phone: string }): Promise<void> {
  const code = await issuePhoneCode(db, keyring, to);
  await sms.send({ to: to.phone, text: `${code} ${MEANINGS[to.purpose]} ${SERVICE}. It works once and expires after ten minutes. Never share it.` });
}
