import { type RawBuilder, sql } from 'kysely';
import { type JsonMembers, jsonObject, jsonTime } from '../../../platform/database/json.ts';
import { readableFiles } from '../../files/readable-files.ts';
import type { Shape } from '../../kernel/contract.ts';
import type { Tools } from '../../kernel/tools.ts';

type Author = Shape<'DiscussionAuthor'>;
type Post = Shape<'DiscussionReply'>;

/** A post as read from the database, before the parts that the visitor must not see are removed. */
export interface StoredPost {
  id: string;
  topic_id: string;
  parent_id: string | null;
  number: number;
  ancestors: string[];
  state: Post['state'];
  author: Author;
  format: Shape<'DiscussionText'>['format'];
  body: string;
  excerpt: string;
  mentions: Post['mentions'];
  files: { id: string; storage_key: string | null; content_type: string; file_name: string }[];
  upvote_count: number;
  is_upvoted: boolean;
  hidden_by: Post['hidden_by'];
  hidden_reason: string | null;
  open_reports: number;
  edits: Shape<'DiscussionEdit'>[] | null;
  live_descendants: number;
  edited_at: string | null;
  created_at: string;
}

const MOST_EDITS = 20;

/** Selects the author of a post as the visitor knows them. Staff and the authors themselves know the names behind pseudonyms. */
const authorOf = ({ isStaff, userId }: Viewpoint, post: string): RawBuilder<Author> => {
  const column = columnsOf(post);
  const isYou = sql`${column('author_id')} is not distinct from ${userId}::uuid`;
  const isHidden = isStaff ? sql`false` : sql`(${column('alias')} is not null and not ${isYou})`;
  return jsonObject<Author>({
    id: sql`case when not ${isHidden} then ${column('author_id')} end`,
    display_name: sql`case when ${isHidden} then ${pseudonym(post)} else (select name from users where users.id = ${column('author_id')}) end`,
    is_staff: column('is_staff'),
    is_you: isYou,
    is_anonymous: sql`${column('alias')} is not null`,
  });
};

export const pseudonym = (post: string): RawBuilder<string> => sql`'Anonymous ' || ${columnsOf(post)('alias')}`;

/** The person who looks at posts. */
export interface Viewpoint {
  /** Whether the person is staff, who see everything. */
  isStaff: boolean;
  userId: string;
}

const columnsOf = (table: string) => (name: string) => sql.ref(`${table}.${name}`);

/** Returns the fields that lists and single posts have in common. */
const shared = (viewer: Viewpoint, post: string): JsonMembers<Pick<StoredPost, (typeof SHARED)[number]>> => {
  const column = columnsOf(post);
  return {
    state: column('state'),
    author: authorOf(viewer, post),
    excerpt: column('excerpt'),
    upvote_count: column('upvote_count'),
    is_upvoted: sql`exists (select from discussion_upvotes u where u.organisation_id = ${column('organisation_id')} and u.post_id = ${column('id')}
      and u.user_id = ${viewer.userId}::uuid)`,
    open_reports: column('open_reports'),
    edited_at: jsonTime(column('edited_at')),
    created_at: jsonTime(column('created_at')),
  };
};

const SHARED = ['state', 'author', 'excerpt', 'upvote_count', 'is_upvoted', 'open_reports', 'edited_at', 'created_at'] as const;

export type ListedPost = Pick<StoredPost, (typeof SHARED)[number]>;

/** Selects a post for a list, without its text. `post` is the table of posts or an alias of it. */
export const listedPost = (viewer: Viewpoint, post: string): RawBuilder<ListedPost> => jsonObject(shared(viewer, post));

/** Selects a whole post. */
export const wholePost = (viewer: Viewpoint, post: string): RawBuilder<StoredPost> => {
  const column = columnsOf(post);
  const of = (table: string) => sql`${sql.ref(`${table}.organisation_id`)} = ${column('organisation_id')} and ${sql.ref(`${table}.post_id`)} = ${column('id')}`;
  return jsonObject<StoredPost>({
    ...shared(viewer, post),
    id: column('id'),
    topic_id: column('topic_id'),
    parent_id: column('parent_id'),
    number: column('number'),
    ancestors: column('ancestors'),
    format: column('format'),
    body: column('body'),
    mentions: sql`(select coalesce(json_agg(json_build_object('id', u.id, 'display_name', u.name) order by u.name, u.id), '[]') from discussion_mentions m
      join users u on u.id = m.user_id where ${of('m')} and u.erased_at is null)`,
    files: sql`(select coalesce(json_agg(json_build_object('id', o.id, 'storage_key', o.storage_key, 'content_type', o.content_type,
      'file_name', o.file_name) order by f.position), '[]') from discussion_files f
      join storage_objects o on o.organisation_id = f.organisation_id and o.id = f.object_id where ${of('f')})`,
    hidden_by: column('hidden_by'),
    hidden_reason: column('hidden_reason'),
    edits: viewer.isStaff
      ? sql`(select coalesce(json_agg(json_build_object('title', e.title, 'text', json_build_object('format', e.format, 'body', e.body),
          'edited_at', ${jsonTime(sql`e.edited_at`)}) order by e.id desc), '[]') from (select * from discussion_edits e where ${of('e')}
          order by e.id desc limit ${MOST_EDITS}) e)`
      : sql`null::json`,
    live_descendants: column('live_descendants'),
  });
};

