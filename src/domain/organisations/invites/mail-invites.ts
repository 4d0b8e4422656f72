import { sql } from 'kysely';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { Failures } from '../../kernel/failures.ts';
import { enqueueAll } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { FREE_PLAN } from '../plans/plans.ts';
import { mayBeMailed, takeMails } from './address-limit.ts';
import { LEARNER_LIFETIME } from './invite-learners.ts';

/** Maximum number of imported invitations mailed for an organisation per day (UTC): more if it pays, or has proved its identity. */
const MOST_A_DAY = { known: 5000, others: 100 };
/** Number of mails that are queued in one transaction. */
const AT_ONCE = 500;
/** Priority of invitations, which can wait. Sign-in codes, for which somebody is waiting, are sent before them. */
const PRIORITY = 10;

/** Returns how many more imported invitations can be mailed today, not counting those that are already waiting. */
export async function mailsLeftToday(db: Executor, organisationId: string, now: number): Promise<number> {
  const { rows } = await sql<{ taken: number; most: number }>`select ${mostADay(organisationId)} as most,
    coalesce((select sent from invite_mail_days where organisation_id = ${organisationId} and day = ${dayOf(now)}), 0)
    + (select count(*)::int from member_invites where organisation_id = ${organisationId} and mailed_at is null) as taken`.execute(db);
  const [{ most, taken }] = rows as [(typeof rows)[number]];
  return Math.max(0, most - taken);
}

const mostADay = (organisationId: string) => sql<number>`case when exists (select from platform_subscriptions s
    where s.organisation_id = ${organisationId} and s.plan_id <> ${FREE_PLAN} and s.status in ('active', 'past_due'))
  or exists (select from organisation_domains d where d.organisation_id = ${organisationId} and d.proved_at is not null)
  or exists (select from organisation_mail_domains d where d.organisation_id = ${organisationId} and d.proved_at is not null)
  then ${MOST_A_DAY.known}::int else ${MOST_A_DAY.others}::int end`;

const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);

/**
 * Queues the mails of waiting invitations, up to the number that each organisation may send today and each address may receive in an hour. An invitation's
 * lifetime begins with its mail.
 * @throws AggregateError if any failed, after all others were mailed
 */
export async function mailWaitingInvites({ db, clock }: Pick<Tools<Database>, 'db' | 'clock'>): Promise<void> {
  const { rows } = await sql<{ id: string }>`select distinct organisation_id as id from member_invites where mailed_at is null`.execute(db);
  const failures = new Failures();
  for (const { id } of rows) await failures.note(id, () => mailInvitesOf({ db, clock }, id));
  failures.check('organisations have invitations that could not be mailed');
}

export async function mailInvitesOf({ db, clock }: Pick<Tools<Database>, 'db' | 'clock'>, organisationId: string): Promise<void> {
  while ((await inTransaction(db, (trx) => mailSome(trx, organisationId, clock.now()))) > 0);
}

/** Queues some of the mails. Locks the row of the day, so that the invitations of a day are counted one after another. */
async function mailSome(trx: Executor, organisationId: string, now: number): Promise<number> {
  const day = dayOf(now);
  await sql`delete from invite_mail_days where organisation_id = ${organisationId} and day < ${day}::date - 1`.execute(trx);
  const { rows } = await sql<{ left: number }>`insert into invite_mail_days (organisation_id, day, sent) values (${organisationId}, ${day}, 0)
    on conflict (organisation_id, day) do update set sent = invite_mail_days.sent returning ${mostADay(organisationId)} - sent as left`.execute(trx);
  const most = Math.min(AT_ONCE, rows[0]?.left ?? 0);
  if (most <= 0) return 0;
  const { rows: waiting } = await sql<{ id: string; email_key: string }>`select id, email_key from member_invites i
    where organisation_id = ${organisationId} and mailed_at is null and ${mayBeMailed(sql`i.email_key`, now)} order by id limit ${most} for update`.execute(
    trx,
  );
  const taken = await takeMails(
    trx,
    waiting.map(({ email_key }) => email_key),
    now,
  );
  const due = waiting.filter(({ email_key }) => taken.has(email_key));
  await sql`update member_invites set mailed_at = now(), expires_at = now() + ${LEARNER_LIFETIME}::interval
    where organisation_id = ${organisationId} and id = any(${due.map(({ id }) => id)}::uuid[])`.execute(trx);
  await sql`update invite_mail_days set sent = sent + ${due.length} where organisation_id = ${organisationId} and day = ${day}`.execute(trx);
  const payloads = due.map(({ id }) => ({ organisation_id: organisationId, invite_id: id }));
  await enqueueAll(trx, 'mail_invite', payloads, { priority: PRIORITY });
  return due.length;
}
