import { sql } from 'kysely';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { Faults, NotFoundError } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';
import { publishEvent } from './events.ts';
import { takeReport } from './limits.ts';
import { type ReplyPath, requireReply, showStoredReply } from './replies.ts';
import { weighReports } from './reports.ts';
import type { StoredPost, WholeTopic } from './rows.ts';
import { holdRules } from './settings.ts';
import { changeStates, lockTopics } from './states.ts';
import { readTopic, requireStaff, requireTopic, showTopic, type TopicPath } from './topics.ts';
import { FOREVER, type Visit, visitDiscussions } from './visit.ts';
import { acceptReply } from './write-topics.ts';

type Moderation = Shape<'DiscussionTopicModeration'> | Shape<'DiscussionReplyModeration'>;
type Action = Moderation['action'];

/** A post that is reported or decided about. */
interface Subject {
  topic: WholeTopic;
  post: StoredPost;
}

interface Decision {
  who: Caller;
  visit: Visit;
  reason: string | null;
  until: string | null;
}

const NEEDS_REASON: readonly Action[] = ['report', 'hide', 'hide_all_by_author', 'mute'];
const SETTLED_DAYS = 7;

/**
 * Reports a topic, or decides about it or its author.
 * @throws NotFoundError
 * @throws DomainError enrollment_over, lesson_locked, permission_denied, discussion_limit
 * @throws ValidationError
 */
export async function moderateTopic(
  tools: Pick<Tools, 'db' | 'clock' | 'storage'>,
  who: Caller,
  { courseId, topicId }: TopicPath,
  what: Shape<'DiscussionTopicModeration'>,
): Promise<Shape<'DiscussionTopic'>> {
  const visit = await visitDiscussions(tools, who, { courseId });
  const subjectIn = async (db: Executor) => {
    const topic = await requireTopic(db, visit, topicId);
    return { topic, post: topic.post };
  };
  return inTransaction(tools.db, async (trx) => {
    await moderate(trx, { who, visit, reason: what.reason, until: what.until }, what.action, subjectIn);
    const topic = await readTopic(trx, visit, topicId);
    if (!topic) throw new NotFoundError();
    return showTopic(tools, visit, topic);
  });
}

/** Does the same for a reply.
 * @throws NotFoundError
 * @throws DomainError enrollment_over, lesson_locked, require_initial_post, permission_denied, discussion_limit
 * @throws ValidationError */
export async function moderateReply(
  tools: Pick<Tools, 'db' | 'clock' | 'storage'>,
  who: Caller,
  { courseId, replyId }: ReplyPath,
  what: Shape<'DiscussionReplyModeration'>,
): Promise<Shape<'DiscussionReply'>> {
  const visit = await visitDiscussions(tools, who, { courseId });
  return inTransaction(tools.db, async (trx) => {
    const { topic } = await moderate(trx, { who, visit, reason: what.reason, until: what.until }, what.action, (db) => requireReply(db, visit, replyId));
    const after = (await readTopic(trx, visit, topic.id)) ?? topic;
    return showStoredReply(tools, trx, visit, replyId, after);
  });
}

async function moderate(trx: Executor, given: Decision, action: Action, subjectIn: (db: Executor) => Promise<Subject>): Promise<Subject> {
  const { visit, reason } = given;
  const { organisationId, courseId } = visit;
  const { topic } = await subjectIn(trx);
  if (action !== 'report') requireStaff(visit);
  const faults = new Faults();
  if (reason === null && NEEDS_REASON.includes(action)) faults.add('reason', 'required', `Give a reason to ${action.replaceAll('_', ' ')}.`);
  faults.check();
  await requireCourse(trx, organisationId, courseId);
  const decision = { ...given, visit: { ...visit, rules: await holdRules(trx, organisationId, courseId) } };
  if (action === 'report') await takeReport(trx, visit);
  await lockTopics(trx, organisationId, action === 'hide_all_by_author' ? [topic.id, ...(await topicsOf(trx, visit, await subjectIn(trx)))] : [topic.id]);
  const subject = await subjectIn(trx);
  await ACTIONS[action](trx, decision, subject);
  return subject;
}

