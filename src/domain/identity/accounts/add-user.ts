import { type InsertObject, sql } from 'kysely';
import type { DB } from '../../../../generated/database.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import { emailKey } from '../../kernel/email-key.ts';
import { newId } from '../../kernel/ids.ts';

type NewUser = Omit<InsertObject<DB, 'users'>, 'email' | 'email_key'> & { email: string };

/** The statement that creates an account, unless the email address already has one. */
export const insertUser = (trx: Executor, user: NewUser) =>
  trx
    .insertInto('users')
    .values({ ...user, email_key: emailKey(user.email) })
    .onConflict((conflict) => conflict.column('email_key').doNothing());

/** Creates an account. The caller must know that no other account has the email address. */
export async function addUser(trx: Executor, user: NewUser): Promise<void> {
  await insertUser(trx, user).executeTakeFirstOrThrow();
}

/**
 * Creates accounts without a password that an organisation makes, unless their email addresses have one, and returns the IDs of all by `emailKey`. The addresses must differ in their keys.
 */
export async function addUsers(
  trx: Executor,
  organisationId: string,
  users: readonly { email: string; name: string }[],
): Promise<Map<string, { id: string; isNew: boolean }>> {
  if (users.length === 0) return new Map();
  const rows = users.map(({ email, name }) => ({ id: newId(), email, name, email_key: emailKey(email) })).sort((a, b) => (a.email_key < b.email_key ? -1 : 1));
  const column = (name: keyof (typeof rows)[number]) => rows.map((row) => row[name]);
  const made = await trx
    .insertInto('users')
    .columns(['id', 'email', 'name', 'email_key', 'made_by_organisation_id'])
    .expression(
      sql`select *, ${organisationId}::uuid from unnest(${column('id')}::uuid[], ${column('email')}::text[], ${column('name')}::text[], ${column('email_key')}::text[])`,
    )
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning(['id', 'email_key'])
    .execute();
  const accounts = new Map(made.map(({ id, email_key }) => [email_key, { id, isNew: true }]));
  const others = column('email_key').filter((key) => !accounts.has(key));
  if (others.length === 0) return accounts;
  const found = await trx.selectFrom('users').select(['id', 'email_key']).where('email_key', '=', sql<string>`any(${others}::text[])`).execute();
  for (const { id, email_key } of found) accounts.set(email_key, { id, isNew: false });
  return accounts;
}
