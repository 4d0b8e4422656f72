import { issuePhoneCode, type PhoneCodeSubject } from '../../identity/accounts/phone-codes.ts';
import { issueCode } from '../../identity/accounts/secrets.ts';
import type { Tools } from '../../kernel/tools.ts';

const SERVICE = 'Learning Management Service';

/** Makes a code and sends it to the user's phone. Run again it makes another, which ends the one before; a user without a number gets nothing. */
export async function textSignInCode({ db, keyring, sms }: Pick<Tools, 'db' | 'keyring' | 'sms'>, { user_id }: { user_id: string }): Promise<void> {
  const user = await db.selectFrom('users').select(['id', 'phone']).where('id', '=', user_id).executeTakeFirst();
  if (!user?.phone) return;
  const code = await issueCode(db, keyring, user.id, 'sms');
  await sms.send({ to: user.phone, text: `${code} finishes your sign-in to ${SERVICE}. It works once, for ten minutes. Never pass it on.` });
}

const MEANINGS: Record<PhoneCodeSubject['purpose'], string> = {
  sign_in: 'signs you in to',
  attach: 'proves your number to',
  change: 'confirms your new number to',
};

/** Makes a code and sends it to a number. Run again it makes another, which ends the one before. */
export async function textPhoneCode({ db, keyring, sms }: Pick<Tools, 'db' | 'keyring' | 'sms'>, to: PhoneCodeSubject & { phone: string }): Promise<void> {
  const code = await issuePhoneCode(db, keyring, to);
  await sms.send({ to: to.phone, text: `${code} ${MEANINGS[to.purpose]} ${SERVICE}. It works once, for ten minutes. Never pass it on.` });
}
