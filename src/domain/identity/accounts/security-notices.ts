import { sql } from 'kysely';
import type { Database, Executor } from '../../../platform/database/connect.ts';
import { json, jsonObject } from '../../../platform/database/json.ts';
import { browserName } from '../../kernel/browser-name.ts';
import type { Origin } from '../../kernel/caller.ts';
import { newId } from '../../kernel/ids.ts';
import { addJob } from '../../kernel/jobs.ts';
import { deleteInBatches } from '../../kernel/retention/batches.ts';
import type { Tools } from '../../kernel/tools.ts';

/** A person's action in the account, and the request that caused it. */
interface Act<Kind extends string> {
  kind: Kind;
  /** Null if the origin is unknown. */
  origin: Pick<Origin, 'ip' | 'client'> | null;
}

/** A fact about the security of an account that its person is told. */
export type SecurityNotice =
  | Act<'password_changed' | 'password_reset' | 'card_used' | 'authenticator_on' | 'authenticator_off' | 'address_changed' | 'address_verified' | 'new_browser'>
  /** `phone`: the number that was added, changed to or removed. Only its last digits are kept. */
  | (Act<'phone_added' | 'phone_changed' | 'phone_removed'> & { phone: string })
  /** `issuer`: the URL of the provider. */
  | (Act<'provider_linked' | 'provider_unlinked'> & { issuer: string })
  /** The organisation has made a card for the account. */
  | { kind: 'card_made'; organisationId: string };

export type SecurityNoticeKind = SecurityNotice['kind'];

/** The stored data of a notice besides its kind and its origin. */
export interface NoticeDetails {
  /** The last digits of a phone number. */
  ending?: string;
  /** The host of a provider. */
  provider?: string;
  organisation_id?: string;
}

const ENDING_DIGITS = 3;
const KEPT_FOR = '90 days';

/**
 * Tells a person by email what happened to their account, if the transaction commits. The email goes to the current address of the account, so call this before
 * the address changes. A new browser is reported only to a verified address, and at most once a day. Nothing is sent to an erased user.
 */
export async function tellPerson(trx: Executor, userId: string, notice: SecurityNotice): Promise<void> {
  const { kind } = notice;
  const origin = 'origin' in notice ? notice.origin : null;
  const browser = browserName(origin?.client?.().browser ?? '');
  const isDue =
    kind === 'new_browser'
      ? sql`email_verified_at is not null and not exists (select from security_notices told where told.user_id = users.id
          and told.kind = ${kind} and told.created_at > now() - interval '1 day')`
      : sql`true`;
  await sql`
    with told as (
      insert into security_notices (id, user_id, kind, address, details, ip, browser)
      select ${newId()}::uuid, id, ${kind}::text, email, ${json(detailsOf(notice))}, ${origin?.ip ?? null}::inet, ${browser}::text
      from users where id = ${userId} and erased_at is null and ${isDue}
      on conflict do nothing
      returning id)
    select ${addJob('mail_security_notice', { notice_id: sql`id` })} from told`.execute(trx);
}

function detailsOf(notice: SecurityNotice): NoticeDetails {
  if ('phone' in notice) return { ending: notice.phone.slice(-ENDING_DIGITS) };
  if ('issuer' in notice) return { provider: new URL(notice.issuer).host };
  return notice.kind === 'card_made' ? { organisation_id: notice.organisationId } : {};
}

export interface StoredNotice {
  user_id: string;
  kind: SecurityNoticeKind;
  address: string;
  details: NoticeDetails;
  ip: string | null;
  browser: string | null;
  created_at: string;
}

/** Reads a notice. Returns undefined if it is no longer kept. */
export async function readNotice(db: Executor, id: string): Promise<StoredNotice | undefined> {
  const { rows } = await sql<StoredNotice>`select user_id, kind, address, details, host(ip) as ip, browser, created_at
    from security_notices where id = ${id}`.execute(db);
  return rows[0];
}

/** The ways into an account besides its password. */
export interface WaysIn {
  hasAuthenticator: boolean;
  codeChannel: 'email' | 'sms' | null;
  phone: string | null;
  /** URLs of providers. */
  issuers: string[];
  keys: { name: string; organisation: string }[];
}

const MOST_KEYS = 50;

/** Returns the ways into the account in a form that its person can recognise. */
export async function readWaysIn(db: Executor, userId: string): Promise<WaysIn> {
  const { rows } = await sql<WaysIn>`
    select totp_enabled_at is not null as "hasAuthenticator", code_channel as "codeChannel", phone,
      array(select issuer from user_identities where user_id = users.id order by issuer) as issuers,
      (select coalesce(json_agg(${jsonObject({ name: sql`made.name`, organisation: sql`made.organisation` })}), '[]') from (
        select k.name, o.name as organisation from api_keys k join organisations o on o.id = k.organisation_id
        where k.created_by = users.id and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
        order by k.created_at desc limit ${MOST_KEYS}) made) as keys
    from users where id = ${userId}`.execute(db);
  return rows[0] as WaysIn;
}

/** Deletes the notices of all users that are too old to be of use. */
export const forgetOldNotices = ({ db }: Pick<Tools<Database>, 'db'>): Promise<void> =>
  deleteInBatches(db, 'security_notices', sql`created_at <= now() - ${KEPT_FOR}::interval`);
