import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { type LedgerPage, type LedgerPaging, readLedger } from '../../kernel/ledgers.ts';
import type { Tools } from '../../kernel/tools.ts';
import { isReadable, type ListedPost, listedPost, readable, type StoredTopic, showPost, storedTopic, type WholeTopic, wholePost } from './rows.ts';
import { withWords } from './search.ts';
import { openLessons, requireOpenLesson, type Visit, visitDiscussions } from './visit.ts';

type Topic = Shape<'DiscussionTopic'>;
type Summary = Shape<'DiscussionTopicSummary'>;

/** Identifies a topic. */
export interface TopicPath {
  courseId: string;
  topicId: string;
}

export interface TopicFilter extends LedgerPaging {
  lesson_id?: string | undefined;
  filter?: Shape<'DiscussionTopicFilter'> | undefined;
  search?: string | undefined;
  queue?: Shape<'DiscussionQueue'> | undefined;
  ordering: Shape<'DiscussionTopicOrdering'>;
}

/** Number up to which `count` in the lists of discussions is exact. */
export const MOST_COUNTED = 1000;

const ORDERS = {
  '-last_activity_at': { column: 'listed_at', direction: 'desc' },
  '-created_at': { column: 'created_at', direction: 'desc' },
  created_at: { column: 'created_at', direction: 'asc' },
  '-reply_count': { column: 'reply_count', direction: 'desc' },
} as const;

const TOPIC = 'discussion_topics';
const OPENING = 'discussion_posts';
const READER = 'discussion_readers';

/** Selects the topics of the course with the posts that open them, and the visitor's state in them. */
export const selectTopics = (db: Executor, { organisationId, courseId, userId }: Visit) =>
  db
    .selectFrom(TOPIC)
    .innerJoin(OPENING, (join) =>
      join.onRef('discussion_posts.organisation_id', '=', 'discussion_topics.organisation_id').onRef('discussion_posts.id', '=', 'discussion_topics.id'),
    )
    .leftJoin(READER, (join) =>
      join
        .onRef('discussion_readers.organisation_id', '=', 'discussion_topics.organisation_id')
        .onRef('discussion_readers.topic_id', '=', 'discussion_topics.id')
        .on('discussion_readers.user_id', '=', userId),
    )
    .where('discussion_topics.organisation_id', '=', organisationId)
    .where('discussion_topics.course_id', '=', courseId);

/** Returns the condition under which a learner may see a topic: its audience, its lesson and its state. */
export const known = (visit: Visit, lessons: readonly string[] | null): RawBuilder<boolean> =>
  visit.isStaff
    ? sql`true`
    : sql`(${isInAudience(visit)} and ${lessons ? sql`(discussion_topics.lesson_id is null or discussion_topics.lesson_id = any(${lessons}::uuid[]))` : sql`true`}
      and (${readable(visit, OPENING)} or discussion_topics.reply_count > 0))`;

const isInAudience = ({ cohortIds }: Visit): RawBuilder<boolean> =>
  sql`(not discussion_topics.is_divided or discussion_topics.cohort_id = any(${[...cohortIds]}::uuid[]))`;

/** Returns the condition under which a learner who has to write first may read the other posts of the topic. */
export const hasEntered = ({ isStaff, rules }: Visit): RawBuilder<boolean> =>
  isStaff || !rules.require_initial_post ? sql`true` : sql`coalesce(discussion_readers.has_posted, false)`;

/** Lists the topics of a course that the visitor may read.
 * @throws NotFoundError
 * @throws DomainError enrollment_over, lesson_locked, and permission_denied if a learner asks for the queue of moderators
 * @throws ValidationError if the cursor is not one of this list in this order */
