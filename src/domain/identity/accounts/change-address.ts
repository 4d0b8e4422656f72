import { sql } from 'kysely';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import type { Person, User } from '../../kernel/caller.ts';
import { emailKey } from '../../kernel/email-key.ts';
import { Faults } from '../../kernel/errors.ts';
import { enqueue } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { proveAddress } from './prove-address.ts';
import { issueToken, useToken } from './secrets.ts';
import { tellPerson } from './security-notices.ts';
import { isSignInName } from './sign-in-names.ts';
import { invalidToken } from './sign-up.ts';
import { lockForAddress, takeAddress } from './take-address.ts';

/** For how long a change waits: as long as the token that proves the address works. */
const LIFETIME = '24 hours';

/** Whether a row of `email_changes` still waits for its proof. What ends all sessions of the user has ended it, too. */
const isWaiting = sql<boolean>`(email_changes.expires_at > now() and email_changes.session_epoch = users.session_epoch)`;

/** The address that a row of `users` is to get as soon as it is proved, or null. */
export const pendingAddress = sql<string | null>`(select email from email_changes where email_changes.user_id = users.id and ${isWaiting})`;

/**
 * Asks for another address of the account. It changes nothing until the address is proved, replaces what was asked for before, and the person is told at the
 * address that they have. Whether the new one has an account is found out by the job that mails, so that neither the answer nor its time reveals it.
 * @param user with the epoch of the session
 * @throws ValidationError
 */
export async function requestAddressChange({ db, base }: Pick<Tools, 'db' | 'base'>, user: Person & { epoch: number }, email: string): Promise<void> {
  const { actorId: userId } = user;
  const faults = new Faults();
  if (isSignInName({ base }, email)) faults.add('email', 'reserved', 'Nobody receives emails at this address.');
  faults.check();
  await inTransaction(db, async (trx) => {
    const account = await lockAccount(trx, userId);
    if (account.email_key === emailKey(email)) faults.add('email', 'not_allowed', 'The account already has this address.');
    faults.check();
    // If the session has just ended, nothing comes of the request.
    const change = { email, session_epoch: user.epoch, created_at: sql<string>`now()`, expires_at: sql<string>`now() + ${LIFETIME}::interval` };
    await trx
      .insertInto('email_changes')
      .values({ user_id: userId, ...change })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
      .execute();
    await forgetTokens(trx, userId);
    if (account.has_mailbox) await tellPerson(trx, userId, { kind: 'address_change_requested', origin: user });
    await enqueue(trx, 'mail_address_change', { user_id: userId }, { key: `address ${userId}` });
  });
}

const lockAccount = (trx: Executor, userId: string) =>
  trx.selectFrom('users').select(['email_key', 'email_verified_at', 'has_mailbox']).where('id', '=', userId).forUpdate().executeTakeFirstOrThrow();

/** Has the mailed link stop working. */
const forgetTokens = (trx: Executor, userId: string) =>
  trx.deleteFrom('user_tokens').where('user_id', '=', userId).where('purpose', '=', 'change_email').execute();

/** Gives up a change that waits, if there is one. */
export const withdrawAddressChange = ({ db }: Pick<Tools, 'db'>, { actorId: userId }: User): Promise<void> =>
  inTransaction(db, async (trx) => {
    await lockAccount(trx, userId);
    await trx.deleteFrom('email_changes').where('user_id', '=', userId).execute();
    await forgetTokens(trx, userId);
  });

/** What is mailed to an address that somebody wants: the token that proves it, or else a note to whoever has verified it. */
export type AddressProof = { email: string; token: string } | { holderId: string };

/** Issues the token of a change that waits. Returns undefined if none does. The token replaces an earlier one. */
export const issueAddressProof = (db: Database, userId: string): Promise<AddressProof | undefined> =>
  inTransaction(db, async (trx) => {
    const change = await trx
      .selectFrom('users')
      .innerJoin('email_changes', 'email_changes.user_id', 'users.id')
      .select('email_changes.email')
      .where('users.id', '=', userId)
      .where(isWaiting)
      .forUpdate('users')
      .executeTakeFirst();
    if (!change) return undefined;
    const { email } = change;
    const holder = await trx
      .selectFrom('users')
      .select('id')
      .where('email_key', '=', emailKey(email))
      .where('email_verified_at', 'is not', null)
      .executeTakeFirst();
    return holder ? { holderId: holder.id } : { email, token: await issueToken(trx, 'change_email', { id: userId, email }) };
  });

/**
 * Changes the address of the account to the one whose mailed token proves it. That takes a session of the account, too: whoever receives the mail may be a
 * stranger to the account, and must not be talked into giving it their address. As after a change of the password, all other sessions end. What was
 * mailed to the old address before no longer works there; instead, its owner is told, and can get the account back if it was verified.
 * @returns the epoch under which the caller's own session continues, and the new address
 * @throws ValidationError for the token (invalid, or taken: the address has got an account meanwhile); a valid token stays usable
 */
export const confirmAddressChange = ({ db }: Pick<Tools, 'db'>, user: Person, token: string): Promise<{ epoch: number; email: string }> => {
  const { actorId: userId } = user;
  return inTransaction(db, async (trx) => {
    const asked = await trx.selectFrom('email_changes').select('email').where('user_id', '=', userId).executeTakeFirst();
    if (!asked) throw invalidToken();
    await lockForAddress(trx, userId, asked.email);
    const account = await lockAccount(trx, userId);
    const change = await trx
      .deleteFrom('email_changes')
      .using('users')
      .whereRef('users.id', '=', 'email_changes.user_id')
      .where('users.id', '=', userId)
      .where(isWaiting)
      .returning('email_changes.email')
      .executeTakeFirst();
    const used = change && (await useToken(trx, 'change_email', token));
    if (!used || used.user_id !== userId || used.email !== change.email) throw invalidToken();
    const { email } = used;
    if (account.has_mailbox) await tellPerson(trx, userId, { kind: 'address_changed', isRestorable: account.email_verified_at !== null, origin: user });
    await takeAddress(trx, userId, account.email_key, email, 'token');
    await forgetMailed(trx, userId);
    const { session_epoch } = await trx
      .updateTable('users')
      .set({ email_verified_at: sql<string>`now()`, needs_mail_domain: false, session_epoch: sql<number>`session_epoch + 1` })
      .where('id', '=', userId)
      .returning('session_epoch')
      .executeTakeFirstOrThrow();
    await proveAddress(trx, userId, user);
    return { epoch: session_epoch, email };
  });
};

/** Forgets what was mailed to an address that the account no longer has, except what brings it back. */
export async function forgetMailed(trx: Executor, userId: string): Promise<void> {
  await trx.deleteFrom('user_tokens').where('user_id', '=', userId).where('purpose', '<>', 'restore_email').execute();
  await trx.deleteFrom('user_codes').where('user_id', '=', userId).execute();
}
