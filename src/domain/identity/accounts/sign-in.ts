import { randomBytes } from 'node:crypto';
import type { Executor } from '../../../platform/database/connect.ts';
import type { User } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, ValidationError } from '../../kernel/errors.ts';
import { enqueue } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { type CodeChannel, useCode } from './secrets.ts';
import type { SessionUser } from './session-user.ts';

export type SignInMethod = Shape<'SignInResult'>['methods'][number];

export interface SignIn {
  userId: string;
  /** Sessions of an older epoch are over. */
  epoch: number;
  /** What can finish the sign-in; empty when it is finished. */
  methods: SignInMethod[];
}

/** What of a user a sign-in looks at. */
export const FACTOR_COLUMNS = ['id', 'session_epoch', 'totp_enabled_at', 'code_channel'] as const;

export interface FactorUser {
  id: string;
  session_epoch: number;
  totp_enabled_at: string | null;
  code_channel: CodeChannel | null;
}

export interface SignInContext {
  /** Called before a sign-in sends a text message, which costs money; throws where there were too many. */
  countText(userId: string): Promise<void>;
  /** The organisation that the user comes to, in whose name a code is sent. */
  organisationOf(userId: string): Promise<string | null>;
}

/** Stands in where there is no account or no password, so that both take as long as a wrong password. */
const NOBODY = hashPassword(randomBytes(32).toString('base64url'));

/**
 * Checks address and password. Where the second factor is a code, it is on its way, in the name of the organisation that the user comes to.
 * @throws DomainError invalid_credentials, the same for an unknown address and a wrong password
 */
export async function signIn({ db }: Pick<Tools, 'db'>, context: SignInContext, { email, password }: Shape<'LogIn'>): Promise<SignIn> {
  const user = await db
    .selectFrom('users')
    .select([...FACTOR_COLUMNS, 'password_hash'])
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst();
  const matches = await verifyPassword(password, user?.password_hash ?? (await NOBODY));
  if (!user?.password_hash || !matches) throw new DomainError('invalid_credentials', 'Wrong address or password.');
  return continueSignIn(db, user, secondFactors(user), context);
}

/** After a first factor that was right: finishes the sign-in, or sends the code where `methods` say so. */
export async function continueSignIn(db: Executor, user: FactorUser, methods: SignInMethod[], context: SignInContext): Promise<SignIn> {
  if (!methods.length) await finishSignIn({ db }, { actorId: user.id });
  const channel = channelOf(methods);
  if (channel === 'sms') await context.countText(user.id);
  if (channel) await enqueue(db, CODE_TASKS[channel], { user_id: user.id, organisation_id: await context.organisationOf(user.id) });
  return { userId: user.id, epoch: user.session_epoch, methods };
}

/** An authenticator goes before a code by e-mail or SMS. */
export function secondFactors({ totp_enabled_at, code_channel }: FactorUser): SignInMethod[] {
  if (totp_enabled_at !== null) return ['totp', 'backup_code'];
  return code_channel ? [code_channel] : [];
}

const CODE_TASKS = { email: 'mail_sign_in_code', sms: 'sms_sign_in_code' } as const;

const channelOf = (methods: readonly SignInMethod[]): CodeChannel | undefined => methods.find((method) => method === 'email' || method === 'sms');

export const invalidCode = (): DomainError => new DomainError('invalid_code', 'Wrong or used code.');

/**
 * Uses up the code that was sent for a sign-in with these methods.
 * @throws DomainError invalid_code
 */
export async function useSignInCode(
  { db, keyring }: Pick<Tools, 'db' | 'keyring'>,
  { actorId: userId }: User,
  methods: readonly SignInMethod[],
  code: string,
): Promise<void> {
  const channel = channelOf(methods);
  if (!channel || !(await useCode(db, keyring, userId, channel, code))) throw invalidCode();
}

/**
 * Sends another sign-in code.
 * @throws ValidationError for a channel that is none of the sign-in's methods
 */
export async function resendSignInCode(
  { db }: Pick<Tools, 'db'>,
  { actorId, organisation }: User & Pick<SessionUser, 'organisation'>,
  methods: readonly SignInMethod[],
  channel: CodeChannel,
): Promise<void> {
  if (channelOf(methods) !== channel) throw new ValidationError([{ field: 'channel', code: 'not_allowed', message: 'Not a way to finish this sign-in.' }]);
  await enqueue(db, CODE_TASKS[channel], { user_id: actorId, organisation_id: organisation?.id ?? null });
}
