import { sql } from 'kysely';
import type { Database, Executor } from '../../../platform/database/connect.ts';
import { UnreachableError } from '../../../platform/fetch/public-request.ts';
import { ImageTooLargeError, NotAnImageError, toWebp } from '../../../platform/images/image.ts';
import { OutageError } from '../../../platform/outages/outage.ts';
import { addObjects } from '../../files/objects.ts';
import { holdFile, keepFile } from '../../files/stored-files.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { requireRoom } from '../../organisations/storage/usage.ts';
import { hasTooManyTags } from '../../studio/lesson-content/text.ts';
import type { Copies } from './html-pictures.ts';
import { remotePictures } from './pictures.ts';
import type { Visit } from './visit.ts';

/** A stored copy of a picture from elsewhere. Its file is held (see `holdFile`) until a post keeps it. */
export interface Copy {
  address: string;
  id: string;
  storage_key: string;
  size_bytes: number;
}

const MOST_PICTURES = 5;
const MOST_FILES = 10;
const MOST_BYTES = 5 * 1024 * 1024;
const TIMEOUT_MS = 8000;
const BOX = { width: 2400, height: 2400 };

/**
 * Fetches the first pictures from elsewhere in a text of staff, all at once, and stores copies of them. A picture that cannot be fetched or read has none.
 */
export async function copyPictures(
  tools: Pick<Tools<Database>, 'db' | 'storage' | 'publicFetch'>,
  { isStaff, organisationId }: Visit,
  text: Shape<'DiscussionTextWrite'> | undefined,
): Promise<readonly Copy[]> {
  if (!isStaff || !text || (text.format === 'html' && hasTooManyTags(text.body))) return [];
  const addresses = remotePictures(text).filter((address) => URL.canParse(address));
  const copies = await Promise.all(addresses.slice(0, MOST_PICTURES).map((address) => copyPicture(tools, organisationId, address).catch(unlessUnusable)));
  return copies.filter((copy) => copy !== null);
}

async function copyPicture(
  { db, storage, publicFetch }: Pick<Tools<Database>, 'db' | 'storage' | 'publicFetch'>,
  organisationId: string,
  address: string,
): Promise<Copy> {
  const { bytes } = await toWebp(await publicFetch(address, { maxBytes: MOST_BYTES, timeoutMs: TIMEOUT_MS }), BOX);
  const id = newId();
  const storage_key = `uploads/${organisationId}/${id}`;
  await holdFile(db, storage_key);
  await storage.put(storage_key, bytes, 'image/webp');
  return { address, id, storage_key, size_bytes: bytes.length };
}

function unlessUnusable(error: unknown): null {
  const isUnusable = [UnreachableError, NotAnImageError, ImageTooLargeError, OutageError].some((kind) => error instanceof kind);
  if (isUnusable) return null;
  throw error;
}

/** Returns the copies that the post and the storage of the organisation have room for.
 * @param files that the post has besides */
export async function fittingCopies(trx: Executor, { organisationId, now }: Visit, copies: readonly Copy[], files: number): Promise<readonly Copy[]> {
  const fitting = copies.slice(0, Math.max(0, MOST_FILES - files));
  if (fitting.length === 0) return [];
  const size = fitting.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  return requireRoom(trx, organisationId, size, now, 'announced').then(
    () => fitting,
    (error: unknown) => {
      if (error instanceof DomainError && error.code === 'storage_limit') return [];
      throw error;
    },
  );
}

export const copiesOf = (copies: readonly Copy[]): Copies => new Map(copies.map(({ address, id }) => [address, id]));

/** Keeps the copies that a text shows as files of its post, after its other files. */
export async function keepCopies(
  trx: Executor,
  { organisationId, courseId, userId, now }: Visit,
  postId: string,
  copies: readonly Copy[],
  body: string,
): Promise<void> {
  const kept = copies.filter(({ id }) => body.includes(`file:${id}`));
  if (kept.length === 0) return;
  await addObjects(
    trx,
    kept.map(({ id, storage_key, size_bytes }) => ({
      organisation_id: organisationId,
      id,
      course_id: courseId,
      purpose: 'discussion',
      uploaded_by: userId,
      storage_key,
      file_name: 'picture.webp',
      content_type: 'image/webp',
      size_bytes,
      status: 'ready',
      completed_at: now,
      attached_at: now,
    })),
  );
  await sql`insert into discussion_files (organisation_id, post_id, object_id, position)
    select ${organisationId}::uuid, ${postId}::uuid, copy.id, copy.place + (select coalesce(max(f.position), -1) from discussion_files f
      where f.organisation_id = ${organisationId}::uuid and f.post_id = ${postId}::uuid)
    from unnest(${kept.map(({ id }) => id)}::uuid[]) with ordinality copy (id, place)`.execute(trx);
  for (const { storage_key } of kept) await keepFile(trx, storage_key);
}
