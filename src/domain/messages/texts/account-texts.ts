import type { AccountMessage, PhoneCodeMessage } from '../../identity/accounts/jobs.ts';
import { issuePhoneCode } from '../../identity/accounts/phone-codes.ts';
import { issueCode } from '../../identity/accounts/secrets.ts';
import type { Tools } from '../../kernel/tools.ts';
import { readSite } from '../../organisations/organisations/site.ts';
import { readerOf } from '../language/reader.ts';
import { readRecipient, recipientByPhone } from '../language/recipient.ts';

type TextTools = Pick<Tools, 'db' | 'keyring' | 'sms' | 'base' | 'serviceName'>;

/**
 * Creates a code and sends it to the user's phone. Running this again creates another code, which invalidates the previous one. A user without a
 * phone number receives nothing.
 */
export async function textSignInCode({ db, keyring, sms, base, serviceName }: TextTools, { user_id, organisation_id }: AccountMessage): Promise<void> {
  const user = await readRecipient(db, user_id, organisation_id ? await readSite(db, organisation_id, base) : undefined);
  if (!user?.phone) return;
  const code = await issueCode(db, keyring, user.id, 'sms', 'sign_in');
  await sms.send({ to: user.phone, text: user.reader.say('sms.sign_in_code', { code, service: serviceName }) });
}

/** Sends a code with which the user proves again who they are. */
export async function textReauthenticationCode({ db, keyring, sms, serviceName }: TextTools, { user_id }: { user_id: string }): Promise<void> {
  const user = await readRecipient(db, user_id);
  if (!user?.phone) return;
  const code = await issueCode(db, keyring, user.id, 'sms', 'reauthenticate');
  await sms.send({ to: user.phone, text: user.reader.say('sms.reauthentication_code', { code, service: serviceName }) });
}

/** Creates a code and sends it to a phone number. Running this again creates another code, which invalidates the previous one. */
export async function textPhoneCode({ db, keyring, sms, serviceName }: TextTools, { user_id, ...to }: PhoneCodeMessage): Promise<void> {
  const code = await issuePhoneCode(db, keyring, to);
  const user = user_id ? await readRecipient(db, user_id) : await recipientByPhone(db, to.phone);
  const { say } = user?.reader ?? readerOf([], 'UTC');
  await sms.send({ to: to.phone, text: say(`sms.phone_code.${to.purpose}`, { code, service: serviceName }) });
}
