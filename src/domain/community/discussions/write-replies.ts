import { sql } from 'kysely';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { Faults } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';
import { replaceAttachments } from './attachments.ts';
import { copiesOf, copyPictures, fittingCopies, keepCopies } from './copied-pictures.ts';
import { deletePost, rewritePost } from './edit-posts.ts';
import { publishEvent } from './events.ts';
import { takeTurn } from './limits.ts';
import { insertPost } from './posts.ts';
import { type ReplyPath, readReply, requireReply, showStoredReply } from './replies.ts';
import { isReadable, type StoredPost, type WholeTopic } from './rows.ts';
import { lockTopics } from './states.ts';
import { finishText } from './text.ts';
import { isLocked, requireTopic, type TopicPath, visitTopic } from './topics.ts';
import { readOnly, requireWritable, type Visit, visitDiscussions } from './visit.ts';
import { vote } from './votes.ts';

type Reply = Shape<'DiscussionReply'>;
type ReplyTools = Pick<Tools<Database>, 'db' | 'clock' | 'storage' | 'publicFetch'>;

const MOST_ANCESTORS = 99;

/**
 * Replies to a topic or to another reply. The author follows the topic.
 * @throws NotFoundError
 * @throws DomainError enrollment_over, discussion_read_only, lesson_locked, discussion_limit
 * @throws ValidationError
 */
export async function createReply(tools: ReplyTools, who: Caller, { courseId, topicId }: TopicPath, body: Shape<'DiscussionReplyWrite'>): Promise<Reply> {
  const { visit } = await visitTopic(tools, who, { courseId, topicId });
  const { organisationId, userId } = visit;
  requireWritable(visit);
  finishText(visit, body.text, null);
  const copied = await copyPictures(tools, visit, body.text);
  const id = newId();
  return inTransaction(tools.db, async (trx) => {
    await requireCourse(trx, organisationId, courseId);
    await takeTurn(trx, visit);
    await lockTopics(trx, organisationId, [topicId]);
    const topic = await requireTopic(trx, visit, topicId);
    requireAnswerable(visit, topic);
    const copies = await fittingCopies(trx, visit, copied, body.upload_ids);
    const { isHeld, ...text } = finishText(visit, body.text, null, copiesOf(copies));
    const state = isHeld ? 'pending' : 'visible';
    const parent = body.parent_id === null ? null : await requireParent(trx, visit, topic, body.parent_id);
    const place = await takePlace(trx, visit, topicId, parent, { isVisible: !isHeld });
    await insertPost(trx, visit, {
      id,
      topic_id: topicId,
      ...text,
      ...place,
      parent_id: parent?.id ?? null,
      root_id: parent ? (parent.ancestors[0] ?? parent.id) : null,
      ancestors: parent ? [...parent.ancestors, parent.id] : [],
      state,
    });
    await replaceAttachments(trx, visit, { topicId, postId: id }, body);
    await keepCopies(trx, visit, id, copies, text.body);
    if (!isHeld) await publishEvent(trx, 'discussion.reply_created', { organisationId, postId: id, authorId: userId });
    await recordChange(trx, who, {
      action: 'discussion_reply.created',
      objectId: id,
      before: null,
      after: { topic_id: topicId, parent_id: body.parent_id, state },
    });
    return showStoredReply(tools, trx, visit, id, topic);
  });
}

/** Checks that the visitor can answer. Staff always can. Learners cannot answer in a locked topic, or where only a placeholder of the topic is left. */
function requireAnswerable(visit: Visit, topic: WholeTopic): void {
  if (visit.isStaff) return;
  if (isLocked(visit, topic)) throw readOnly('topic_locked');
  if (topic.post.state !== 'visible') throw readOnly('not_visible');
}

/** Returns the reply to answer, which the visitor must be able to read. */
async function requireParent(trx: Executor, visit: Visit, topic: WholeTopic, given: string): Promise<StoredPost> {
  const faults = new Faults();
  const post = await readReply(trx, visit, given);
  if (!post || post.topic_id !== topic.id || !isReadable(visit, post)) faults.add('parent_id', 'unknown', 'The topic has no such reply.');
  else if (post.ancestors.length >= MOST_ANCESTORS) faults.add('parent_id', 'too_deep', `Replies can be nested at most ${MOST_ANCESTORS + 1} levels deep.`);
  faults.check();
  return post as StoredPost;
}

/**
 * Assigns the reply its number and its place, and counts it. The author follows the topic from now on and, if they had read everything, still counts as having
 * read everything. An anonymous author keeps their pseudonym in the topic. The topic must be locked.
 */
