import { sql } from 'kysely';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import type { Origin } from '../../kernel/caller.ts';
import { enqueue } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { revokeKeysMadeBy } from '../api-keys/keys-of-makers.ts';
import { forgetMailed } from './change-address.ts';
import { proveAddress } from './prove-address.ts';
import { hashToken, newToken, useToken } from './secrets.ts';
import { type StoredNotice, tellPerson } from './security-notices.ts';
import { invalidToken } from './sign-up.ts';
import { lockForAddress, takeAddress } from './take-address.ts';

/** For how long the owner of the old address can get it back. */
const LIFETIME = '7 days';

/**
 * Issues a token with which the owner of an address brings it back to the account that had it, for the mail that tells them of the change. It replaces an
 * earlier one for the same change. Returns undefined if the change is undone already.
 */
export const issueRestoreToken = (db: Database, { user_id, address, created_at }: StoredNotice): Promise<string | undefined> =>
  inTransaction(db, async (trx) => {
    await trx.selectFrom('users').select('id').where('id', '=', user_id).forUpdate().execute();
    const undone = await trx
      .selectFrom('security_notices')
      .select('id')
      .where('user_id', '=', user_id)
      .where('kind', '=', 'address_restored')
      .where('created_at', '>=', created_at)
      .executeTakeFirst();
    if (undone) return undefined;
    const token = newToken();
    const expires_at = sql<string>`${created_at}::timestamptz + ${LIFETIME}::interval`;
    await trx
      .deleteFrom('user_tokens')
      .where('user_id', '=', user_id)
      .where('purpose', '=', 'restore_email')
      .where('email', '=', address)
      .where('expires_at', '=', expires_at)
      .execute();
    await trx
      .insertInto('user_tokens')
      .values({ secret_hash: hashToken(token), user_id, purpose: 'restore_email', email: address, expires_at })
      .execute();
    return token;
  });

/**
 * Gives an account back to the owner of the address that it had before somebody changed it. The password goes, all sessions end, and so does what was set
 * up since the change and gives access: phone number, authenticator, providers and API keys. What was set up before stays, above all the second factor: who
 * can read the mails of an address alone must not get around it. Later changes cannot be restored any more, but earlier ones can, because whoever made
 * this change may have made those, too. The new password is set with a link that is mailed to the restored address.
 * @throws ValidationError for the token (invalid, or taken: the address has got another account); a valid token stays usable
 */
export async function restoreAddress({ db }: Pick<Tools, 'db'>, origin: Origin, token: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const known = await trx
      .selectFrom('user_tokens')
      .select(['user_id', 'email'])
      .where('secret_hash', '=', hashToken(token))
      .where('purpose', '=', 'restore_email')
      .executeTakeFirst();
    if (!known) throw invalidToken();
    const { user_id: userId, email } = known;
    await lockForAddress(trx, userId, email);
    const used = await useToken(trx, 'restore_email', token);
    if (!used) throw invalidToken();
    const { email_key } = await trx.selectFrom('users').select('email_key').where('id', '=', userId).executeTakeFirstOrThrow();
    await tellPerson(trx, userId, { kind: 'address_restored', origin });
    await takeAddress(trx, userId, email_key, email, 'token');
    await trx
      .deleteFrom('user_tokens')
      .where('user_id', '=', userId)
      .where('purpose', '=', 'restore_email')
      .where('expires_at', '>=', used.expires_at)
      .execute();
    await forgetMailed(trx, userId);
    await trx.deleteFrom('email_changes').where('user_id', '=', userId).execute();
    const { rows } = await sql<{ since: string }>`select ${used.expires_at}::timestamptz - ${LIFETIME}::interval as since`.execute(trx);
    await removeWaysSince(trx, userId, (rows[0] as { since: string }).since);
    await proveAddress(trx, userId, origin);
    await enqueue(trx, 'mail_password_reset', { user_id: userId });
  });
}

/** Removes the password, and what else has given access to the account since then. */
async function removeWaysSince(trx: Executor, userId: string, since: string): Promise<void> {
  const hasNewPhone = sql<boolean>`exists (select from security_notices told where told.user_id = users.id
    and told.kind in ('phone_added', 'phone_changed') and told.created_at >= ${since})`;
  const isNewTotp = sql<boolean>`(totp_enabled_at is null or totp_enabled_at >= ${since})`;
  const { has_new_totp } = await trx.selectFrom('users').select(isNewTotp.as('has_new_totp')).where('id', '=', userId).executeTakeFirstOrThrow();
  await trx
    .updateTable('users')
    .set({
      password_hash: null,
      code_unless_from: null,
      code_unless_until: null,
      phone: sql<string | null>`case when not ${hasNewPhone} then phone end`,
      // Where a text message is the second factor, a code by mail replaces it.
      code_channel: sql<'email' | 'sms' | null>`case when code_channel = 'sms' and ${hasNewPhone} then 'email' else code_channel end`,
      session_epoch: sql<number>`session_epoch + 1`,
      ...(has_new_totp ? { totp_secret: null, totp_enabled_at: null, totp_last_step: null } : {}),
    })
    .where('id', '=', userId)
    .execute();
  if (has_new_totp) await trx.deleteFrom('backup_codes').where('user_id', '=', userId).execute();
  await trx.deleteFrom('user_identities').where('user_id', '=', userId).where('created_at', '>=', since).execute();
  await trx.deleteFrom('phone_codes').where('purpose', '=', 'change').where('subject', '=', userId).execute();
  await revokeKeysMadeBy(trx, userId, since);
}