type Run = (trx: Executor, decision: Decision, subject: Subject) => Promise<void>;

const ACTIONS: Record<Action, Run> = {
  report,
  hide: async (trx, { who, visit, reason }, { post }) => {
    await changeStates(trx, visit, [post.id], ['visible', 'pending', 'hidden'], { state: 'hidden', hidden_by: 'staff', hidden_reason: reason });
    await settleReports(trx, visit, [post.id], 'accepted');
    await record(trx, who, post, 'hidden', { state: post.state }, { state: 'hidden', reason });
  },
  restore: async (trx, { who, visit, reason }, { post }) => {
    const isRestored = await changeStates(trx, visit, [post.id], ['hidden', 'deleted'], { state: 'visible' });
    await settleReports(trx, visit, [post.id], 'rejected');
    if (isRestored) await record(trx, who, post, 'restored', { state: post.state }, { state: 'visible', reason });
  },
  approve: async (trx, { who, visit, reason }, { post }) => {
    if (await changeStates(trx, visit, [post.id], ['pending'], { state: 'visible' }))
      await record(trx, who, post, 'approved', { state: post.state }, { state: 'visible', reason });
  },
  dismiss_reports: async (trx, { who, visit, reason }, { post }) => {
    await settleReports(trx, visit, [post.id], 'rejected');
    const [shown] = await weighReports(trx, visit, visit.rules, isPost(post));
    const state = shown ? 'visible' : post.state;
    await record(trx, who, post, 'reports_dismissed', { state: post.state, reports: post.open_reports }, { state, reports: 0, reason });
  },
  pin: (trx, decision, { topic }) => setFlag(trx, decision, topic, 'pinned', { is_pinned: true }),
  unpin: (trx, decision, { topic }) => setFlag(trx, decision, topic, 'unpinned', { is_pinned: false }),
  lock: (trx, decision, { topic }) => setFlag(trx, decision, topic, 'locked', { locked_at: decision.visit.now }),
  unlock: (trx, decision, { topic }) => setFlag(trx, decision, topic, 'unlocked', { locked_at: null }),
  accept: (trx, { who, visit }, { topic, post }) => acceptReply(trx, who, visit, topic, post.id),
  unaccept: async (trx, { who, visit }, { topic, post }) => {
    if (topic.accepted_reply_id === post.id) await acceptReply(trx, who, visit, topic, null);
  },
  mute: (trx, decision, subject) => setMute(trx, decision, subject, decision.until ?? FOREVER),
  unmute: (trx, decision, subject) => setMute(trx, decision, subject, null),
  hide_all_by_author: async (trx, { who, visit, reason }, { post }) => {
    const authorId = requireAuthor(post);
    const { rows } = await sql<{ id: string }>`select id from discussion_posts where organisation_id = ${visit.organisationId}::uuid
      and author_id = ${authorId}::uuid and course_id = ${visit.courseId}::uuid and state in ('visible', 'pending')`.execute(trx);
    const ids = rows.map(({ id }) => id);
    await changeStates(trx, visit, ids, ['visible', 'pending'], { state: 'hidden', hidden_by: 'staff', hidden_reason: reason });
    await settleReports(trx, visit, ids, 'accepted');
    await record(trx, who, post, 'author_hidden', {}, { author_id: authorId, posts: ids.length, reason });
  },
};

const isPost = ({ id }: StoredPost) => sql`p.id = ${id}::uuid`;

/** Stores a report, once per person and post, and hides a learner's post if enough members have reported it. Staff posts stay visible. */
async function report(trx: Executor, { who, visit, reason }: Decision, { post }: Subject): Promise<void> {
  const { organisationId, userId, now } = visit;
  const faults = new Faults();
  if (post.author.is_you) faults.add('action', 'not_allowed', 'You cannot report your own post.');
  faults.check();
  if (post.state !== 'visible') return;
  const { rows } = await sql`insert into discussion_reports as r (organisation_id, post_id, user_id, reason, state, created_at)
    values (${organisationId}::uuid, ${post.id}::uuid, ${userId}::uuid, ${reason}, 'open', ${now}::timestamptz)
    on conflict (organisation_id, post_id, user_id) do update set reason = excluded.reason, state = 'open', created_at = excluded.created_at, decided_at = null
      where r.decided_at <= ${now}::timestamptz - make_interval(days => ${SETTLED_DAYS}) returning 1`.execute(trx);
  if (rows.length === 0) return;
  const reports = post.open_reports + 1;
  await setOpenReports(trx, visit, [post.id], reports);
  const [hidden] = await weighReports(trx, visit, visit.rules, isPost(post));
  await publishEvent(trx, 'discussion.reported', { organisationId, postId: post.id, authorId: post.author.id });
  await record(trx, who, post, 'reported', { state: post.state }, { state: hidden ? 'hidden' : post.state });
}

