import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Caller, Origin } from '../../kernel/caller.ts';
import { revokeKeysMadeBy } from '../api-keys/keys-of-makers.ts';
import { makePersonal } from './ownership.ts';
import { proveAddress } from './prove-address.ts';
import { tellPerson } from './security-notices.ts';

/**
 * Hands an account over to whoever has just proved that they own its email address. If nobody had verified the address before, the person who set the password,
 * phone number or second factor may not be its owner and could still sign in with them or use an API key. All of these are therefore removed, the sessions end,
 * and cards stop working, because the account is now personal. If the address was verified, the account already belonged to its owner, and keeps everything.
 */
export async function handOver(trx: Executor, userId: string, origin: Pick<Origin, 'requestId' | 'ip'>): Promise<void> {
  const { email_verified_at } = await trx.selectFrom('users').select('email_verified_at').where('id', '=', userId).forUpdate().executeTakeFirstOrThrow();
  if (email_verified_at !== null) return makePersonal(trx, userId);
  await removeWaysIn(trx, userId);
  await trx
    .updateTable('users')
    .set({ password_hash: null, joining_organisation_id: null, code_unless_from: null, code_unless_until: null })
    .where('id', '=', userId)
    .execute();
  await proveAddress(trx, userId, origin);
}

/**
 * Verifies an address for whoever receives its emails, in a browser that has no access to the account: they created it elsewhere, or somebody else did. The
 * password stays, because it is usually theirs, but requires a code by email until it has been used with one. All other ways in are removed, and the person is
 * told so. The password works without a code only if nobody has ever signed in to the account, for ten minutes, and only if the account was created within the
 * hour before, in the caller's network, and the sign-in comes from there: this is how clients without cookies sign up, verify and sign in.
 */
export async function proveByMailAlone(trx: Executor, userId: string, origin: Pick<Caller, 'requestId' | 'ip' | 'client'>): Promise<void> {
  await removeWaysIn(trx, userId);
  const network = sql`case when first_signed_in_at is null and created_at > now() - interval '1 hour' and signed_up_from = ${origin.client?.().address ?? ''}
    then signed_up_from else '' end`;
  await trx
    .updateTable('users')
    .set({
      code_unless_from: sql<string | null>`case when password_hash is not null then ${network} end`,
      code_unless_until: sql<string>`now() + interval '10 minutes'`,
    })
    .where('id', '=', userId)
    .execute();
  await proveAddress(trx, userId, origin);
  await tellPerson(trx, userId, { kind: 'address_verified', origin });
}

async function removeWaysIn(trx: Executor, userId: string): Promise<void> {
  await trx
    .updateTable('users')
    .set({
      phone: null,
      code_channel: null,
      totp_secret: null,
      totp_enabled_at: null,
      totp_last_step: null,
      session_epoch: sql<number>`session_epoch + 1`,
    })
    .where('id', '=', userId)
    .execute();
  for (const table of ['user_identities', 'user_tokens', 'user_codes', 'backup_codes'] as const)
    await trx.deleteFrom(table).where('user_id', '=', userId).execute();
  await trx.deleteFrom('phone_codes').where('purpose', '=', 'change').where('subject', '=', userId).execute();
  await revokeKeysMadeBy(trx, userId);
}

/**
 * Takes addresses away from accounts that hold them without proof, because they belong to somebody else. Those accounts lose address, password and sessions.
 * Cards and emails that were sent for them stop working.
 * @param emailKeys keys of the addresses (`emailKey`)
 */
export async function releaseAddresses(trx: Executor, emailKeys: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update users set email = 'released-' || id || '@released.invalid', email_key = 'released-' || id || '@released.invalid', password_hash = null,
      joining_organisation_id = null, code_unless_from = null, code_unless_until = null, signed_up_from = null, has_mailbox = false,
      needs_mail_domain = false, session_epoch = session_epoch + 1
    where id = any(array(select id from users where email_key = any(${[...emailKeys]}::text[]) and email_verified_at is null order by id for update))
    returning id`.execute(trx);
  const userIds = rows.map(({ id }) => id);
  if (userIds.length === 0) return;
  for (const table of ['user_tokens', 'user_codes', 'credential_cards'] as const) await trx.deleteFrom(table).where('user_id', 'in', userIds).execute();
}
