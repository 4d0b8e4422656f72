import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { User } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { emailKey } from '../../kernel/email-key.ts';
import { DomainError, ValidationError } from '../../kernel/errors.ts';
import { enqueue } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { isPasswordOf } from './check-password.ts';
import { type FirstFactor, finishSignIn } from './finish-sign-in.ts';
import { hashPassword, matchPassword } from './password.ts';
import { type CodeChannel, useCode } from './secrets.ts';
import type { SessionUser } from './session-user.ts';

export type SignInMethod = Shape<'SignInResult'>['methods'][number];

export interface SignIn {
  userId: string;
  /** Sessions with an older epoch have ended. */
  epoch: number;
  /** The methods that can complete the sign-in. Empty if it is complete. */
  methods: SignInMethod[];
  first: FirstFactor;
}

/** The columns of a user that a sign-in needs. */
export const FACTOR_COLUMNS = ['id', 'session_epoch', 'totp_enabled_at', 'code_channel'] as const;

export interface FactorUser {
  id: string;
  session_epoch: number;
  totp_enabled_at: string | null;
  code_channel: CodeChannel | null;
}

export interface SignInContext {
  /** Called before a sign-in sends a text message, which costs money. Throws if there have been too many. */
  countText(userId: string): Promise<void>;
  /** Returns the organisation that the user signs in to. A code is sent in its name. */
  organisationOf(userId: string): Promise<string | null>;
  /** The network from which the user signs in. */
  network: string;
  /** Called when the person has proved by other means that they own the account, so that others' wrong passwords no longer make them wait. */
  forgetGuesses(email: string): Promise<void>;
}

/** Hash to compare against if there is no account or no password, so that both cases take as long as a wrong password. */
const NOBODY = hashPassword(randomBytes(32).toString('base64url'));

/**
 * Checks the email address and the password. A password that may belong to a stranger (`proveByMailAlone`) requires a code by email. If the second factor is a
 * code, it is sent in the name of the organisation that the user signs in to.
 * @throws DomainError invalid_credentials, the same for an unknown email address and a wrong password
 */
export async function signIn({ db }: Pick<Tools, 'db'>, context: SignInContext, { email, password }: Shape<'LogIn'>): Promise<SignIn> {
  const user = await db
    .selectFrom('users')
    .select([...FACTOR_COLUMNS, 'password_hash'])
    .select(sql<boolean>`code_unless_from is not null and (code_unless_from = ${context.network} and code_unless_until > now()) is not true`.as('needs_code'))
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst();
  const matches = user?.password_hash ? await isPasswordOf(db, user, password) : await matchPassword(password, await NOBODY).then(() => false);
  if (!user || !matches) throw new DomainError('invalid_credentials', 'The email address or the password is wrong.');
  const methods = secondFactors(user);
  return continueSignIn(db, user, methods.length === 0 && user.needs_code ? ['email'] : methods, { byPassword: true }, context);
}

/** Continues after a correct first factor: completes the sign-in, or sends a code if `methods` require one. */
export async function continueSignIn(db: Executor, user: FactorUser, methods: SignInMethod[], first: FirstFactor, context: SignInContext): Promise<SignIn> {
  if (!methods.length) await finishSignIn(db, user.id, user.session_epoch, first);
  const channel = channelOf(methods);
  if (channel === 'sms') await context.countText(user.id);
  if (channel) await enqueue(db, CODE_TASKS[channel], { user_id: user.id, organisation_id: await context.organisationOf(user.id) });
  return { userId: user.id, epoch: user.session_epoch, methods, first };
}

/** Returns the methods for the second factor. An authenticator takes precedence over a code by email or SMS. */
export function secondFactors({ totp_enabled_at, code_channel }: FactorUser): SignInMethod[] {
  if (totp_enabled_at !== null) return ['totp', 'backup_code'];
  return code_channel ? [code_channel] : [];
}

const CODE_TASKS = { email: 'mail_sign_in_code', sms: 'sms_sign_in_code' } as const;

const channelOf = (methods: readonly SignInMethod[]): CodeChannel | undefined => methods.find((method) => method === 'email' || method === 'sms');

export const invalidCode = (): DomainError => new DomainError('invalid_code', 'The code is wrong or has already been used.');

/**
 * Consumes the code that was sent for a sign-in with these methods.
 * @throws DomainError invalid_code
 */
export async function useSignInCode(
  { db, keyring }: Pick<Tools, 'db' | 'keyring'>,
  { actorId: userId }: User,
  methods: readonly SignInMethod[],
  code: string,
): Promise<void> {
  const channel = channelOf(methods);
  if (!channel || !(await useCode(db, keyring, userId, channel, 'sign_in', code))) throw invalidCode();
}

/**
 * Sends another sign-in code.
 * @throws ValidationError if the channel is not one of the sign-in's methods
 */
export async function resendSignInCode(
  { db }: Pick<Tools, 'db'>,
  { actorId, organisation }: User & Pick<SessionUser, 'organisation'>,
  methods: readonly SignInMethod[],
  channel: CodeChannel,
): Promise<void> {
  if (channelOf(methods) !== channel)
    throw new ValidationError([{ field: 'channel', code: 'not_allowed', message: 'You cannot complete this sign-in through this channel.' }]);
  await enqueue(db, CODE_TASKS[channel], { user_id: actorId, organisation_id: organisation?.id ?? null });
}
