import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import type { FinishedText } from './text.ts';
import type { Visit } from './visit.ts';

interface NewPost extends Omit<FinishedText, 'isHeld'> {
  id: string;
  topic_id: string;
  parent_id?: string | null;
  root_id?: string | null;
  ancestors?: readonly string[];
  number: number;
  ordinal: number;
  alias: number | null;
  state: Shape<'DiscussionPostState'>;
}

/** Stores a post of the visitor. */
export async function insertPost(
  trx: Executor,
  { organisationId, courseId, userId, isStaff, now }: Visit,
  { parent_id = null, root_id = null, ancestors = [], words, ...post }: NewPost,
): Promise<void> {
  await trx
    .insertInto('discussion_posts')
    .values({
      organisation_id: organisationId,
      course_id: courseId,
      parent_id,
      root_id,
      ancestors: sql<string[]>`${[...ancestors]}::uuid[]`,
      author_id: userId,
      is_staff: isStaff,
      words: sql<string[]>`${words}::text[]`,
      published_at: post.state === 'visible' ? now : null,
      created_at: now,
      ...post,
    })
    .execute();
}
