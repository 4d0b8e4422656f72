import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { newId } from '../../kernel/ids.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { tidyUnanswered } from './answered.ts';
import { replaceAttachments } from './attachments.ts';
import { type Copied, copiesOf, fittingCopies, keepCopies } from './copied-pictures.ts';
import type { StoredPost, WholeTopic } from './rows.ts';
import { changeStates } from './states.ts';
import { finishText } from './text.ts';
import { isLocked, requireStaff } from './topics.ts';
import { readOnly, requireWritable, type Visit } from './visit.ts';

interface Change {
  title?: string | undefined;
  text?: Shape<'DiscussionTextWrite'> | undefined;
  mention_ids?: readonly string[] | undefined;
  upload_ids?: readonly string[] | undefined;
  /** Copies of pictures in the text. */
  copied: Copied;
}

const objectOf = ({ number }: StoredPost) => (number === 0 ? ('discussion_topic' as const) : ('discussion_reply' as const));

/** Checks that the visitor may change a post: staff may, and so may its author while they can write in the topic and nobody has hidden the post.
 * @throws DomainError discussion_read_only, permission_denied */
function requireOwn(visit: Visit, topic: WholeTopic, { author, state }: StoredPost): void {
  if (visit.isStaff) return;
  if (!author.is_you) requireStaff(visit);
  requireWritable(visit);
  if (isLocked(visit, topic)) throw readOnly('topic_locked');
  if (state === 'hidden' || state === 'deleted') throw readOnly('not_visible');
}

/**
 * Changes the title or the text of a post, its files or its mentions. The previous text is kept for staff. A visible post with a held word is put up for
 * review. The topic must be locked.
 * @throws DomainError discussion_read_only, permission_denied
 * @throws ValidationError
 */
export async function rewritePost(
  trx: Executor,
  who: Caller,
  visit: Visit,
  topic: WholeTopic,
  post: StoredPost,
  { title, text, mention_ids, upload_ids, copied }: Change,
): Promise<void> {
  requireOwn(visit, topic, post);
  const fileIds = upload_ids?.map((id) => id.toLowerCase()) ?? post.files.map(({ id }) => id);
  const copies = await fittingCopies(trx, visit, copied, fileIds);
  const { isChanged, isHeld, body } =
    title === undefined && text === undefined ? { ...UNCHANGED, body: post.body } : await changeText(trx, visit, topic, post, { title, text, copies });
  const mentioned_ids = await replaceAttachments(trx, visit, { topicId: topic.id, postId: post.id }, { mention_ids, upload_ids });
  if (mentioned_ids.length > 0) await enqueue(trx, 'collect_discussion_notices', { organisation_id: visit.organisationId, post_id: post.id, mentioned_ids });
  await keepCopies(trx, visit, post.id, copies, body);
  await recordChange(trx, who, {
    action: `${objectOf(post)}.updated`,
    objectId: post.id,
    before: { state: post.state, edited_at: post.edited_at },
    after: { state: isHeld ? 'pending' : post.state, edited_at: isChanged ? visit.now : post.edited_at },
  });
}

const UNCHANGED = { isChanged: false, isHeld: false };

async function changeText(
  trx: Executor,
  visit: Visit,
  topic: WholeTopic,
  post: StoredPost,
  { title, text, copies }: Pick<Change, 'title' | 'text'> & { copies: Copied },
) {
  const { organisationId, now } = visit;
  const before = { title: post.number === 0 ? topic.title : null, format: post.format, body: post.body };
  const newTitle = before.title === null ? null : (title ?? before.title);
  const { isHeld, ...finished } = finishText(visit, text ?? before, newTitle, copiesOf(copies));
  if (finished.body === before.body && finished.format === before.format && newTitle === before.title) return { ...UNCHANGED, body: before.body };
  await trx
    .insertInto('discussion_edits')
    .values({ organisation_id: organisationId, id: newId(), post_id: post.id, ...before, edited_by: visit.userId, edited_at: now })
    .execute();
  await trx
    .updateTable('discussion_posts')
    .set({ ...finished, words: sql<string[]>`${finished.words}::text[]`, edited_at: now })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', post.id)
    .execute();
  if (newTitle !== null && newTitle !== before.title)
    await trx.updateTable('discussion_topics').set({ title: newTitle }).where('organisation_id', '=', organisationId).where('id', '=', topic.id).execute();
  return { isChanged: true, body: finished.body, isHeld: isHeld && (await changeStates(trx, visit, [post.id], ['visible'], { state: 'pending' })) };
}

/** Deletes a post. Staff can still read and restore its text. The topic must be locked.
 * @throws DomainError discussion_read_only, permission_denied */
export async function deletePost(trx: Executor, who: Caller, visit: Visit, topic: WholeTopic, post: StoredPost): Promise<void> {
  requireOwn(visit, topic, post);
  if (!(await changeStates(trx, visit, [post.id], ['visible', 'pending', 'hidden'], { state: 'deleted' }))) return;
  await recordChange(trx, who, { action: `${objectOf(post)}.deleted`, objectId: post.id, before: { state: post.state }, after: { state: 'deleted' } });
  if (post.number > 0) await tidyUnanswered(trx, visit.organisationId, topic.id);
}
