import { DatabaseError } from 'pg';
import type { Executor } from '../../../platform/database/connect.ts';
import { emailKey } from '../../kernel/email-key.ts';
import { ValidationError } from '../../kernel/errors.ts';
import { releaseAddresses } from './hand-over.ts';

/**
 * Locks an account and those that hold an address without a proof, in the order in which everybody locks accounts, before `takeAddress` changes both. Two
 * people who take each other's address would otherwise wait for each other.
 */
export async function lockForAddress(trx: Executor, userId: string, email: string): Promise<void> {
  await trx
    .selectFrom('users')
    .select('id')
    .where((eb) => eb.or([eb('id', '=', userId), eb.and([eb('email_key', '=', emailKey(email)), eb('email_verified_at', 'is', null)])]))
    .orderBy('id')
    .forUpdate()
    .execute();
}

/**
 * Makes an address that its owner has just proved the one of an account. Another account that holds it without a proof loses it. One that has verified it stays
 * as it is, and nothing is merged.
 * @param before the `emailKey` of the address that the account has
 * @throws ValidationError for `field` (taken: the address has another account)
 */
export async function takeAddress(trx: Executor, userId: string, before: string, email: string, field: string): Promise<void> {
  const email_key = emailKey(email);
  if (before !== email_key) await releaseAddresses(trx, [email_key]);
  await trx
    .updateTable('users')
    .set({ email, email_key, has_mailbox: true })
    .where('id', '=', userId)
    .execute()
    .catch((error: unknown) => {
      if (!(error instanceof DatabaseError) || error.constraint !== 'users_email_key') throw error;
      throw new ValidationError([{ field, code: 'taken', message: 'This address has an account already.' }]);
    });
}