export async function listTopics(
  tools: Pick<Tools, 'db' | 'clock'>,
  who: Caller,
  courseId: string,
  { lesson_id, filter, search, queue, ordering, ...paging }: TopicFilter,
): Promise<LedgerPage<Summary>> {
  const { db } = tools;
  const visit = await visitDiscussions(tools, who, { courseId, search });
  if (queue) requireStaff(visit);
  if (lesson_id !== undefined) await requireOpenLesson(db, visit, lesson_id);
  const lessons = lesson_id === undefined ? await openLessons(db, visit) : null;
  const matching = selectTopics(db, visit)
    .where(known(visit, lessons))
    .$if(lesson_id !== undefined, (query) => query.where('discussion_topics.lesson_id', '=', lesson_id as string))
    .$if(filter !== undefined, (query) => query.where(FILTERS[filter as keyof typeof FILTERS](visit)))
    .$if(search !== undefined, (query) => query.where(hasWords(visit, search as string)))
    .$if(queue !== undefined, (query) => query.where(IN_QUEUE));
  const page = await readLedger(db, { table: TOPIC, ...ORDERS[ordering], mostCounted: MOST_COUNTED }, paging, matching, (isOnPage) =>
    selectTopics(db, visit)
      .where(isOnPage)
      .select(['discussion_topics.id', 'discussion_topics.listed_at', 'discussion_topics.created_at', 'discussion_topics.reply_count'])
      .select([storedTopic.as('topic'), listedPost(visit, OPENING).as('post')]),
  );
  return { ...page, results: page.results.map(({ topic, post }) => summaryOf(visit, topic, post)) };
}

/** @throws DomainError permission_denied */
export function requireStaff({ isStaff }: Pick<Visit, 'isStaff'>): void {
  if (!isStaff) throw new DomainError('permission_denied', 'Only staff may do this.');
}

const FILTERS = {
  unanswered: () => sql<boolean>`(case kind when 'question' then accepted_reply_id is null else reply_count = 0 end)`,
  mine: ({ userId }: Visit) => sql<boolean>`discussion_posts.author_id = ${userId}::uuid`,
  unread: () => sql<boolean>`last_number > coalesce(read_number, -1)`,
  following: () => sql<boolean>`coalesce(is_following, false)`,
  pinned: () => sql<boolean>`is_pinned`,
};

/**
 * Returns the condition that a topic has a post with all words of the search that the visitor may read. For frequent words, it makes PostgreSQL examine one
 * topic after another, in the order of the list, until the page is full. For other words, the word index leads to the few topics.
 */
function hasWords(visit: Visit, search: string): RawBuilder<boolean> {
  const { organisationId, courseId, userId, isSearchFrequent } = visit;
  const others = sql`(p.number = 0 or p.author_id = ${userId}::uuid or ${hasEntered(visit)})`;
  const found = sql`from discussion_posts p where p.organisation_id = ${organisationId}::uuid and p.topic_id = discussion_topics.id
    and p.course_id = ${courseId}::uuid and ${withWords('p', courseId, search, !isSearchFrequent)} and ${readable(visit, 'p')} and ${others}`;
  return isSearchFrequent ? sql`(select true ${found} limit 1)` : sql`exists (select ${found})`;
}

const IN_QUEUE = sql<boolean>`exists (select from discussion_posts p where p.organisation_id = discussion_topics.organisation_id
  and p.course_id = discussion_topics.course_id and p.topic_id = discussion_topics.id and (p.state = 'pending' or p.open_reports > 0))`;

function summaryOf(visit: Visit, topic: StoredTopic, post: ListedPost): Summary {
  const isShown = isReadable(visit, post);
  const { author, excerpt, edited_at } = isShown ? post : NOTHING;
  return {
    ...headOf(visit, topic, isShown),
    excerpt,
    state: post.state,
    author,
    upvote_count: isShown ? post.upvote_count : 0,
    is_upvoted: isShown && post.is_upvoted,
    report_count: visit.isStaff ? post.open_reports : null,
    edited_at,
    created_at: post.created_at,
  };
}

