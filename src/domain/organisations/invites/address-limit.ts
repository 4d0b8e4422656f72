import { type RawBuilder, sql } from 'kysely';
import type { Database, Executor } from '../../../platform/database/connect.ts';
import { ThrottledError } from '../../kernel/errors.ts';
import { deleteInBatches } from '../../kernel/retention/batches.ts';

/** Maximum number of invitations mailed to an address per hour by all organisations, by hand and from rosters: the quota `invite_mail` of the contract. */
const MOST = 5;
const HOUR_MS = 3_600_000;

const isoTime = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz(3)`;

/** Selects the times of a row `m` of `invite_mails` that count. */
const recent = (now: number) => sql`array(select time from unnest(m.sent_at) time where time > ${isoTime(now - HOUR_MS)} order by time)`;

/** Whether another invitation can be mailed to an address, as an SQL condition. */
export const mayBeMailed = (emailKey: RawBuilder<unknown>, now: number): RawBuilder<boolean> =>
  sql`not exists (select from invite_mails m where m.email_key = ${emailKey} and cardinality(${recent(now)}) >= ${MOST})`;

/**
 * Counts a mail to each of these addresses. Locks the addresses, in their order, so call this after all other locks.
 * @returns the addresses to which the mail can be sent
 */
export async function takeMails(trx: Executor, emailKeys: readonly string[], now: number): Promise<Set<string>> {
  const { rows } = await sql<{ email_key: string }>`insert into invite_mails as m (email_key, sent_at)
    select email_key, array[${isoTime(now)}] from unnest(${emailKeys}::text[]) email_key order by email_key
    on conflict (email_key) do update set sent_at = ${recent(now)} || excluded.sent_at where cardinality(${recent(now)}) < ${MOST}
    returning email_key`.execute(trx);
  return new Set(rows.map(({ email_key }) => email_key));
}

/** @throws DomainError throttled */
export async function takeMail(trx: Executor, emailKey: string, now: number): Promise<void> {
  if ((await takeMails(trx, [emailKey], now)).has(emailKey)) return;
  const { rows } = await sql<{ ends: string }>`select m.sent_at[cardinality(m.sent_at) - ${MOST} + 1] as ends from invite_mails m
    where m.email_key = ${emailKey}`.execute(trx);
  const seconds = Math.max(1, Math.ceil((Date.parse(rows[0]?.ends ?? '') + HOUR_MS - now) / 1000));
  throw new ThrottledError('invite_mail', `The address has been invited ${MOST} times within an hour. Try again in ${seconds} s.`, seconds);
}

export const forgetMails = (db: Database, now: number): Promise<void> =>
  deleteInBatches(db, 'invite_mails', sql`sent_at[cardinality(sent_at)] <= ${isoTime(now - HOUR_MS)}`);
