import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { attachObjects, detachObjects } from '../../files/objects.ts';
import { Faults } from '../../kernel/errors.ts';
import type { Visit } from './visit.ts';

/**
 * Replaces the files and the mentions of a post; undefined ones stay unchanged. Locks the uploads against deletion.
 * @returns the people whom the post has not mentioned before
 * @throws ValidationError for uploads that are not completed uploads of the visitor for the discussions of this course or belong to another post, and for
 * people who cannot be mentioned
 */
export async function replaceAttachments(
  trx: Executor,
  visit: Visit,
  { topicId, postId }: { topicId: string; postId: string },
  { upload_ids, mention_ids }: { upload_ids?: readonly string[] | undefined; mention_ids?: readonly string[] | undefined },
): Promise<string[]> {
  const faults = new Faults();
  const uploads = upload_ids && [...new Set(upload_ids.map((id) => id.toLowerCase()))];
  const mentioned = mention_ids && [...new Set(mention_ids.map((id) => id.toLowerCase()))];
  if (uploads) await replaceFiles(trx, visit, postId, uploads, faults);
  const before = mentioned ? await replaceMentions(trx, visit, { topicId, postId }, mentioned, faults) : new Set();
  faults.check();
  return (mentioned ?? []).filter((id) => !before.has(id));
}

async function replaceFiles(trx: Executor, { organisationId, courseId, userId, now }: Visit, postId: string, uploads: readonly string[], faults: Faults) {
  const removed = await trx
    .deleteFrom('discussion_files')
    .where('organisation_id', '=', organisationId)
    .where('post_id', '=', postId)
    .returning(['object_id', 'source'])
    .execute();
  const kept = removed.map(({ object_id }) => object_id);
  const sourceOf = new Map(removed.map(({ object_id, source }) => [object_id, source]));
  if (kept.length) await detachObjects(trx, organisationId, kept);
  if (uploads.length === 0) return;
  const found = await trx
    .selectFrom('storage_objects')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .where('purpose', '=', 'discussion')
    .where('status', '=', 'ready')
    .where('attached_at', 'is', null)
    .where((eb) => eb.or([eb('uploaded_by', '=', userId), eb('id', '=', sql<string>`any(${kept}::uuid[])`)]))
    .where('id', '=', sql<string>`any(${uploads}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const known = new Set(found.map(({ id }) => id));
  uploads.forEach((id, index) => {
    if (!known.has(id)) faults.add(`upload_ids.${index}`, 'unknown', 'You have no completed upload with this ID, or it is already attached to another post.');
  });
  faults.check();
  await trx
    .insertInto('discussion_files')
    .values(
      uploads.map((object_id, position) => ({
        organisation_id: organisationId,
        post_id: postId,
        object_id,
        position,
        source: sourceOf.get(object_id) ?? null,
      })),
    )
    .execute();
  await attachObjects(trx, organisationId, uploads, now);
}

/** Replaces the mentions. Only staff and people who have written in the topic under their names can be mentioned. Returns the people mentioned before. */
async function replaceMentions(
  trx: Executor,
  { organisationId, isStaff }: Visit,
  { topicId, postId }: { topicId: string; postId: string },
  mentioned: readonly string[],
  faults: Faults,
): Promise<ReadonlySet<string>> {
  const removed = await trx
    .deleteFrom('discussion_mentions')
    .where('organisation_id', '=', organisationId)
    .where('post_id', '=', postId)
    .returning('user_id')
    .execute();
  const before = new Set(removed.map(({ user_id }) => user_id));
  if (mentioned.length === 0) return before;
  const underName = isStaff ? sql`true` : sql`p.alias is null and p.state = 'visible'`;
  const found = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', sql<string>`any(${mentioned}::uuid[])`)
    .where('erased_at', 'is', null)
    .where(
      sql<boolean>`(exists (select from memberships m where m.organisation_id = ${organisationId}::uuid and m.user_id = users.id and m.role in ('owner', 'creator'))
        or exists (select from discussion_posts p where p.organisation_id = ${organisationId}::uuid and p.topic_id = ${topicId}::uuid
          and p.author_id = users.id and ${underName}))`,
    )
    .orderBy('id')
    .forKeyShare()
    .execute();
  const known = new Set(found.map(({ id }) => id));
  mentioned.forEach((id, index) => {
    if (!known.has(id))
      faults.add(`mention_ids.${index}`, 'unknown', 'Must be a member of staff, or somebody who has posted in this topic under their own name.');
  });
  faults.check();
  await trx
    .insertInto('discussion_mentions')
    .values(mentioned.map((user_id) => ({ organisation_id: organisationId, post_id: postId, user_id })))
    .execute();
  return before;
}
