import { sql } from 'kysely';
import type { Database, Executor } from '../../../platform/database/connect.ts';
import { UnreachableError } from '../../../platform/fetch/public-request.ts';
import { ImageTooLargeError, NotAnImageError, toWebp } from '../../../platform/images/image.ts';
import { OutageError } from '../../../platform/outages/outage.ts';
import { addObjects } from '../../files/objects.ts';
import { holdFile, keepFile } from '../../files/stored-files.ts';
import type { Shape } from '../../kernel/contract.ts';
import { newId } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { freeRoom } from '../../organisations/storage/usage.ts';
import { hasTooManyTags } from '../../studio/lesson-content/text.ts';
import type { Copies } from './html-pictures.ts';
import { remotePictures } from './pictures.ts';
import type { Visit } from './visit.ts';

/** A copy of an external picture, stored as a file of the post that shows it. */
export interface Copy {
  address: string;
  id: string;
}

/** A copy that does not belong to a post yet. Its file is held (see `holdFile`) until a post keeps it. */
interface NewCopy extends Copy {
  storage_key: string;
  size_bytes: number;
}

/** The copies of pictures in a text. */
export interface Copied {
  /** The copies that the post already had. */
  before: readonly Copy[];
  fetched: readonly NewCopy[];
}

const NOTHING: Copied = { before: [], fetched: [] };

const MOST_PICTURES = 5;
const MOST_FILES = 10;
const MOST_BYTES = 5 * 1024 * 1024;
const TIMEOUT_MS = 8000;
const BOX = { width: 2400, height: 2400 };

/**
 * Fetches the first external pictures in a text by staff, all at once, and stores copies of them. A picture that cannot be fetched or read gets no copy.
 * @param postId the post that the text is for, if it exists; pictures of which it has copies are not fetched again
 */
export async function copyPictures(
  tools: Pick<Tools<Database>, 'db' | 'storage' | 'publicFetch'>,
  { isStaff, organisationId }: Visit,
  text: Shape<'DiscussionTextWrite'> | undefined,
  postId?: string,
): Promise<Copied> {
  if (!isStaff || !text || (text.format === 'html' && hasTooManyTags(text.body))) return NOTHING;
  const addresses = remotePictures(text)
    .filter((address) => URL.canParse(address))
    .slice(0, MOST_PICTURES);
  if (addresses.length === 0) return NOTHING;
  const before = postId === undefined ? [] : await readCopies(tools.db, organisationId, postId, addresses);
  const missing = addresses.filter((address) => before.every((copy) => copy.address !== address));
  const fetched = await Promise.all(missing.map((address) => copyPicture(tools, organisationId, address).catch(unlessUnusable)));
  return { before, fetched: fetched.filter((copy) => copy !== null) };
}

const readCopies = (db: Executor, organisationId: string, postId: string, addresses: readonly string[]): Promise<Copy[]> =>
  db
    .selectFrom('discussion_files')
    .select(['object_id as id', sql<string>`source`.as('address')])
    .where('organisation_id', '=', organisationId)
    .where('post_id', '=', postId)
    .where('source', '=', sql<string>`any(${[...addresses]}::text[])`)
    .execute();

async function copyPicture(
  { db, storage, publicFetch }: Pick<Tools<Database>, 'db' | 'storage' | 'publicFetch'>,
  organisationId: string,
  address: string,
): Promise<NewCopy> {
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

/**
 * Returns the copies that the post keeps, and the new ones for which it and the organisation's storage have room. The others are deleted when their hold ends.
 * @param fileIds the other files of the post
 */
export async function fittingCopies(trx: Executor, { organisationId, now }: Visit, { before, fetched }: Copied, fileIds: readonly string[]): Promise<Copied> {
  const kept = before.filter(({ id }) => fileIds.includes(id));
  const fitting = fetched.slice(0, Math.max(0, MOST_FILES - fileIds.length));
  if (fitting.length === 0) return { before: kept, fetched: [] };
  let free = (await freeRoom(trx, organisationId, now, 'announced')) ?? Number.POSITIVE_INFINITY;
  const stored = fitting.filter(({ size_bytes }) => {
    if (size_bytes > free) return false;
    free -= size_bytes;
    return true;
  });
  return { before: kept, fetched: stored };
}

export const copiesOf = ({ before, fetched }: Copied): Copies => new Map([...before, ...fetched].map(({ address, id }) => [address, id]));

/** Keeps the new copies that a text shows as files of its post, after the post's other files. */
export async function keepCopies(
  trx: Executor,
  { organisationId, courseId, userId, now }: Visit,
  postId: string,
  { fetched }: Copied,
  body: string,
): Promise<void> {
  const kept = fetched.filter(({ id }) => body.includes(`file:${id}`));
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
  await sql`insert into discussion_files (organisation_id, post_id, object_id, source, position)
    select ${organisationId}::uuid, ${postId}::uuid, copy.id, copy.source, copy.place + (select coalesce(max(f.position), -1) from discussion_files f
      where f.organisation_id = ${organisationId}::uuid and f.post_id = ${postId}::uuid)
    from unnest(${kept.map(({ id }) => id)}::uuid[], ${kept.map(({ address }) => address)}::text[]) with ordinality copy (id, source, place)`.execute(trx);
  for (const { storage_key } of kept) await keepFile(trx, storage_key);
}
