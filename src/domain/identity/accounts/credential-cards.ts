import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { ValidationError } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';
import { resetPassword } from './passwords.ts';

/** Crockford's base 32: without I, L, O and U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 16;
const LIFETIME = '30 days';

/**
 * Makes a card for each user of an organisation, in place of their earlier ones there, and returns each one's code by user. A code is 80 random bits, in groups
 * of four as it is printed; only its SHA-256 is stored. Whoever holds it can set the user's password: issue it only for users whose accounts are the
 * organisation's to give.
 */
export async function issueCards(trx: Executor, organisationId: string, userIds: readonly string[]): Promise<Map<string, string>> {
  const cards = new Map(userIds.map((userId) => [userId, randomCode()]));
  if (cards.size === 0) return cards;
  await trx
    .insertInto('credential_cards')
    .values(
      [...cards].map(([user_id, code]) => ({
        organisation_id: organisationId,
        user_id,
        secret_hash: hashCard(code),
        expires_at: sql<string>`now() + ${LIFETIME}::interval`,
      })),
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

/** One card, for one user. */
export async function issueCard(trx: Executor, organisationId: string, userId: string): Promise<string> {
  return (await issueCards(trx, organisationId, [userId])).get(userId) as string;
}

/**
 * Sets a new password with a printed card, and ends every session of the user.
 * @throws ValidationError for the card, which stays usable when only the password is refused
 */
export const resetPasswordWithCard = ({ db }: Pick<Tools, 'db'>, code: string, password: string): Promise<void> =>
  resetPassword(db, password, (trx) => useCard(trx, code), invalidCard);

/**
 * Uses a card up. Of two at once one gets it. Undefined when it is wrong, used or expired, or when its user has left the organisation or joined another:
 * their account is then not this organisation's to give.
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

/** Written with spaces, hyphens or small letters, or with letters that look like a digit, a code is the same. */
function hashCard(code: string): Buffer {
  const plain = code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return createHash('sha256').update(plain).digest();
}

const invalidCard = (): ValidationError => new ValidationError([{ field: 'card_code', code: 'invalid', message: 'Wrong, used or expired.' }]);
