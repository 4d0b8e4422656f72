import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Origin } from '../../kernel/caller.ts';
import { ValidationError } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';
import { resetPassword } from './passwords.ts';
import { tellPerson } from './security-notices.ts';

/** Crockford's base 32: without I, L, O and U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 16;
const LIFETIME = '30 days';

/**
 * Creates a card for each of these users, which replaces their earlier card in this organisation, and returns the codes by user ID. A code is 80
 * random bits, in groups of four as it is printed; only its SHA-256 is stored. Anyone who holds a code can set the user's password, so issue cards
 * only for users whose accounts the organisation is entitled to hand out.
 */
export async function issueCards(trx: Executor, organisationId: string, userIds: readonly string[]): Promise<Map<string, string>> {
  const cards = new Map(userIds.map((userId) => [userId, randomCode()]));
  if (cards.size === 0) return cards;
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

/** Creates a card for one user, who is told of it, and returns its code. */
export async function issueCard(trx: Executor, organisationId: string, userId: string): Promise<string> {
  await tellPerson(trx, userId, { kind: 'card_made', organisationId });
  return (await issueCards(trx, organisationId, [userId])).get(userId) as string;
}

/**
 * Sets a new password with a printed card and ends every session of the user.
 * @throws ValidationError for the card or the password; the card stays usable if only the password is rejected
 */
export const resetPasswordWithCard = ({ db }: Pick<Tools, 'db'>, origin: Origin, code: string, password: string): Promise<void> =>
  resetPassword(db, { kind: 'card_used', origin }, password, (trx) => useCard(trx, code), invalidCard);

/**
 * Consumes a card. Of two concurrent calls only one succeeds. Returns undefined if the card is wrong, used or expired, or if its user has left the
 * organisation or joined another one: then this organisation is no longer entitled to hand out the account.
 */
const useCard = (trx: Executor, code: string): Promise<{ user_id: string; email: string } | undefined> =>
  trx
    .deleteFrom('credential_cards')
    .using(['users', 'memberships'])
    .whereRef('users.id', '=', 'credential_cards.user_id')
    .whereRef('memberships.organisation_id', '=', 'credential_cards.organisation_id')
    .whereRef('memberships.user_id', '=', 'credential_cards.user_id')
    .where('credential_cards.secret_hash', '=', hashCard(code))
    .where(
      sql<boolean>`not exists (select from memberships elsewhere where elsewhere.user_id = credential_cards.user_id
        and elsewhere.organisation_id <> credential_cards.organisation_id)`,
    )
    .where('credential_cards.expires_at', '>', sql<string>`now()`)
    .returning(['users.id as user_id', 'users.email'])
    .executeTakeFirst();

function randomCode(): string {
  const letters = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return (letters.match(/.{4}/g) as string[]).join('-');
}

/** Ignores spaces, hyphens and case, and reads letters that look like a digit as that digit. */
function hashCard(code: string): Buffer {
  const plain = code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return createHash('sha256').update(plain).digest();
}

const invalidCard = (): ValidationError => new ValidationError([{ field: 'card_code', code: 'invalid', message: 'The code is wrong, used or expired.' }]);
