import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { recordChanges } from '../../kernel/audit/record.ts';
import type { Actor } from '../../kernel/caller.ts';
import type { Rules } from './settings.ts';
import { changeStates, lockTopics } from './states.ts';
import type { Visit } from './visit.ts';

type Threshold = Pick<Rules, 'report_threshold'>;

/** A post whose state no longer fits its open reports. */
interface Weighed {
  id: string;
  topic_id: string;
  number: number;
  is_hidden: boolean;
}

/**
 * Hides the posts of learners whose reports have reached the threshold of the settings, and shows those that were hidden for this reason and now have fewer
 * open reports. Returns both. Their topics must be locked.
 * @param scope a condition for posts `p`
 */
export async function weighReports(
  trx: Executor,
  visit: Pick<Visit, 'organisationId' | 'now'>,
  rules: Threshold,
  scope: RawBuilder<unknown>,
): Promise<readonly Weighed[]> {
  const weighed = await unfitting(trx, visit, rules, scope);
  if (weighed.length === 0) return weighed;
  const ids = (isHidden: boolean) => weighed.filter(({ is_hidden }) => is_hidden === isHidden).map(({ id }) => id);
  await changeStates(trx, visit, ids(true), ['hidden'], { state: 'visible' });
  await changeStates(trx, visit, ids(false), ['visible'], { state: 'hidden', hidden_by: 'reports' });
  return weighed;
}

/** Does the same for a whole course whose settings have changed, and records it. */
export async function weighCourse(trx: Executor, who: Actor, courseId: string, rules: Threshold, now: string): Promise<void> {
  const { organisationId } = who;
  const scope = sql`p.course_id = ${courseId}::uuid and p.open_reports > 0`;
  const found = await unfitting(trx, { organisationId }, rules, scope);
  await lockTopics(
    trx,
    organisationId,
    found.map(({ topic_id }) => topic_id),
  );
  // New reports wait for the settings, but the posts found may have been decided about in the meantime.
  await recordWeighed(trx, who, await weighReports(trx, { organisationId, now }, rules, sql`${scope} and p.id = any(${found.map(({ id }) => id)}::uuid[])`));
}

export const recordWeighed = (trx: Executor, actor: Actor, weighed: readonly Weighed[]): Promise<void> =>
  recordChanges(
    trx,
    weighed.map(({ id, number, is_hidden }) => ({
      actor,
      action: `${number === 0 ? 'discussion_topic' : 'discussion_reply'}.${is_hidden ? 'restored' : 'hidden'}` as const,
      objectId: id,
      before: { state: is_hidden ? 'hidden' : 'visible' },
      after: { state: is_hidden ? 'visible' : 'hidden' },
    })),
  );

async function unfitting(
  db: Executor,
  { organisationId }: Pick<Visit, 'organisationId'>,
  { report_threshold: threshold }: Threshold,
  scope: RawBuilder<unknown>,
): Promise<readonly Weighed[]> {
  const isReported = threshold === null ? sql`false` : sql`p.open_reports >= ${threshold}::int`;
  const { rows } = await sql<Weighed>`select p.id, p.topic_id, p.number, p.state = 'hidden' as is_hidden from discussion_posts p
    where p.organisation_id = ${organisationId}::uuid and ${scope}
      and case when p.hidden_by = 'reports' then not ${isReported} else p.state = 'visible' and not p.is_staff and ${isReported} end`.execute(db);
  return rows;
}
