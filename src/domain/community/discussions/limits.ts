import type { Executor } from '../../../platform/database/connect.ts';
import { DomainError } from '../../kernel/errors.ts';
import { isMuted, readOnly, type Visit } from './visit.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MOST_POSTS_A_MINUTE = 5;
const MOST_REPORTS_AN_HOUR = 10;

/**
 * Checks that a learner may write another post now. Locks the learner in the course, so that concurrent requests of one learner are counted one after
 * the other.
 * @throws DomainError discussion_limit, discussion_read_only
 */
export async function takeTurn(trx: Executor, visit: Visit): Promise<void> {
  if (visit.isStaff) return;
  const { organisationId, courseId, userId, now, rules } = visit;
  const { muted_until } = await lockMember(trx, visit);
  if (isMuted(muted_until, now)) throw readOnly('muted');
  const posts = await trx
    .selectFrom('discussion_posts')
    .select('created_at')
    .where('organisation_id', '=', organisationId)
    .where('author_id', '=', userId)
    .where('course_id', '=', courseId)
    .orderBy('created_at', 'desc')
    .limit(Math.max(MOST_POSTS_A_MINUTE, rules.max_posts_per_day))
    .execute();
  requirePause(now, [
    [posts[0]?.created_at, rules.slow_mode_seconds * 1000],
    [posts[MOST_POSTS_A_MINUTE - 1]?.created_at, MINUTE_MS],
    [posts[rules.max_posts_per_day - 1]?.created_at, DAY_MS],
  ]);
}

/** Checks that a member may report another post now. Locks the member in the same way.
 * @throws DomainError discussion_limit */
export async function takeReport(trx: Executor, visit: Visit): Promise<void> {
  await lockMember(trx, visit);
  const reports = await trx
    .selectFrom('discussion_reports')
    .select('created_at')
    .where('organisation_id', '=', visit.organisationId)
    .where('user_id', '=', visit.userId)
    .orderBy('created_at', 'desc')
    .limit(MOST_REPORTS_AN_HOUR)
    .execute();
  requirePause(visit.now, [[reports[MOST_REPORTS_AN_HOUR - 1]?.created_at, HOUR_MS]]);
}

function requirePause(now: string, pauses: [since: string | undefined, ms: number][]): void {
  const waits = pauses.map(([since, ms]) => (since === undefined ? 0 : Date.parse(since) + ms - Date.parse(now)));
  const seconds = Math.ceil(Math.max(...waits) / 1000);
  if (seconds > 0) throw new DomainError('discussion_limit', `Try again in ${seconds} s.`, { retry_after_seconds: seconds });
}

const lockMember = (trx: Executor, { organisationId, courseId, userId }: Visit): Promise<{ muted_until: string | null }> =>
  trx
    .insertInto('discussion_members')
    .values({ organisation_id: organisationId, course_id: courseId, user_id: userId })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'course_id', 'user_id']).doUpdateSet({ user_id: userId }))
    .returning('muted_until')
    .executeTakeFirstOrThrow();