const NOTHING = { author: null, excerpt: null, edited_at: null };

function headOf(
  visit: Visit,
  { is_divided: _divided, has_posted: _posted, thread_count: _threads, locked_at: _locked, ...topic }: StoredTopic,
  isShown: boolean,
) {
  const { read_number, ...same } = topic;
  return {
    ...same,
    title: isShown ? topic.title : null,
    is_locked: isLocked(visit, { locked_at: _locked, last_activity_at: topic.last_activity_at }),
    read_up_to: read_number,
    is_unread: topic.last_number > (read_number ?? -1),
  };
}

const DAY_MS = 24 * 3600_000;

/** Whether staff locked a topic, or it has been inactive for as long as the settings say. */
export function isLocked({ rules, now }: Visit, { locked_at, last_activity_at }: Pick<StoredTopic, 'locked_at' | 'last_activity_at'>): boolean {
  const { lock_after_days } = rules;
  return locked_at !== null || (lock_after_days !== null && Date.parse(now) - Date.parse(last_activity_at) > lock_after_days * DAY_MS);
}

/** Reads a topic, whether or not the visitor may see it. */
export async function readTopic(db: Executor, visit: Visit, topicId: string): Promise<WholeTopic | null> {
  const row = await selectTopics(db, visit)
    .where('discussion_topics.id', '=', topicId)
    .select([storedTopic.as('topic'), wholePost(visit, OPENING).as('post')])
    .executeTakeFirst();
  return row ? { ...row.topic, post: row.post } : null;
}

/** Returns a topic that the visitor may read, or whose placeholder remains.
 * @throws NotFoundError
 * @throws DomainError lesson_locked */
export async function requireTopic(db: Executor, visit: Visit, topicId: string): Promise<WholeTopic> {
  requireIds(topicId);
  return admit(db, visit, await readTopic(db, visit, topicId));
}

/** Starts a visit to the discussions of a course for one topic, under the same conditions. */
export async function visitTopic(tools: Pick<Tools, 'db' | 'clock'>, who: Caller, path: TopicPath): Promise<{ visit: Visit; topic: WholeTopic }> {
  const visit = await visitDiscussions(tools, who, path);
  return { visit, topic: await admit(tools.db, visit, visit.topic) };
}

async function admit(db: Executor, visit: Visit, topic: WholeTopic | null): Promise<WholeTopic> {
  if (!topic) throw new NotFoundError();
  if (visit.isStaff) return topic;
  const isForVisitor = !topic.is_divided || (topic.cohort_id !== null && visit.cohortIds.includes(topic.cohort_id));
  if (!isForVisitor || !(isReadable(visit, topic.post) || topic.reply_count > 0)) throw new NotFoundError();
  if (topic.lesson_id !== null) await requireOpenLesson(db, visit, topic.lesson_id);
  return topic;
}

/** Returns a topic as the visitor sees it, or its placeholder. */
export async function showTopic(tools: Pick<Tools, 'storage' | 'clock'>, visit: Visit, { post, ...topic }: WholeTopic): Promise<Topic> {
  return { ...headOf(visit, topic, isReadable(visit, post)), ...(await showPost(tools, visit, post)) };
}

/** @throws NotFoundError
 * @throws DomainError enrollment_over, lesson_locked */
export async function getTopic(tools: Pick<Tools, 'db' | 'clock' | 'storage'>, who: Caller, path: TopicPath): Promise<Topic> {
  const { visit, topic } = await visitTopic(tools, who, path);
  return showTopic(tools, visit, topic);
}

/** Checks that the visitor may read the replies to a topic.
 * @throws DomainError require_initial_post */
export function requireEntered({ isStaff, rules }: Visit, { has_posted }: Pick<StoredTopic, 'has_posted'>): void {
  if (!isStaff && rules.require_initial_post && !has_posted)
    throw new DomainError('require_initial_post', "Post in this topic first. You can then read other people's posts.");
}
