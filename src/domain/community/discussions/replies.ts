import { sql } from 'kysely';
import { MAX, NIL } from 'uuid';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { toCursor } from '../../kernel/cursor.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { cursorList, type LedgerOrder, type LedgerPage, type LedgerPaging, readLedger } from '../../kernel/ledgers.ts';
import type { Tools } from '../../kernel/tools.ts';
import { isReadable, listed, readable, type StoredPost, showReply, type WholeTopic, wholePost } from './rows.ts';
import { withWords } from './search.ts';
import { MOST_COUNTED, requireEntered, requireStaff, requireTopic, type TopicPath, visitTopic } from './topics.ts';
import type { Visit } from './visit.ts';

type Reply = Shape<'DiscussionReply'>;
type Thread = Shape<'DiscussionThread'>;

/** Identifies a reply. */
export interface ReplyPath {
  courseId: string;
  replyId: string;
}

export interface ReplyFilter extends LedgerPaging {
  parent?: string | undefined;
  around?: string | undefined;
  search?: string | undefined;
  queue?: Shape<'DiscussionQueue'> | undefined;
  ordering: Shape<'DiscussionReplyOrdering'>;
}

const REPLY = 'discussion_posts';
const FIRST_CHILDREN = 3;

/** A list of replies whose places are stored: the replies to the topic, or all replies below one of them. */
interface Places {
  rootId: string | null;
  /** Number of places that were ever assigned. */
  count: number;
}

/**
 * Lists the replies to a topic, or all below one reply. Searches and the queue of moderators find replies at any depth.
 * @throws NotFoundError
 * @throws DomainError enrollment_over, lesson_locked, require_initial_post, permission_denied
 * @throws ValidationError if the cursor is not one of this list in this order
 */
export async function listReplies(
  tools: Pick<Tools, 'db' | 'clock' | 'storage'>,
  who: Caller,
  { courseId, topicId }: TopicPath,
  { parent, around, search, queue, ordering, ...paging }: ReplyFilter,
): Promise<LedgerPage<Thread>> {
  const { db } = tools;
  const { visit, topic } = await visitTopic(tools, who, { courseId, topicId });
  if (queue) requireStaff(visit);
  requireEntered(visit, topic);
  const isFlat = search !== undefined || queue !== undefined;
  const named = parent === undefined && around === undefined ? [] : await readNamed(db, visit, topicId, [parent, around]);
  const top = parent === undefined ? null : findNamed(visit, named, parent);
  const order: LedgerOrder = {
    table: REPLY,
    column: isFlat ? 'number' : 'ordinal',
    direction: ordering === 'created_at' ? 'asc' : 'desc',
    mostCounted: MOST_COUNTED,
  };
  const places: Places | null =
    isFlat || (top && top.root_id !== null) ? null : top ? { rootId: top.id, count: top.thread_count } : { rootId: null, count: topic.thread_count };
  const position = places
    ? placed(order, places, around === undefined ? paging : { ...paging, ...pageAround(order, places, paging, findNamed(visit, named, around)) })
    : paging;
  const matching = db
    .selectFrom(REPLY)
    .where('discussion_posts.organisation_id', '=', visit.organisationId)
    .where('discussion_posts.topic_id', '=', topicId)
    .where('discussion_posts.number', '>', sql.lit(0))
    .where(listed(visit, REPLY))
    .$if(!isFlat && !top, (query) => query.where('discussion_posts.root_id', 'is', null))
    .$if(top !== null, (query) => query.where('discussion_posts.root_id', '=', top?.root_id ?? top?.id ?? null))
    .$if(top !== null && top.root_id !== null, (query) => query.where(sql<boolean>`${top?.id}::uuid = any(discussion_posts.ancestors)`))
    .$if(search !== undefined, (query) => query.where(withWords(REPLY, courseId, search as string)).where(readable(visit, REPLY)))
    .$if(queue !== undefined, (query) => query.where(sql<boolean>`(discussion_posts.state = 'pending' or discussion_posts.open_reports > 0)`));
  const page = await readLedger(db, order, position, matching, (isOnPage) =>
    db
      .selectFrom(REPLY)
      .where('discussion_posts.organisation_id', '=', visit.organisationId)
      .where(isOnPage)
      .select(['discussion_posts.id', 'discussion_posts.created_at', 'discussion_posts.ordinal', 'discussion_posts.number'])
      .select(wholePost(visit, REPLY).as('post'))
      .select((isFlat || top ? sql<StoredPost[]>`'[]'::json` : firstBelow(visit)).as('children')),
  );
  const { accepted_reply_id } = topic;
  const results = page.results.map(async ({ post, children }) => ({
    ...(await showReply(tools, visit, post, accepted_reply_id)),
    children: await Promise.all(children.map((child) => showReply(tools, visit, child, accepted_reply_id))),
  }));
  return { ...page, results: await Promise.all(results) };
}

