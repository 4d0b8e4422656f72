import { type RawBuilder, sql } from 'kysely';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { emailKey } from '../../kernel/email-key.ts';
import { Faults, ValidationError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { addJob, enqueue } from '../../kernel/jobs.ts';
import { canonicalLanguage, checkTimezone } from '../../kernel/locale.ts';
import type { Tools } from '../../kernel/tools.ts';
import { inviteOfToken, takeInviteIfFree } from '../../organisations/invites/accept-invite.ts';
import { organisationOfCode } from '../../organisations/organisations/join.ts';
import type { NamedOrganisation } from '../../organisations/organisations/site.ts';
import { siteNamed } from '../../organisations/organisations/site.ts';
import { insertUser } from './add-user.ts';
import { claimAccount } from './claim-account.ts';
import { handOver, proveByMailAlone } from './hand-over.ts';
import { hashPassword } from './password.ts';
import { checkPassword } from './password-rules.ts';
import { proveAddress } from './prove-address.ts';
import { useToken } from './secrets.ts';
import { isSignInName } from './sign-in-names.ts';

/**
 * Creates an account and sends an email to verify its address. If the address already has an account, its owner gets a different email instead. The caller
 * cannot tell the two cases apart, and the work before they diverge is the same. If nobody has verified the address, its owner can take over the account with
 * that email. The email is sent in the name of the organisation that the request names, or else of the organisation whose join code is used. An invited person
 * has received the invitation at the address, which therefore needs no verification: they become a member at once, if the organisation has room, and take over
 * an account that holds the address without proof. An invitation to claim an account gives them that account, which keeps its name.
 * @returns the ID of the account, or an ID that belongs to nobody if no account was created
 * @throws ValidationError
 */
export async function signUp(
  { db, base, keyring }: Pick<Tools, 'db' | 'base' | 'keyring'>,
  origin: Pick<Caller, 'requestId' | 'ip' | 'client'>,
  named: NamedOrganisation,
  { email, password, name, language, timezone, join_code, invite_token }: Shape<'SignUp'>,
): Promise<string> {
  const faults = new Faults();
  const tag = language == null ? null : canonicalLanguage(language, faults);
  if (timezone !== undefined) checkTimezone(timezone, faults);
  await checkPassword(password, email, faults);
  if (isSignInName({ base }, email)) faults.add('email', 'reserved', 'This address cannot receive email.');
  const joining = join_code === undefined ? null : await organisationOfCode(db, join_code, faults);
  const invite = invite_token === undefined ? null : await inviteOfToken({ db, keyring }, invite_token, faults);
  if (invite && invite.emailKey !== emailKey(email)) faults.add('email', 'not_allowed', 'The invitation was sent to another address.');
  if (invite && joining) faults.add('join_code', 'not_allowed', 'Use either an invitation or a join code.');
  faults.check();
  const mailFrom = (await siteNamed(db, named, base))?.id ?? joining ?? invite?.organisationId ?? null;
  const password_hash = await hashPassword(password);
  return inTransaction(db, async (trx) => {
    if (invite?.claim) {
      const { userId } = invite.claim;
      await claimAccount(trx, { ...invite.claim, email }, origin, 'email', handOver);
      await trx.updateTable('users').set({ password_hash, language: tag, timezone }).where('id', '=', userId).execute();
      // They are already a member, and take no seat.
      await takeInviteIfFree(trx, { actorType: 'user', actorId: userId, ...origin }, invite);
      return userId;
    }
    const email_verified_at = invite && sql<string>`now()`;
    const signed_up_from = invite ? null : (origin.client?.().address ?? null);
    const given = { name, password_hash, language: tag, timezone };
    const made = await insertUser(trx, { id: newId(), email, ...given, joining_organisation_id: joining, email_verified_at, signed_up_from })
      .returning('id')
      .executeTakeFirst();
    const invited = invite && (made?.id ?? (await takeUnproved(trx, origin, email, given)));
    if (invited) {
      if (made) await enqueue(trx, 'claim_guest_orders', { user_id: invited });
      await takeInviteIfFree(trx, { actorType: 'user', actorId: invited, ...origin }, invite);
    } else if (made) await enqueue(trx, 'mail_verification', { user_id: made.id, organisation_id: mailFrom });
    else await enqueueForAddress(trx, 'mail_already_registered', email, mailFrom);
    return made?.id ?? newId();
  });
}

/** Hands over the account that holds the address without proof, and stores the data with which its owner signs up. Returns null if there is no such account. */
export async function takeUnproved(
  trx: Executor,
  origin: Pick<Caller, 'requestId' | 'ip'>,
  email: string,
  given: { name: string; password_hash: string; language: string | null; timezone: string | undefined },
): Promise<string | null> {
  const held = await trx
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', emailKey(email))
    .where('email_verified_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!held) return null;
  await handOver(trx, held.id, origin);
  await trx.updateTable('users').set(given).where('id', '=', held.id).execute();
  return held.id;
}

/** Queues a new verification email if the address has an account that is not verified yet. */
export const resendVerification = ({ db, base }: Pick<Tools, 'db' | 'base'>, named: NamedOrganisation, { email }: { email: string }): Promise<void> =>
  enqueueInNameOf(db, base, named, 'mail_verification', email, sql<boolean>`email_verified_at is null`);

/** Queues a password reset email if the address has an account. */
export const requestPasswordReset = ({ db, base }: Pick<Tools, 'db' | 'base'>, named: NamedOrganisation, { email }: { email: string }): Promise<void> =>
  enqueueInNameOf(db, base, named, 'mail_password_reset', email);

async function enqueueInNameOf(
  db: Executor,
  base: string,
  named: NamedOrganisation,
  task: 'mail_verification' | 'mail_password_reset',
  email: string,
  condition?: RawBuilder<boolean>,
): Promise<void> {
  const site = await siteNamed(db, named, base);
  await enqueueForAddress(db, task, email, site?.id ?? null, condition);
}

/** Adds a job whether or not there is an account, so that the time taken reveals nothing. A job without a user does nothing. */
async function enqueueForAddress(
  db: Executor,
  task: 'mail_verification' | 'mail_already_registered' | 'mail_password_reset',
  email: string,
  siteId: string | null,
  condition = sql<boolean>`true`,
): Promise<void> {
  const user = sql`(select id from users where email_key = ${emailKey(email)} and ${condition})`;
  await sql`select ${addJob(task, { user_id: user, organisation_id: sql`${siteId}::uuid` })}`.execute(db);
}

/**
 * Marks the email address as verified, with all consequences (`proveAddress`). The person who receives the email is not necessarily the one who created the
 * account.
 * @param isOwnAccount whether this browser has just created the account or is signed in to it
 * @throws ValidationError if the token is wrong, used or expired, or is for an email address that the account no longer has
 */
export async function verifyEmail(
  { db }: Pick<Tools, 'db'>,
  origin: Pick<Caller, 'requestId' | 'ip' | 'client'>,
  token: string,
  isOwnAccount: (userId: string) => boolean,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const used = await useToken(trx, 'verify_email', token);
    const user =
      used &&
      (await trx
        .selectFrom('users')
        .select(['id', 'email_verified_at'])
        .where('id', '=', used.user_id)
        .where('email', '=', used.email)
        .forUpdate()
        .executeTakeFirst());
    if (!user) throw invalidToken();
    const isKnown = user.email_verified_at !== null || isOwnAccount(user.id);
    await (isKnown ? proveAddress : proveByMailAlone)(trx, user.id, origin);
  });
}

export const invalidToken = (): ValidationError =>
  new ValidationError([{ field: 'token', code: 'invalid', message: 'The token is wrong, has already been used or has expired.' }]);
