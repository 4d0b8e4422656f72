import { type InsertObject, sql } from 'kysely';
import type { DB } from '../../../../generated/database.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import { emailKey } from '../../kernel/email-key.ts';
import { newId } from '../../kernel/ids.ts';

type NewUser = Omit<InsertObject<DB, 'users'>, 'email' | 'email_key'> & { email: string };

/** Returns the statement that creates an account, unless the email address already has one. */
export const insertUser = (trx: Executor, user: NewUser) =>
  trx
    .insertInto('users')
    .values({ ...user, email_key: emailKey(user.email) })
    .onConflict((conflict) => conflict.column('email_key').doNothing());

/** Creates an account. The caller must know that no other account has the email address. */
export async function addUser(trx: Executor, user: NewUser): Promise<void> {
  await insertUser(trx, user).executeTakeFirstOrThrow();
}

interface MadeUser {
  email: string;
  name: string;
  /** Whether the person receives emails at the address, which belongs to a mail domain of the organisation. Otherwise it is only a name to sign in with. */
  hasMailbox: boolean;
}

/**
 * Creates accounts without a password on behalf of an organisation, except for email addresses that already have one. Returns the IDs of the new accounts by
 * `emailKey`. The addresses must have different keys.
 */
export async function addUsers(trx: Executor, organisationId: string, users: readonly MadeUser[]): Promise<Map<string, string>> {
  if (users.length === 0) return new Map();
  const rows = users
    .map(({ email, name, hasMailbox }) => ({ id: newId(), email, name, email_key: emailKey(email), has_mailbox: hasMailbox }))
    .sort((a, b) => (a.email_key < b.email_key ? -1 : 1));
  const made = await trx
    .insertInto('users')
    .columns(['id', 'email', 'name', 'email_key', 'has_mailbox', 'needs_mail_domain', 'made_by_organisation_id'])
    .expression(
      sql`select id, email, name, email_key, has_mailbox, has_mailbox, ${organisationId}::uuid
        from json_to_recordset(${JSON.stringify(rows)}::json) given (id uuid, email text, name text, email_key text, has_mailbox boolean)`,
    )
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning(['id', 'email_key'])
    .execute();
  return new Map(made.map(({ id, email_key }) => [email_key, id]));
}
