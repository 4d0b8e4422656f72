import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import { type PostKey, publishEvent } from './events.ts';
import type { Visit } from './visit.ts';

type State = Shape<'DiscussionPostState'>;

/** A post whose visibility changes. */
export interface Moved {
  id: string;
  topic_id: string;
  number: number;
  ancestors: readonly string[];
  /** 1 if it appears, -1 if it disappears. */
  by: 1 | -1;
}

/** Locks topics until the transaction ends. All writes in a topic are serialised. */
export async function lockTopics(trx: Executor, organisationId: string, topicIds: readonly string[]): Promise<void> {
  await trx
    .selectFrom('discussion_topics')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', sql<string>`any(${[...topicIds]}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/**
 * Moves posts from one of the states `from` to another state, and updates the counts. The topics must be locked. A post that appears for the first time is
 * unread, and is announced.
 */
export async function changeStates(
  trx: Executor,
  { organisationId, now }: Pick<Visit, 'organisationId' | 'now'>,
  postIds: readonly string[],
  from: readonly State[],
  { state, hidden_by = null, hidden_reason = null }: { state: State; hidden_by?: Shape<'DiscussionHider'> | null; hidden_reason?: string | null },
): Promise<boolean> {
  const { rows } = await sql<Omit<Moved, 'by'> & { author_id: string | null; before: State; is_first: boolean }>`
    with found as (select organisation_id, id, state, published_at from discussion_posts where organisation_id = ${organisationId}::uuid
      and id = any(${[...postIds]}::uuid[]) and state = any(${[...from]}::text[]))
    update discussion_posts p set state = ${state}, hidden_by = ${hidden_by}, hidden_reason = ${hidden_reason},
      published_at = case when ${state} = 'visible' then coalesce(p.published_at, ${now}::timestamptz) else p.published_at end
    from found where p.organisation_id = found.organisation_id and p.id = found.id
    returning p.id, p.topic_id, p.number, p.ancestors, p.author_id, found.state as before, found.published_at is null and ${state} = 'visible' as is_first`.execute(
    trx,
  );
  const moved = rows.flatMap((row): Moved[] =>
    row.before === 'visible' && state !== 'visible' ? [{ ...row, by: -1 }] : row.before !== 'visible' && state === 'visible' ? [{ ...row, by: 1 }] : [],
  );
  const first = rows.filter(({ is_first }) => is_first);
  for (const post of first) await markUnread(trx, organisationId, post);
  await countMoved(trx, organisationId, moved);
  const keysOf = (posts: typeof rows) => posts.map(({ id, author_id }): PostKey => ({ organisationId, postId: id, authorId: author_id }));
  await publishEvent(trx, 'discussion.topic_created', ...keysOf(first.filter(({ number }) => number === 0)));
  await publishEvent(trx, 'discussion.reply_created', ...keysOf(first.filter(({ number }) => number > 0)));
  return rows.length > 0;
}

/**
 * Moves the markers of those who have read later posts back to before a post that appears now. Its author, if they had read everything, keeps having read
 * everything, and staff saw the post while it waited. The topic must not have counted the post yet.
 */
const markUnread = (
  trx: Executor,
  organisationId: string,
  { topic_id, number, author_id }: Pick<Moved, 'topic_id' | 'number'> & { author_id: string | null },
) =>
  sql`update discussion_readers r set read_number = case when r.user_id is not distinct from ${author_id}::uuid then greatest(r.read_number, ${number}::int)
      else ${number}::int - 1 end
    from discussion_topics t
    where t.organisation_id = ${organisationId}::uuid and t.id = ${topic_id}::uuid and ${number}::int > 0 and r.organisation_id = t.organisation_id
      and r.topic_id = t.id and case when r.user_id is not distinct from ${author_id}::uuid then r.read_number >= t.last_number
        else r.read_number >= ${number}::int and not exists (select from memberships m where m.organisation_id = r.organisation_id and m.user_id = r.user_id
          and m.role in ('owner', 'creator')) end`.execute(trx);

/** Selects the accepted answer of the topic `t`, as long as it is visible. An answer that was hidden or deleted must be accepted again. */
export const visibleAnswer: RawBuilder<string | null> = sql`(select a.id from discussion_posts a where a.organisation_id = t.organisation_id
  and a.id = t.accepted_reply_id and a.state = 'visible')`;

/**
 * Counts the posts that appeared or disappeared in the replies above them and in their topics, and updates the topics' latest activity and accepted answer from
 * the visible posts.
 */
async function countMoved(trx: Executor, organisationId: string, moved: readonly Moved[]): Promise<void> {
  if (moved.length === 0) return;
  const above = sums(moved.flatMap(({ ancestors, by }) => ancestors.map((id): [string, number] => [id, by])));
  const topics = sums(moved.map(({ topic_id, number, by }) => [topic_id, number > 0 ? by : 0]));
  if (above.ids.length)
    await sql`update discussion_posts p set live_descendants = p.live_descendants + s.by from unnest(${above.ids}::uuid[], ${above.by}::int[]) s (id, by)
      where p.organisation_id = ${organisationId}::uuid and p.id = s.id`.execute(trx);
  await sql`update discussion_topics t set reply_count = t.reply_count + s.by, last_number = coalesce(newest.number, 0),
      last_activity_at = coalesce(newest.published_at, t.created_at), accepted_reply_id = ${visibleAnswer}
    from unnest(${topics.ids}::uuid[], ${topics.by}::int[]) s (id, by) left join lateral (select number, published_at from discussion_posts p
      where p.organisation_id = ${organisationId}::uuid and p.topic_id = s.id and p.state = 'visible' order by p.number desc limit 1) newest on true
    where t.organisation_id = ${organisationId}::uuid and t.id = s.id`.execute(trx);
}

function sums(pairs: readonly [id: string, by: number][]): { ids: string[]; by: number[] } {
  const totals = new Map<string, number>();
  for (const [id, by] of pairs) totals.set(id, (totals.get(id) ?? 0) + by);
  return { ids: [...totals.keys()], by: [...totals.values()] };
}