/** A topic as read from the database, with the post that opens it. */
export interface StoredTopic {
  id: string;
  course_id: string;
  lesson_id: string | null;
  cohort_id: string | null;
  is_divided: boolean;
  kind: Shape<'DiscussionTopic'>['kind'];
  title: string;
  is_pinned: boolean;
  locked_at: string | null;
  accepted_reply_id: string | null;
  reply_count: number;
  thread_count: number;
  last_number: number;
  last_activity_at: string;
  /** The state of the visitor in the topic. */
  read_number: number | null;
  is_following: boolean;
  has_posted: boolean;
}

export type WholeTopic = StoredTopic & { post: StoredPost };

const topic = columnsOf('discussion_topics');
const reader = columnsOf('discussion_readers');
const TOPIC: JsonMembers<StoredTopic> = {
  id: topic('id'),
  course_id: topic('course_id'),
  lesson_id: topic('lesson_id'),
  cohort_id: topic('cohort_id'),
  is_divided: topic('is_divided'),
  kind: topic('kind'),
  title: topic('title'),
  is_pinned: topic('is_pinned'),
  locked_at: jsonTime(topic('locked_at')),
  accepted_reply_id: topic('accepted_reply_id'),
  reply_count: topic('reply_count'),
  thread_count: topic('thread_count'),
  last_number: topic('last_number'),
  last_activity_at: jsonTime(topic('last_activity_at')),
  read_number: reader('read_number'),
  is_following: sql`coalesce(${reader('is_following')}, false)`,
  has_posted: sql`coalesce(${reader('has_posted')}, false)`,
};

/** Selects a topic for a list, without the post that opens it. For queries that read topics with their readers. */
export const storedTopic: RawBuilder<StoredTopic> = jsonObject(TOPIC);

/** Selects a whole topic, or null if the course has no topic with this ID. */
export const wholeTopic = (viewer: Viewpoint, { organisationId, courseId, topicId }: { organisationId: string; courseId: string; topicId: string }) =>
  sql<WholeTopic | null>`(select ${jsonObject<WholeTopic>({ ...TOPIC, post: wholePost(viewer, 'discussion_posts') })}
    from discussion_topics join discussion_posts on discussion_posts.organisation_id = discussion_topics.organisation_id and discussion_posts.id = discussion_topics.id
    left join discussion_readers on discussion_readers.organisation_id = discussion_topics.organisation_id
      and discussion_readers.topic_id = discussion_topics.id and discussion_readers.user_id = ${viewer.userId}::uuid
    where discussion_topics.organisation_id = ${organisationId}::uuid and discussion_topics.course_id = ${courseId}::uuid
      and discussion_topics.id = ${topicId}::uuid)`;

/** Whether the visitor can read a post. Learners can read others' visible posts, and their own unless they have deleted them. */
export const isReadable = ({ isStaff }: Viewpoint, { state, author }: Pick<StoredPost, 'state' | 'author'>): boolean =>
  isStaff || state === 'visible' || (author.is_you && state !== 'deleted');

/** The same as an SQL condition. */
export const readable = ({ isStaff, userId }: Viewpoint, post: string): RawBuilder<boolean> => {
  const column = columnsOf(post);
  return isStaff ? sql`true` : sql`(${column('state')} = 'visible' or (${column('author_id')} = ${userId}::uuid and ${column('state')} <> 'deleted'))`;
};

/** Whether at least a placeholder of a reply is shown, as an SQL condition. */
export const listed = (viewer: Viewpoint, post: string): RawBuilder<boolean> =>
  viewer.isStaff ? sql`true` : sql`(${readable(viewer, post)} or ${columnsOf(post)('live_descendants')} > 0)`;

type Shown = Pick<
  Post,
  | 'state'
  | 'author'
  | 'text'
  | 'mentions'
  | 'files'
  | 'upvote_count'
  | 'is_upvoted'
  | 'hidden_by'
  | 'hidden_reason'
  | 'report_count'
  | 'edits'
  | 'edited_at'
  | 'created_at'
>;

/** Returns the parts of a post that the visitor may see, with the URLs of its files. */
export async function showPost({ storage, clock }: Pick<Tools, 'storage' | 'clock'>, viewer: Viewpoint, post: StoredPost): Promise<Shown> {
  const { state, created_at } = post;
  const report_count = viewer.isStaff ? post.open_reports : null;
  if (!isReadable(viewer, post))
    return {
      state,
      author: null,
      text: null,
      mentions: [],
      files: [],
      upvote_count: 0,
      is_upvoted: false,
      hidden_by: null,
      hidden_reason: null,
      report_count,
      edits: null,
      edited_at: null,
      created_at,
    };
  return {
    state,
    author: post.author,
    text: { format: post.format, body: post.body },
    mentions: post.mentions,
    files: await readableFiles(storage, clock, post.files),
    upvote_count: post.upvote_count,
    is_upvoted: post.is_upvoted,
    hidden_by: post.hidden_by,
    hidden_reason: post.hidden_reason,
    report_count,
    edits: post.edits,
    edited_at: post.edited_at,
    created_at,
  };
}

/** Returns a reply as the visitor sees it. */
export async function showReply(
  tools: Pick<Tools, 'storage' | 'clock'>,
  viewer: Viewpoint,
  post: StoredPost,
  acceptedId: string | null,
): Promise<Shape<'DiscussionReply'>> {
  const { id, topic_id, parent_id, number, ancestors, live_descendants } = post;
  return {
    id,
    topic_id,
    parent_id,
    number,
    depth: ancestors.length + 1,
    ...(await showPost(tools, viewer, post)),
    is_accepted: id === acceptedId,
    reply_count: live_descendants,
  };
}