/** Decides the open reports of posts. The same members can report the posts again after a week. */
async function settleReports(trx: Executor, visit: Visit, postIds: readonly string[], state: 'accepted' | 'rejected'): Promise<void> {
  await sql`update discussion_reports set state = ${state}, decided_at = ${visit.now}::timestamptz
    where organisation_id = ${visit.organisationId}::uuid and post_id = any(${[...postIds]}::uuid[]) and state = 'open'`.execute(trx);
  await setOpenReports(trx, visit, postIds, 0);
}

const setOpenReports = (trx: Executor, { organisationId }: Visit, postIds: readonly string[], open_reports: number): Promise<unknown> =>
  trx
    .updateTable('discussion_posts')
    .set({ open_reports })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', sql<string>`any(${[...postIds]}::uuid[])`)
    .execute();

async function setFlag(
  trx: Executor,
  { who, visit, reason }: Decision,
  { id }: WholeTopic,
  happened: string,
  flag: { is_pinned: boolean } | { locked_at: string | null },
): Promise<void> {
  const [[name, value] = ['', null]] = Object.entries(flag) as [string, boolean | string | null][];
  const { numUpdatedRows } = await trx
    .updateTable('discussion_topics')
    .set(flag)
    .where('organisation_id', '=', visit.organisationId)
    .where('id', '=', id)
    .where(name === 'is_pinned' ? sql<boolean>`is_pinned <> ${value}` : sql<boolean>`(locked_at is null) <> ${value === null}::boolean`)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await recordChange(trx, who, { action: `discussion_topic.${happened}`, objectId: id, before: null, after: { ...flag, reason } });
}

/** Mutes the author of a post in the course until this time, or unmutes them. */
async function setMute(trx: Executor, { who, visit, reason }: Decision, { post }: Subject, until: string | null): Promise<void> {
  const { organisationId, courseId } = visit;
  const authorId = requireAuthor(post);
  const mute = { muted_until: until, mute_reason: until === null ? null : reason };
  await trx
    .insertInto('discussion_members')
    .values({ organisation_id: organisationId, course_id: courseId, user_id: authorId, ...mute })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'course_id', 'user_id']).doUpdateSet(mute))
    .execute();
  await record(trx, who, post, until === null ? 'author_unmuted' : 'author_muted', {}, { author_id: authorId, until, reason });
}

/** @throws ValidationError if the account no longer exists, or belongs to staff */
function requireAuthor({ author }: StoredPost): string {
  const faults = new Faults();
  if (author.id === null || author.is_staff) faults.add('action', 'not_allowed', 'The author is a member of staff, or their account no longer exists.');
  faults.check();
  return author.id as string;
}

async function topicsOf(trx: Executor, { organisationId, courseId }: Visit, { post }: Subject): Promise<string[]> {
  const { rows } = await sql<{ topic_id: string }>`select distinct topic_id from discussion_posts where organisation_id = ${organisationId}::uuid
    and author_id = ${post.author.id}::uuid and course_id = ${courseId}::uuid`.execute(trx);
  return rows.map(({ topic_id }) => topic_id);
}

const record = (trx: Executor, who: Caller, { id, number }: StoredPost, happened: string, before: object, after: object): Promise<void> =>
  recordChange(trx, who, {
    action: `${number === 0 ? 'discussion_topic' : 'discussion_reply'}.${happened}`,
    objectId: id,
    before: { ...before },
    after: { ...after },
  });
