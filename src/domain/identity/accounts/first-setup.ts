import { sql } from 'kysely';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import type { Person } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, Faults, ValidationError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { canonicalLanguage } from '../../kernel/locale.ts';
import type { Tools } from '../../kernel/tools.ts';
import { hasOrganisations } from '../../organisations/organisations/has-organisations.ts';
import { makeOrganisation } from '../../organisations/organisations/setup.ts';
import { insertUser } from './add-user.ts';
import { hashPassword } from './password.ts';
import { checkPassword } from './password-rules.ts';
import { hashToken, newToken } from './secrets.ts';
import type { SignIn } from './sign-in.ts';
import { isSignInName } from './sign-in-names.ts';
import { takeUnproved } from './sign-up.ts';

const LIFETIME = '24 hours';

/** The proof that somebody runs the service. */
export interface SetupProof {
  /** Whether the caller is at the service's own machine, and all of its data is stored there, too. */
  isOwnMachine: boolean;
  token: string | undefined;
}

/** Returns whether the service is waiting for its first organisation, and whether this caller may create it. */
export async function readSetup({ db }: Pick<Tools, 'db'>, { isOwnMachine, token }: SetupProof): Promise<Shape<'SetupState'>> {
  const [isDone, isUsed, isValid] = await Promise.all([isSetUp(db), hasOrganisations(db), token === undefined ? false : isTokenValid(db, token)]);
  const is_needed = !isDone && !isUsed;
  return { is_needed, is_open: (is_needed && isOwnMachine) || (!isDone && isValid) };
}

/**
 * Creates the first organisation with the account of its owner, whose address counts as verified without an email. If several calls are concurrent, one
 * succeeds. A link still works if somebody has signed up and set up an organisation before it was used.
 * @throws DomainError already_set_up
 * @throws ValidationError
 */
export async function setUpService(
  { db, base }: Pick<Tools, 'db' | 'base'>,
  origin: Pick<Person, 'requestId' | 'ip' | 'client'>,
  isOwnMachine: boolean,
  { token, email, password, name, language, organisation, subdomain, timezone, currency }: Shape<'ServiceSetup'>,
): Promise<{ signIn: SignIn; made: Shape<'TenantConfig'> }> {
  // No password is hashed for anybody else.
  const { is_open } = await readSetup({ db }, { isOwnMachine, token });
  if (!is_open) throw (await isOver(db, { isOwnMachine, token })) ? alreadySetUp() : new ValidationError([tokenFault(token)]);
  const faults = new Faults();
  const tag = canonicalLanguage(language, faults);
  await checkPassword(password, email, faults);
  if (isSignInName({ base }, email)) faults.add('email', 'reserved', 'This address cannot receive email.');
  faults.check();
  const password_hash = await hashPassword(password);
  return inTransaction(db, async (trx) => {
    const { numInsertedOrUpdatedRows: first } = await trx
      .insertInto('first_setup')
      .values({ is_done: true })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (first !== 1n) throw alreadySetUp();
    await trx.deleteFrom('setup_tokens').execute();
    const given = { name, password_hash, language: tag, timezone };
    const added = await insertUser(trx, { id: newId(), email, ...given, email_verified_at: sql<string>`now()` })
      .returning('id')
      .executeTakeFirst();
    if (added) await enqueue(trx, 'claim_guest_orders', { user_id: added.id });
    const userId = added?.id ?? (await takeUnproved(trx, origin, email, given));
    if (!userId)
      throw new ValidationError([{ field: 'email', code: 'taken', message: 'A verified account already uses this address. Sign in to that account.' }]);
    const { session_epoch: epoch } = await trx.selectFrom('users').select('session_epoch').where('id', '=', userId).executeTakeFirstOrThrow();
    const owner: Person = { actorType: 'user', actorId: userId, ...origin };
    const made = await makeOrganisation({ db: trx, base }, owner, { name: organisation, subdomain, timezone, language: tag, currency });
    return { signIn: { userId, epoch, methods: [], first: { byPassword: true } }, made };
  });
}

/** Makes a link for setting up the service. Returns null if the service already has an organisation. Earlier links remain valid. */
export async function makeSetupLink({ db, base }: Pick<Tools, 'db' | 'base'>): Promise<string | null> {
  const { is_needed } = await readSetup({ db }, { isOwnMachine: false, token: undefined });
  if (!is_needed) return null;
  const token = newToken();
  await db
    .insertInto('setup_tokens')
    .values({ secret_hash: hashToken(token), expires_at: sql<string>`now() + ${LIFETIME}::interval` })
    .execute();
  return `${base}/setup?token=${token}`;
}

/** Whether the setup is over: for everybody, or for callers at the service's own machine without a token. */
const isOver = async (db: Executor, { isOwnMachine, token }: SetupProof): Promise<boolean> =>
  (await isSetUp(db)) || (isOwnMachine && token === undefined && (await hasOrganisations(db)));

const isSetUp = async (db: Executor): Promise<boolean> => (await db.selectFrom('first_setup').select('is_done').executeTakeFirst()) !== undefined;

const isTokenValid = async (db: Executor, token: string): Promise<boolean> =>
  (await db
    .selectFrom('setup_tokens')
    .select('expires_at')
    .where('secret_hash', '=', hashToken(token))
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()) !== undefined;

const alreadySetUp = (): DomainError => new DomainError('already_set_up', 'The service already has an organisation.');

const tokenFault = (token: string | undefined) =>
  token === undefined
    ? { field: 'token', code: 'required' as const, message: 'Open the setup link that the service printed.' }
    : { field: 'token', code: 'invalid' as const, message: 'The setup link is wrong, has already been used or has expired.' };
