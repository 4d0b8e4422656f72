import type { Database } from '../../platform/database/connect.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import type { Shape } from '../contract.ts';
import { DomainError, ValidationError } from '../errors.ts';
import { hashPassword, verifyPassword } from './password.ts';

export type SignInMethod = Shape<'SignInResult'>['methods'][number];

export interface SignIn {
  userId: string;
  /** Sessions of an older epoch are over. */
  epoch: number;
  /** What can finish the sign-in; empty when it is finished. */
  methods: SignInMethod[];
}

/** Stands in where there is no account, so that an unknown address takes as long as a wrong password. */
const NOBODY = hashPassword('nobody');

/**
 * Checks address and password. Where the second factor is a code, it is on its way.
 * @throws DomainError invalid_credentials, the same for an unknown address and a wrong password
 */
export async function signIn(db: Database, email: string, password: string): Promise<SignIn> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'password_hash', 'session_epoch', 'totp_enabled_at', 'wants_email_code'])
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst();
  const matches = await verifyPassword(password, user?.password_hash ?? (await NOBODY));
  if (!user || !matches) throw new DomainError('invalid_credentials', 'Wrong address or password.');
  const methods = secondFactors(user);
  if (methods.includes('email')) await enqueue(db, 'mail_sign_in_code', { user_id: user.id });
  return { userId: user.id, epoch: user.session_epoch, methods };
}

/** An authenticator goes before a code by e-mail. */
function secondFactors({ totp_enabled_at, wants_email_code }: { totp_enabled_at: string | null; wants_email_code: boolean }): SignInMethod[] {
  if (totp_enabled_at !== null) return ['totp', 'backup_code'];
  return wants_email_code ? ['email'] : [];
}

export const invalidCode = (): DomainError => new DomainError('invalid_code', 'Wrong or used code.');

/**
 * Sends another sign-in code.
 * @throws ValidationError for a channel that is none of the sign-in's methods
 */
export async function resendSignInCode(db: Database, userId: string, channel: 'email' | 'sms'): Promise<void> {
  const user = await db.selectFrom('users').select(['totp_enabled_at', 'wants_email_code']).where('id', '=', userId).executeTakeFirstOrThrow();
  if (!secondFactors(user).includes(channel))
    throw new ValidationError([{ field: 'channel', code: 'not_allowed', message: 'Not a way to finish this sign-in.' }]);
  await enqueue(db, 'mail_sign_in_code', { user_id: userId });
}
