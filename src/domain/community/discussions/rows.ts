import { type RawBuilder, sql } from 'kysely';
import { type JsonMembers, jsonObject, jsonTime } from '../../../platform/database/json.ts';
import { readableFiles } from '../../files/readable-files.ts';
import type { Shape } from '../../kernel/contract.ts';
import type { Tools } from '../../kernel/tools.ts';
import type { Visit } from './visit.ts';

type Author = Shape<'DiscussionAuthor'>;
type Post = Shape<'DiscussionReply'>;

/** A post as it is read, before what the visitor must not see is taken out. */
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

/** The author of a post as the visitor knows them: staff and the authors themselves know the names behind pseudonyms. */
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

/** Who looks at posts. */
export type Viewpoint = Pick<Visit, 'isStaff' | 'userId'>;

const columnsOf = (table: string) => (name: string) => sql.ref(`${table}.${name}`);

/** What lists and single posts have in common. */
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

/** A post of a list, without its text. `post` is the table of posts or an alias of it. */
export const listedPost = (viewer: Viewpoint, post: string): RawBuilder<ListedPost> => jsonObject(shared(viewer, post));

/** A whole post. */
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

/** Whether the visitor sees what a post says. Of others, learners see what is visible; of their own, what they did not delete. */
export const isReadable = ({ isStaff }: Viewpoint, { state, author }: Pick<StoredPost, 'state' | 'author'>): boolean =>
  isStaff || state === 'visible' || (author.is_you && state !== 'deleted');

/** The condition for the same. */
export const readable = ({ isStaff, userId }: Viewpoint, post: string): RawBuilder<boolean> => {
  const column = columnsOf(post);
  return isStaff ? sql`true` : sql`(${column('state')} = 'visible' or (${column('author_id')} = ${userId}::uuid and ${column('state')} <> 'deleted'))`;
};

/** Whether at least a placeholder of a reply is shown. */
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

/** Returns what the visitor may see of a post, with the URLs of its files. */
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