async function takePlace(
  trx: Executor,
  { organisationId, userId, rules, isStaff, now }: Visit,
  topicId: string,
  parent: StoredPost | null,
  { isVisible }: { isVisible: boolean },
): Promise<{ number: number; ordinal: number; alias: number | null }> {
  const isAnonymous = rules.is_anonymous && !isStaff;
  const { rows } = await sql<{ number: number; ordinal: number; alias: number | null }>`
    with topic as (select * from discussion_topics where organisation_id = ${organisationId}::uuid and id = ${topicId}::uuid),
    reader as (
      insert into discussion_readers as r (organisation_id, topic_id, user_id, is_following, has_posted, alias)
      select organisation_id, id, ${userId}::uuid, true, true, case when ${isAnonymous}::boolean then alias_count + 1 end from topic
      on conflict (organisation_id, topic_id, user_id) do update set is_following = r.is_following or not r.has_posted, has_posted = true,
        alias = coalesce(r.alias, excluded.alias),
        read_number = case when ${isVisible}::boolean and r.read_number >= (select last_number from topic) then (select post_count + 1 from topic) else r.read_number end
      returning r.alias
    ), above as (
      update discussion_posts p set live_descendants = p.live_descendants + ${isVisible ? 1 : 0}::int,
        thread_count = p.thread_count + case when p.root_id is null then 1 else 0 end
      where p.organisation_id = ${organisationId}::uuid and p.id = any(${parent ? [...parent.ancestors, parent.id] : []}::uuid[])
      returning p.root_id, p.thread_count
    ), counted as (
      update discussion_topics t set post_count = t.post_count + 1, thread_count = t.thread_count + ${parent ? 0 : 1}::int,
        alias_count = greatest(t.alias_count, coalesce((select alias from reader), 0)),
        reply_count = t.reply_count + ${isVisible ? 1 : 0}::int,
        last_number = case when ${isVisible}::boolean then t.post_count + 1 else t.last_number end,
        last_activity_at = case when ${isVisible}::boolean then greatest(t.last_activity_at, ${now}::timestamptz) else t.last_activity_at end
      from topic where t.organisation_id = topic.organisation_id and t.id = topic.id
      returning t.post_count as number, t.thread_count
    )
    select number, coalesce((select thread_count from above where root_id is null), counted.thread_count) as ordinal,
      case when ${isAnonymous}::boolean then (select alias from reader) end as alias from counted`.execute(trx);
  return rows[0] as { number: number; ordinal: number; alias: number | null };
}

/** Changes a reply, or the vote of the visitor.
 * @throws NotFoundError
 * @throws DomainError enrollment_over, discussion_read_only, permission_denied, lesson_locked, require_initial_post
 * @throws ValidationError */
export async function updateReply(tools: ReplyTools, who: Caller, { courseId, replyId }: ReplyPath, body: Shape<'PatchedDiscussionReply'>): Promise<Reply> {
  const visit = await visitDiscussions(tools, who, { courseId });
  await requireReply(tools.db, visit, replyId);
  const { upvoted, ...change } = body;
  const copied = await copyPictures(tools, visit, change.text, replyId);
  return inTransaction(tools.db, async (trx) => {
    await requireCourse(trx, visit.organisationId, courseId);
    const { topic, post } = await lockedReply(trx, visit, replyId);
    if (upvoted !== undefined) await vote(trx, visit, { id: post.id, post }, upvoted);
    if (Object.values(change).some((value) => value !== undefined)) await rewritePost(trx, who, visit, topic, post, { ...change, copied });
    return showStoredReply(tools, trx, visit, post.id, topic);
  });
}

/** Locks the topic of a reply, and reads both again. */
export async function lockedReply(trx: Executor, visit: Visit, replyId: string): Promise<{ topic: WholeTopic; post: StoredPost }> {
  const { topic } = await requireReply(trx, visit, replyId);
  await lockTopics(trx, visit.organisationId, [topic.id]);
  return requireReply(trx, visit, replyId);
}

/** @throws NotFoundError
 * @throws DomainError enrollment_over, discussion_read_only, permission_denied, lesson_locked, require_initial_post */
export async function deleteReply(tools: Pick<Tools, 'db' | 'clock'>, who: Caller, { courseId, replyId }: ReplyPath): Promise<void> {
  const visit = await visitDiscussions(tools, who, { courseId });
  await inTransaction(tools.db, async (trx) => {
    const { topic, post } = await lockedReply(trx, visit, replyId);
    await deletePost(trx, who, visit, topic, post);
  });
}
