import { type RawBuilder, sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import { newId } from '../../kernel/ids.ts';
import { enqueue, type Jobs } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { enrollmentState } from '../../learning/access/state.ts';
import { hashToken, newToken } from './codes.ts';

/** Number of badges that are made in one transaction. */
const STEP = 500;

/** Makes badges for the learners of a course who have no badge in the organisation, if attendance is taken in the course. */
export function makeBadges(
  { db, clock, keyring }: Pick<Tools, 'db' | 'clock' | 'keyring'>,
  { organisation_id, course_id }: Jobs['make_badges'],
): Promise<void> {
  return inTransaction(db, async (trx) => {
    const now = timeOf(clock);
    const users = await withoutBadge(trx, organisation_id, sql`e.course_id = ${course_id}`, now);
    await insertBadges(trx, keyring, organisation_id, users, now);
    if (users.length === STEP) await enqueue(trx, 'make_badges', { organisation_id, course_id });
  });
}

/** Makes a badge for a learner who has no badge in the organisation, if attendance is taken in the course. */
export const makeBadge = (
  { db, clock, keyring }: Pick<Tools, 'db' | 'clock' | 'keyring'>,
  { organisation_id, enrollment_id }: Jobs['make_badge'],
): Promise<void> =>
  inTransaction(db, async (trx) => {
    const now = timeOf(clock);
    const users = await withoutBadge(trx, organisation_id, sql`e.id = ${enrollment_id}`, now);
    await insertBadges(trx, keyring, organisation_id, users, now);
  });

/** Returns the users without a badge among these enrolments in courses that take attendance. */
async function withoutBadge(trx: Executor, organisationId: string, isMeant: RawBuilder<unknown>, now: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`select e.user_id from enrollments e
    join attendance_settings s on s.organisation_id = e.organisation_id and s.course_id = e.course_id and s.enabled_at is not null
    where e.organisation_id = ${organisationId} and ${isMeant} and e.source <> 'preview' and ${enrollmentState(now, 'e')} in ('active', 'completed')
      and not exists (select from attendance_badges b where b.organisation_id = e.organisation_id and b.user_id = e.user_id and b.revoked_at is null)
    order by e.id limit ${STEP}`.execute(trx);
  return rows.map((row) => row.user_id);
}

export interface NewBadge {
  user_id: string;
  token: string;
  created_at: string;
}

/** Gives each of these users a badge, unless they have one already. Returns the new badges. */
export async function insertBadges(trx: Executor, keyring: Keyring, organisationId: string, userIds: readonly string[], now: string): Promise<NewBadge[]> {
  if (userIds.length === 0) return [];
  const tokens = new Map(userIds.map((userId) => [userId, newToken()]));
  const rows = [...tokens].map(([user_id, token]) => ({
    organisation_id: organisationId,
    id: newId(),
    user_id,
    token_hash: hashToken(token),
    sealed_token: keyring.seal(Buffer.from(token)),
    created_at: now,
  }));
  const made = await trx
    .insertInto('attendance_badges')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['organisation_id', 'user_id']).where('revoked_at', 'is', null).doNothing())
    .returning(['user_id', 'created_at'])
    .execute();
  return made.map((badge) => ({ ...badge, token: tokens.get(badge.user_id) as string }));
}
