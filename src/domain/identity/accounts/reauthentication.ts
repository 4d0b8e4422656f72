import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { IdentityProviders, PendingSignIn } from '../../../platform/identity/identity-providers.ts';
import type { User } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, ValidationError } from '../../kernel/errors.ts';
import { enqueue } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { requirePassword } from './passwords.ts';
import { requireSameIdentity } from './provider-sign-in.ts';
import { type CodeChannel, useCode } from './secrets.ts';
import { useSecondFactor } from './totp.ts';

/** Time for which a proof is valid. */
const PROOF_MS = 10 * 60_000;

/** The moment at which the person who uses a session last proved that they are the user. Their sign-in is the first proof. */
export interface Proof {
  /** Milliseconds since 1970. */
  at: number;
  bySecondFactor: boolean;
}

type Method = Shape<'ReauthenticationMethod'>;

interface Ways {
  methods: Method[];
  /** The methods that suffice to change the second factor. */
  ofSecondFactor: Method[];
  hasSecondFactor: boolean;
  /** Names of providers, for the method `provider`. */
  providers: string[];
}

export const provedUntil = ({ at }: Proof): number => at + PROOF_MS;

const isFresh = (proof: Proof | undefined, now: number): proof is Proof => proof !== undefined && now < provedUntil(proof);

/** Returns the ways in which the user can prove who they are. */
async function waysOf(db: Executor, providers: IdentityProviders, userId: string): Promise<Ways> {
  const user = await db
    .selectFrom('users')
    .select(['email_verified_at', 'totp_enabled_at', 'code_channel', sql<boolean>`password_hash is not null`.as('has_password')])
    .select(sql<string[]>`array(select issuer from user_identities where user_id = users.id)`.as('issuers'))
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const names = providers.namesOf(user.issuers);
  const hasTotp = user.totp_enabled_at !== null;
  const channel = hasTotp ? null : user.code_channel;
  const factor: Method[] = hasTotp ? ['totp', 'backup_code'] : channel === 'sms' ? ['sms'] : [];
  const email: Method[] = user.email_verified_at === null ? [] : ['email'];
  const methods: Method[] = [...(user.has_password ? ['password' as const] : []), ...factor, ...email, ...(names.length ? ['provider' as const] : [])];
  return {
    methods,
    // Phones get lost. If the second factor is a text message, a code by email replaces it.
    ofSecondFactor: hasTotp ? factor : channel === null ? methods : [...factor, ...email],
    hasSecondFactor: hasTotp || channel !== null,
    providers: names,
  };
}

/**
 * Requires a proof that is not older than ten minutes, for an operation that changes authentication data or the user's property.
 * @param ofSecondFactor whether the operation changes the second factor, which must then be the proof if there is one
 * @throws DomainError reauthentication_required
 */
export async function requireFreshProof(
  { db, clock, providers }: Pick<Tools, 'db' | 'clock' | 'providers'>,
  { actorId: userId }: User,
  proof: Proof | undefined,
  ofSecondFactor = false,
): Promise<void> {
  const hasProof = isFresh(proof, clock.now());
  if (hasProof && (proof.bySecondFactor || !ofSecondFactor)) return;
  const ways = await waysOf(db, providers, userId);
  if (hasProof && !ways.hasSecondFactor) return;
  const methods = ofSecondFactor ? ways.ofSecondFactor : ways.methods;
  throw new DomainError('reauthentication_required', 'Confirm your identity with one of the methods listed in `methods`.', {
    methods,
    providers: methods.includes('provider') ? ways.providers : [],
  });
}

/** Returns until when the proof of a session is valid, and the ways to give another one. */
export async function readReauthentication(
  { db, clock, providers }: Pick<Tools, 'db' | 'clock' | 'providers'>,
  { actorId: userId }: User,
  proof: Proof | undefined,
): Promise<Shape<'ReauthenticationState'>> {
  const ways = await waysOf(db, providers, userId);
  const until = isFresh(proof, clock.now()) ? new Date(provedUntil(proof)).toISOString() : null;
  return {
    proved_until: until,
    second_factor_proved_until: proof?.bySecondFactor || !ways.hasSecondFactor ? until : null,
    methods: ways.methods,
    second_factor_methods: ways.ofSecondFactor,
    providers: ways.providers,
  };
}

/**
 * Checks a proof. Returns whether it was given by the second factor.
 * @param pending the sign-in with a provider that the browser has started for this proof, if any
 * @throws ValidationError for a way that the user does not have, or a wrong password or code
 * @throws DomainError provider_refused, provider_unreachable
 */
export async function proveAgain(
  tools: Pick<Tools, 'db' | 'keyring' | 'clock' | 'providers'>,
  user: User,
  { method, password, code, provider, callback_url: callbackUrl }: Shape<'Reauthentication'>,
  pending: PendingSignIn | null,
): Promise<Omit<Proof, 'at'>> {
  const { db, keyring } = tools;
  const { ofSecondFactor, hasSecondFactor } = await requireWay(tools, user, method);
  if (method === 'provider')
    await requireSameIdentity(tools, user, { provider: given(provider, 'provider'), callbackUrl: given(callbackUrl, 'callback_url'), pending });
  else if (method === 'password') await requirePassword(db, user.actorId, given(password, 'password'));
  else {
    const text = given(code, 'code');
    const isRight =
      method === 'email' || method === 'sms'
        ? await useCode(db, keyring, user.actorId, method, 'reauthenticate', text)
        : await useSecondFactor(tools, user, text);
    if (!isRight) throw new ValidationError([{ field: 'code', code: 'invalid', message: 'The code is wrong, has already been used or has expired.' }]);
  }
  return { bySecondFactor: hasSecondFactor && ofSecondFactor.includes(method) };
}

/** @throws ValidationError if the user does not have this way to prove who they are */
export async function requireWay({ db, providers }: Pick<Tools, 'db' | 'providers'>, { actorId }: User, method: Method, field = 'method'): Promise<Ways> {
  const ways = await waysOf(db, providers, actorId);
  if (!ways.methods.includes(method)) throw new ValidationError([{ field, code: 'not_allowed', message: 'This method is not available for the account.' }]);
  return ways;
}

const CODE_TASKS = { email: 'mail_reauthentication_code', sms: 'sms_reauthentication_code' } as const;

/**
 * Sends a code for a proof.
 * @throws ValidationError if the user cannot prove themselves by this channel
 */
export async function sendReauthenticationCode(tools: Pick<Tools, 'db' | 'providers'>, user: User, channel: CodeChannel): Promise<void> {
  await requireWay(tools, user, channel, 'channel');
  await enqueue(tools.db, CODE_TASKS[channel], { user_id: user.actorId });
}

/** @throws ValidationError */
function given(value: string | undefined, field: string): string {
  if (value === undefined) throw new ValidationError([{ field, code: 'required', message: 'This method requires this field.' }]);
  return value;
}