/** Selects the oldest replies below a reply to the topic. */
const firstBelow = (visit: Visit) => sql<StoredPost[]>`(select coalesce(json_agg(${wholePost(visit, 'below')} order by below.ordinal), '[]') from (
  select b.* from discussion_posts b where b.organisation_id = discussion_posts.organisation_id and b.root_id = discussion_posts.id
    and ${listed(visit, 'b')} order by b.ordinal limit ${FIRST_CHILDREN}) below)`;

const readNamed = (db: Executor, visit: Visit, topicId: string, ids: readonly (string | undefined)[]) =>
  selectReplies(db, visit)
    .where('discussion_posts.topic_id', '=', topicId)
    .where(sql<boolean>`discussion_posts.id = any(${ids.filter((id) => id !== undefined)}::uuid[])`)
    .leftJoin('discussion_posts as root', (join) =>
      join.onRef('root.organisation_id', '=', 'discussion_posts.organisation_id').onRef('root.id', '=', 'discussion_posts.root_id'),
    )
    .select(['discussion_posts.ordinal', 'discussion_posts.root_id', 'discussion_posts.thread_count', 'root.ordinal as root_ordinal'])
    .execute();

type Named = Awaited<ReturnType<typeof readNamed>>[number];

/** @throws NotFoundError if the visitor cannot see the reply at all */
function findNamed(visit: Visit, named: readonly Named[], id: string | undefined): Named {
  const found = named.find((one) => one.id === id?.toLowerCase());
  if (!found || !isListed(visit, found.post)) throw new NotFoundError();
  return found;
}

const isListed = (visit: Visit, post: StoredPost): boolean => isReadable(visit, post) || post.live_descendants > 0;

/** Returns the page that contains a reply, or the reply to the topic above it. */
function pageAround({ direction }: LedgerOrder, { rootId, count }: Places, { page_size }: LedgerPaging, reply: Named): Pick<LedgerPaging, 'page' | 'cursor'> {
  if (rootId !== null && reply.root_id !== rootId) throw new NotFoundError();
  const ordinal = rootId === null ? (reply.root_ordinal ?? reply.ordinal) : reply.ordinal;
  const place = direction === 'asc' ? ordinal : count - ordinal + 1;
  return { page: Math.ceil(place / page_size), cursor: undefined };
}

/** Converts a page number to a position: right after the place of the last reply before the page. */
function placed(order: LedgerOrder, { count }: Places, { page, page_size, cursor }: LedgerPaging): LedgerPaging {
  if (cursor !== undefined || page === 1) return { page, page_size, cursor };
  const before = (page - 1) * page_size;
  const position =
    order.direction === 'asc'
      ? ({ side: 'after', key: before, id: MAX } as const)
      : ({ side: 'after', key: Math.max(0, count - before + 1), id: NIL } as const);
  return { page, page_size, cursor: toCursor(cursorList(order), position) };
}

const selectReplies = (db: Executor, visit: Visit) =>
  db
    .selectFrom(REPLY)
    .where('discussion_posts.organisation_id', '=', visit.organisationId)
    .where('discussion_posts.course_id', '=', visit.courseId)
    .where('discussion_posts.number', '>', sql.lit(0))
    .select('discussion_posts.id')
    .select(wholePost(visit, REPLY).as('post'));

/** Reads a reply, whether or not the visitor may see it. */
export const readReply = async (db: Executor, visit: Visit, replyId: string): Promise<StoredPost | undefined> =>
  (await selectReplies(db, visit).where('discussion_posts.id', '=', replyId).executeTakeFirst())?.post;

/** Returns a reply that the visitor can see, with its topic.
 * @throws NotFoundError
 * @throws DomainError lesson_locked, require_initial_post */
export async function requireReply(db: Executor, visit: Visit, replyId: string): Promise<{ topic: WholeTopic; post: StoredPost }> {
  requireIds(replyId);
  const post = await readReply(db, visit, replyId);
  if (!post) throw new NotFoundError();
  const topic = await requireTopic(db, visit, post.topic_id);
  if (!post.author.is_you) requireEntered(visit, topic);
  if (!isListed(visit, post)) throw new NotFoundError();
  return { topic, post };
}

/** Returns a reply as the visitor sees it, or its placeholder. */
export async function showStoredReply(tools: Pick<Tools, 'storage' | 'clock'>, db: Executor, visit: Visit, replyId: string, topic: WholeTopic): Promise<Reply> {
  const post = await readReply(db, visit, replyId);
  if (!post) throw new NotFoundError();
  return showReply(tools, visit, post, topic.accepted_reply_id);
}
