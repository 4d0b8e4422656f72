import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Origin } from '../../kernel/caller.ts';
import { DomainError, ValidationError } from '../../kernel/errors.ts';
import { isInHandsOf } from '../../kernel/ownership.ts';
import type { Tools } from '../../kernel/tools.ts';
import { provedAddresses } from '../../organisations/organisations/mail-domains.ts';
import { type ResetAccount, resetPassword } from './passwords.ts';
import { tellPerson } from './security-notices.ts';

/** Crockford's base 32: without I, L, O and U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 16;
const LIFETIME = '30 days';

/**
 * Creates a card for each of these users, which replaces their earlier card, and returns the codes by user ID. A code consists of 80 random bits, printed in
 * groups of four characters; only its SHA-256 is stored. Anyone who holds a code can set the user's password, so cards are made only for accounts under the
 * authority of the organisation and, if an account was made because of a mail domain, only while the organisation has that domain. Locks the users, so that
 * none of them makes the account their own in the meantime, but not their keys, on which two imports that enrol the same people already hold shared locks.
 * @throws DomainError account_is_personal, mail_domain_unproved
 */
export async function issueCards(trx: Executor, organisationId: string, userIds: readonly string[]): Promise<Map<string, string>> {
  const cards = new Map(userIds.map((userId) => [userId, randomCode()]));
  if (cards.size === 0) return cards;
  const held = await trx
    .selectFrom('users')
    .select(['email', 'needs_mail_domain'])
    .where('id', '=', sql<string>`any(${[...cards.keys()]}::uuid[])`)
    .where(isInHandsOf(organisationId))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  if (held.length < cards.size) throw accountIsPersonal();
  if (!(await haveMailDomains(trx, organisationId, held)))
    throw new DomainError('mail_domain_unproved', "The organisation no longer controls the address's mail domain.");
  await trx
    .insertInto('credential_cards')
    .columns(['organisation_id', 'user_id', 'secret_hash', 'expires_at'])
    .expression(
      sql`select ${organisationId}::uuid, user_id, secret_hash, now() + ${LIFETIME}::interval
        from unnest(${[...cards.keys()]}::uuid[], ${[...cards.values()].map(hashCard)}::bytea[]) given (user_id, secret_hash)`,
    )
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'user_id']).doUpdateSet(({ ref }) => ({
        secret_hash: ref('excluded.secret_hash'),
        expires_at: ref('excluded.expires_at'),
        created_at: sql<string>`now()`,
      })),
    )
    .execute();
  return cards;
}

/** Creates a card for one user, notifies them, and returns its code. */
export async function issueCard(trx: Executor, organisationId: string, userId: string): Promise<string> {
  await tellPerson(trx, userId, { kind: 'card_made', organisationId });
  return (await issueCards(trx, organisationId, [userId])).get(userId) as string;
}

/**
 * Sets a new password with a printed card and ends every session of the user.
 * @throws ValidationError for the card or the password; the card stays usable if only the password is rejected
 * @throws DomainError account_is_personal
 */
export const resetPasswordWithCard = ({ db }: Pick<Tools, 'db'>, origin: Origin, code: string, password: string): Promise<ResetAccount> =>
  resetPassword(db, { kind: 'card_used', origin }, password, (trx) => useCard(trx, code), invalidCard);

/**
 * Consumes a card. If two calls are concurrent, only one succeeds. Returns undefined if the card is wrong, used or expired, if its user is no longer a learner
 * of the organisation, or if the organisation no longer has the mail domain because of which the account was made. Locks the user first, so that the use of a
 * card and a person who makes the account their own wait for each other.
 * @throws DomainError account_is_personal
 */
async function useCard(trx: Executor, code: string): Promise<{ user_id: string; email: string } | undefined> {
  const card = await trx.selectFrom('credential_cards').select(['organisation_id', 'user_id']).where('secret_hash', '=', hashCard(code)).executeTakeFirst();
  if (!card) return undefined;
  const user = await trx
    .selectFrom('users')
    .select(['id as user_id', 'email', 'needs_mail_domain', isInHandsOf(card.organisation_id).as('is_held')])
    .where('id', '=', card.user_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const used = await trx
    .deleteFrom('credential_cards')
    .using('memberships')
    .whereRef('memberships.organisation_id', '=', 'credential_cards.organisation_id')
    .whereRef('memberships.user_id', '=', 'credential_cards.user_id')
    .where('memberships.role', '=', 'learner')
    .where('credential_cards.secret_hash', '=', hashCard(code))
    .where('credential_cards.expires_at', '>', sql<string>`now()`)
    .returning('credential_cards.user_id')
    .executeTakeFirst();
  if (used && !user.is_held) throw accountIsPersonal();
  return used && (await haveMailDomains(trx, card.organisation_id, [user])) ? user : undefined;
}

/** Whether the organisation still has the mail domains because of which it made any of these accounts. */
async function haveMailDomains(trx: Executor, organisationId: string, users: readonly { email: string; needs_mail_domain: boolean }[]): Promise<boolean> {
  const bound = users.filter((user) => user.needs_mail_domain);
  if (bound.length === 0) return true;
  const isProved = await provedAddresses(trx, organisationId);
  return bound.every(({ email }) => isProved(email));
}

export const accountIsPersonal = (): DomainError =>
  new DomainError('account_is_personal', 'The account is personal. Only its owner can set the password, using a link sent by email.');

function randomCode(): string {
  const letters = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return (letters.match(/.{4}/g) as string[]).join('-');
}

/** Returns the hash of a code. Ignores spaces, hyphens and case, and reads letters that look like a digit as that digit. */
function hashCard(code: string): Buffer {
  const plain = code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return createHash('sha256').update(plain).digest();
}

const invalidCard = (): ValidationError =>
  new ValidationError([{ field: 'card_code', code: 'invalid', message: 'The code is wrong, has already been used or has expired.' }]);
