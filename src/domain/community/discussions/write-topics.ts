import { sql } from 'kysely';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { Faults, NotFoundError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';
import { replaceAttachments } from './attachments.ts';
import { copiesOf, copyPictures, fittingCopies, keepCopies } from './copied-pictures.ts';
import { deletePost, rewritePost } from './edit-posts.ts';
import { publishEvent } from './events.ts';
import { takeTurn } from './limits.ts';
import { insertPost } from './posts.ts';
import { lockTopics } from './states.ts';
import { finishText } from './text.ts';
import { readTopic, requireStaff, requireTopic, showTopic, type TopicPath, visitTopic } from './topics.ts';
import { requireOpenLesson, requireWritable, type Visit, visitDiscussions } from './visit.ts';
import { vote } from './votes.ts';

type Topic = Shape<'DiscussionTopic'>;
type TopicTools = Pick<Tools<Database>, 'db' | 'clock' | 'storage' | 'publicFetch'>;

/**
 * Opens a topic, which its author follows.
 * @throws NotFoundError
 * @throws DomainError enrollment_over, discussion_read_only, permission_denied, lesson_locked, discussion_limit
 * @throws ValidationError
 */
export async function createTopic(tools: TopicTools, who: Caller, courseId: string, body: Shape<'DiscussionTopicWrite'>): Promise<Topic> {
  const visit = await visitDiscussions(tools, who, { courseId });
  const { organisationId, userId, now, rules, isStaff } = visit;
  requireWritable(visit);
  if (rules.topics_by === 'staff' || body.kind === 'announcement') requireStaff(visit);
  finishText(visit, body.text, body.title);
  const copied = await copyPictures(tools, visit, body.text);
  const lesson_id = body.lesson_id?.toLowerCase() ?? null;
  const id = newId();
  return inTransaction(tools.db, async (trx) => {
    await requireCourse(trx, organisationId, courseId);
    await takeTurn(trx, visit);
    if (lesson_id !== null) await requireLesson(trx, visit, lesson_id);
    const audience = await audienceOf(trx, visit, body.cohort_id);
    const copies = await fittingCopies(trx, visit, copied, body.upload_ids);
    const { isHeld, ...text } = finishText(visit, body.text, body.title, copiesOf(copies));
    const alias = rules.is_anonymous && !isStaff ? 1 : null;
    await trx
      .insertInto('discussion_topics')
      .values({
        organisation_id: organisationId,
        id,
        course_id: courseId,
        lesson_id,
        ...audience,
        kind: body.kind,
        title: body.title,
        alias_count: alias ?? 0,
        last_activity_at: now,
        created_at: now,
      })
      .execute();
    await insertPost(trx, visit, { id, topic_id: id, number: 0, ordinal: 0, alias, state: isHeld ? 'pending' : 'visible', ...text });
    await trx
      .insertInto('discussion_readers')
      .values({ organisation_id: organisationId, topic_id: id, user_id: userId, read_number: 0, is_following: true, has_posted: true, alias })
      .execute();
    await replaceAttachments(trx, visit, { topicId: id, postId: id }, body);
    await keepCopies(trx, visit, id, copies, text.body);
    if (!isHeld) await publishEvent(trx, 'discussion.topic_created', { organisationId, postId: id, authorId: userId });
    await recordChange(trx, who, {
      action: 'discussion_topic.created',
      objectId: id,
      before: null,
      after: { course_id: courseId, lesson_id, ...audience, kind: body.kind, state: isHeld ? 'pending' : 'visible' },
    });
    return shownTopic(tools, trx, visit, id);
  });
}

/** Locks the lesson against deletion. */
async function requireLesson(trx: Executor, visit: Visit, lessonId: string): Promise<void> {
  const lesson = await trx
    .selectFrom('lessons')
    .select('id')
    .where('organisation_id', '=', visit.organisationId)
    .where('course_id', '=', visit.courseId)
    .where('id', '=', lessonId)
    .forKeyShare()
    .executeTakeFirst();
  const faults = new Faults();
  if (!lesson) faults.add('lesson_id', 'unknown', 'The course has no such lesson.');
  faults.check();
  await requireOpenLesson(trx, visit, lessonId);
}

/** Returns the audience of a topic. Staff choose it. A learner's topic is for their current cohort if the course is divided, or else for everybody. */
async function audienceOf(trx: Executor, visit: Visit, given: string | null): Promise<{ cohort_id: string | null; is_divided: boolean }> {
  const { isStaff, rules, currentCohortId, organisationId, courseId } = visit;
  const own = rules.divided_by === 'cohort' ? currentCohortId : null;
  const cohort_id = isStaff ? (given?.toLowerCase() ?? null) : own;
  const faults = new Faults();
  if (!isStaff && given !== null && given.toLowerCase() !== own) faults.add('cohort_id', 'not_allowed', 'Only staff may choose the audience.');
  faults.check();
  if (cohort_id === null) return { cohort_id, is_divided: false };
  const cohort = await trx
    .selectFrom('cohorts')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .where('id', '=', cohort_id)
    .forKeyShare()
    .executeTakeFirst();
  if (!cohort) faults.add('cohort_id', 'unknown', 'The course has no such cohort.');
  faults.check();
  return { cohort_id, is_divided: true };
}

/**
 * Changes a topic, or the visitor's own state: the marker of what they have read, whether they follow, and their vote.
 * @throws NotFoundError
 * @throws DomainError enrollment_over, discussion_read_only, permission_denied, lesson_locked
 * @throws ValidationError
 */
export async function updateTopic(tools: TopicTools, who: Caller, { courseId, topicId }: TopicPath, body: Shape<'PatchedDiscussionTopic'>): Promise<Topic> {
  const { visit } = await visitTopic(tools, who, { courseId, topicId });
  const { title, text, mention_ids, upload_ids, accepted_reply_id, read_up_to, following, upvoted } = body;
  const copied = await copyPictures(tools, visit, text, topicId);
  return inTransaction(tools.db, async (trx) => {
    await requireCourse(trx, visit.organisationId, courseId);
    if (upvoted !== undefined) await vote(trx, visit, await lockedTopic(trx, visit, topicId), upvoted);
    if (title !== undefined || text !== undefined || mention_ids !== undefined || upload_ids !== undefined) {
      const topic = await lockedTopic(trx, visit, topicId);
      await rewritePost(trx, who, visit, topic, topic.post, { title, text, mention_ids, upload_ids, copied });
    }
    if (accepted_reply_id !== undefined) {
      const topic = await lockedTopic(trx, visit, topicId);
      requireWritable(visit);
      if (!topic.post.author.is_you) requireStaff(visit);
      await acceptReply(trx, who, visit, topic, accepted_reply_id?.toLowerCase() ?? null);
    }
    if (read_up_to !== undefined || following !== undefined) await markTopic(trx, visit, topicId, { read_up_to, following });
    return shownTopic(tools, trx, visit, topicId);
  });
}

/** Locks a topic and reads it again. */
async function lockedTopic(trx: Executor, visit: Visit, topicId: string) {
  await lockTopics(trx, visit.organisationId, [topicId]);
  return requireTopic(trx, visit, topicId);
}

/** Accepts a visible reply as the answer to a question, or withdraws the acceptance. The topic must be locked.
 * @throws ValidationError */
export async function acceptReply(
  trx: Executor,
  who: Caller,
  { organisationId }: Visit,
  topic: { id: string; kind: Topic['kind']; accepted_reply_id: string | null },
  replyId: string | null,
): Promise<void> {
  const faults = new Faults();
  if (topic.kind !== 'question') faults.add('accepted_reply_id', 'not_allowed', 'Only a question can have an accepted answer.');
  faults.check();
  if (topic.accepted_reply_id === replyId) return;
  const reply =
    replyId === null
      ? null
      : await trx
          .selectFrom('discussion_posts')
          .select('id')
          .where('organisation_id', '=', organisationId)
          .where('topic_id', '=', topic.id)
          .where('id', '=', replyId)
          .where('number', '>', 0)
          .where('state', '=', 'visible')
          .executeTakeFirst();
  if (reply === undefined) faults.add('accepted_reply_id', 'unknown', 'The topic has no such visible reply.');
  faults.check();
  await trx
    .updateTable('discussion_topics')
    .set({ accepted_reply_id: replyId })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', topic.id)
    .execute();
  await recordChange(trx, who, {
    action: 'discussion_topic.answer_accepted',
    objectId: topic.id,
    before: { accepted_reply_id: topic.accepted_reply_id },
    after: { accepted_reply_id: replyId },
  });
}

/** Moves the marker of what the visitor has read forward, and records whether they follow the topic. */
const markTopic = (
  trx: Executor,
  { organisationId, userId }: Visit,
  topicId: string,
  { read_up_to = null, following = null }: { read_up_to?: number | null | undefined; following?: boolean | null | undefined },
): Promise<unknown> =>
  sql`insert into discussion_readers as r (organisation_id, topic_id, user_id, read_number, is_following)
    select organisation_id, id, ${userId}::uuid, case when ${read_up_to}::int is not null then least(${read_up_to}::int, post_count) end, coalesce(${following}::boolean, false)
      from discussion_topics where organisation_id = ${organisationId}::uuid and id = ${topicId}::uuid
    on conflict (organisation_id, topic_id, user_id) do update set read_number = greatest(r.read_number, excluded.read_number),
      is_following = coalesce(${following}::boolean, r.is_following)`.execute(trx);

async function shownTopic(tools: Pick<Tools, 'storage' | 'clock'>, db: Executor, visit: Visit, id: string): Promise<Topic> {
  const topic = await readTopic(db, visit, id);
  if (!topic) throw new NotFoundError();
  return showTopic(tools, visit, topic);
}

/** @throws NotFoundError
 * @throws DomainError enrollment_over, discussion_read_only, permission_denied, lesson_locked */
export async function deleteTopic(tools: Pick<Tools, 'db' | 'clock'>, who: Caller, { courseId, topicId }: TopicPath): Promise<void> {
  const { visit } = await visitTopic(tools, who, { courseId, topicId });
  await inTransaction(tools.db, async (trx) => {
    const topic = await lockedTopic(trx, visit, topicId);
    await deletePost(trx, who, visit, topic, topic.post);
  });
}
