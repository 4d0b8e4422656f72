import { sql } from 'kysely';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { lockUntilEnd } from '../../../platform/database/locks.ts';
import {
  type IdentityProviders,
  type PendingSignIn,
  type ProvidedIdentity,
  ProviderRefusedError,
  ProviderUnreachableError,
} from '../../../platform/identity/identity-providers.ts';
import type { Origin, User } from '../../kernel/caller.ts';
import { emailKey } from '../../kernel/email-key.ts';
import { DomainError, ValidationError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { oneLine } from '../../kernel/one-line.ts';
import type { Tools } from '../../kernel/tools.ts';
import { insertUser } from './add-user.ts';
import { isEmailAddress } from './email-address.ts';
import { handOver } from './hand-over.ts';
import { linkIdentity, storeIdentity } from './link-identity.ts';
import { continueSignIn, FACTOR_COLUMNS, type FactorUser, type SignIn, type SignInContext, secondFactors } from './sign-in.ts';
import { isSignInName } from './sign-in-names.ts';

const LONGEST_NAME = 200;

/**
 * Performs the first step: returns the URL to send the browser to, and the data with which the browser must return.
 * @throws ValidationError for an unknown provider
 * @throws DomainError provider_unreachable
 */
export async function beginProviderSignIn({ providers }: Pick<Tools, 'providers'>, provider: string, redirectUri: string) {
  requireProvider(providers, provider);
  return providers.begin(provider, redirectUri).catch(refuse);
}

export interface ProviderAnswer {
  provider: string;
  callbackUrl: string;
  /** The sign-in that this browser started, if any. */
  pending: PendingSignIn | null;
}

/**
 * Performs the first step of a proof by a provider, where the person must sign in again.
 * @throws ValidationError for an unknown provider
 * @throws DomainError provider_unreachable
 */
export async function beginProviderProof({ providers }: Pick<Tools, 'providers'>, provider: string, redirectUri: string) {
  requireProvider(providers, provider);
  return providers.begin(provider, redirectUri, true).catch(refuse);
}

/**
 * Performs the second step of a proof: requires that the provider vouches for an identity of this user, who has just signed in there.
 * @throws ValidationError for an unknown provider
 * @throws DomainError provider_refused, provider_unreachable
 */
export async function requireSameIdentity(
  { db, providers }: Pick<Tools, 'db' | 'providers'>,
  { actorId }: User,
  { provider, callbackUrl, pending }: ProviderAnswer,
): Promise<void> {
  requireProvider(providers, provider);
  if (pending?.provider !== provider || pending.after === undefined) throw refused();
  const identity = await providers.finish(pending, callbackUrl).catch(refuse);
  if ((await knownUser(db, identity))?.id !== actorId) throw refused();
}

/**
 * Performs the second step: signs in to the account of the person whom the provider vouches for. A second factor of the account is required as usual.
 * @throws ValidationError for an unknown provider
 * @throws DomainError provider_refused, provider_email_unverified, provider_unreachable
 */
export async function finishProviderSignIn(
  { db, providers, base }: Pick<Tools, 'db' | 'providers' | 'base'>,
  context: SignInContext,
  origin: Origin,
  { provider, callbackUrl, pending }: ProviderAnswer,
): Promise<SignIn> {
  requireProvider(providers, provider);
  if (pending?.provider !== provider) throw refused();
  const identity = await providers.finish(pending, callbackUrl).catch(refuse);
  const known = await knownUser(db, identity);
  const user = known ?? (await userVouchedFor({ db, base }, origin, identity));
  const { issuer, subject } = identity;
  const first = { byPassword: false, ...(known ? {} : { identity: { issuer, subject } }) };
  return continueSignIn(db, user, secondFactors(user), first, context);
}

function requireProvider({ names }: IdentityProviders, provider: string): void {
  if (!names.includes(provider)) throw new ValidationError([{ field: 'provider', code: 'unknown', message: 'The service does not support this provider.' }]);
}

const refused = (): DomainError => new DomainError('provider_refused', 'The provider did not confirm this sign-in.');

function refuse(error: unknown): never {
  if (error instanceof ProviderRefusedError) throw refused();
  if (error instanceof ProviderUnreachableError) throw new DomainError('provider_unreachable', 'The provider is not responding.').causedBy(error);
  throw error;
}

const knownUser = (db: Executor, { issuer, subject }: ProvidedIdentity): Promise<FactorUser | undefined> =>
  db
    .selectFrom('users')
    .innerJoin('user_identities', 'user_identities.user_id', 'users.id')
    .select(FACTOR_COLUMNS)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();

/**
 * Links the identity to the account with its email address, or to a new account, and returns the account. If the account requires a second factor, the identity
 * is linked only after that (`finishWithSecondFactor`). If two calls for one identity are concurrent, the second finds the account that the first linked.
 */
async function userVouchedFor({ db, base }: { db: Database; base: string }, origin: Origin, identity: ProvidedIdentity): Promise<FactorUser> {
  const { issuer, subject, email, emailVerified, name } = identity;
  if (email === null || !emailVerified || !isEmailAddress(email) || isSignInName({ base }, email))
    throw new DomainError('provider_email_unverified', 'The provider has not verified your email address.');
  return inTransaction(db, async (trx) => {
    await lockUntilEnd(trx, 'provided_identity', `${issuer} ${subject}`);
    const known = await knownUser(trx, identity);
    if (known) return known;
    const made = await newUser(trx, email, name);
    if (made) {
      await storeIdentity(trx, made.id, identity);
      return made;
    }
    const user = await userWithAddress(trx, origin, email);
    if (!secondFactors(user).length) await linkIdentity(trx, user.id, identity, origin);
    return user;
  });
}

/** Creates an account without a password. The user can set one by resetting it by email. Returns undefined if the address already has an account. */
async function newUser(trx: Executor, email: string, name: string | null): Promise<FactorUser | undefined> {
  const user = await insertUser(trx, { id: newId(), email, name: nameOf(name) || nameOf(email), email_verified_at: sql<string>`now()` })
    .returning(FACTOR_COLUMNS)
    .executeTakeFirst();
  if (user) await enqueue(trx, 'claim_guest_orders', { user_id: user.id });
  return user;
}

/** Reduces a name from an external source to a form that can be stored. */
const nameOf = (text: string | null): string => [...oneLine((text ?? '').toWellFormed().replaceAll('\0', '')).trim()].slice(0, LONGEST_NAME).join('');

async function userWithAddress(trx: Executor, origin: Origin, email: string): Promise<FactorUser> {
  const { id } = await trx.selectFrom('users').select('id').where('email_key', '=', emailKey(email)).forUpdate().executeTakeFirstOrThrow();
  await handOver(trx, id, origin);
  return trx.selectFrom('users').select(FACTOR_COLUMNS).where('id', '=', id).executeTakeFirstOrThrow();
}
