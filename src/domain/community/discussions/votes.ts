import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { NotFoundError, ValidationError } from '../../kernel/errors.ts';
import { isReadable, type StoredPost } from './rows.ts';
import { requireWritable, type Visit } from './visit.ts';

/** Gives or withdraws the visitor's vote, and counts it. Nobody can vote for their own posts. The topic of the post must be locked.
 * @throws NotFoundError for a placeholder
 * @throws ValidationError for the visitor's own post
 * @throws DomainError discussion_read_only */
export async function vote(
  trx: Executor,
  visit: Visit,
  { id, post }: { id: string; post: Pick<StoredPost, 'state' | 'author'> },
  isUseful: boolean,
): Promise<void> {
  const { organisationId, userId, now } = visit;
  requireWritable(visit);
  if (!isReadable(visit, post)) throw new NotFoundError();
  if (isUseful && post.author.is_you) throw new ValidationError([{ field: 'upvoted', code: 'own_post', message: 'You cannot vote for your own post.' }]);
  const change = isUseful
    ? sql`insert into discussion_upvotes (organisation_id, post_id, user_id, created_at)
        values (${organisationId}::uuid, ${id}::uuid, ${userId}::uuid, ${now}::timestamptz) on conflict do nothing returning 1 as by`
    : sql`delete from discussion_upvotes where organisation_id = ${organisationId}::uuid and post_id = ${id}::uuid and user_id = ${userId}::uuid
        returning -1 as by`;
  await sql`with changed as (${change}) update discussion_posts p set upvote_count = p.upvote_count + changed.by from changed
    where p.organisation_id = ${organisationId}::uuid and p.id = ${id}::uuid`.execute(trx);
}
