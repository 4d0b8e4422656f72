import { sql } from 'kysely';
import { type Clock, timeOf } from '../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { UnreachableError } from '../../../platform/fetch/public-request.ts';
import { ImageTooLargeError, NotAnImageError, toWebp } from '../../../platform/images/image.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { addObject, deleteObject } from '../../files/objects.ts';
import { keptPicture } from '../../files/picture.ts';
import { holdFile, keepFile, publicAddress } from '../../files/stored-files.ts';
import { askModel, unusableAnswer } from '../../kernel/ask-model.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { DomainError, NotFoundError, ValidationError } from '../../kernel/errors.ts';
import { newId, requireIds } from '../../kernel/ids.ts';
import { countRows, onPage } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import type { UploadedFile } from '../../kernel/uploaded-file.ts';
import { requireRoom } from '../../organisations/storage/usage.ts';
import { lockCourse, requireCourse } from '../courses/require-course.ts';

export interface HeroTools {
  db: Database;
  storage: Storage;
  clock: Clock;
  /** Public base URL of the service. */
  base: string;
}

/** Identifies a hero image of a course. */
export interface HeroPath {
  courseId: string;
  id: string;
}

type Source = Shape<'HeroImage'>['source'];

const MOST_IMAGES = 20;
const MOST_MIB = 10;
const BOX = { width: 2400, height: 1350 };

const selectImages = (db: Executor, organisationId: string, courseId: string) =>
  db
    .selectFrom('hero_images')
    .innerJoin('storage_objects', (join) =>
      join.onRef('storage_objects.organisation_id', '=', 'hero_images.organisation_id').onRef('storage_objects.id', '=', 'hero_images.object_id'),
    )
    .where('hero_images.organisation_id', '=', organisationId)
    .where('hero_images.course_id', '=', courseId)
    .select(['hero_images.id', 'width', 'height', 'is_selected', 'hero_images.created_at', 'hero_images.object_id'])
    .select([sql<Source>`hero_images.source`.as('source'), sql<string>`storage_objects.storage_key`.as('storage_key')]);

type Row = Awaited<ReturnType<ReturnType<typeof selectImages>['executeTakeFirstOrThrow']>>;

/** Returns the image with its URL. Hero images are public. */
const shown = (base: string, { object_id: _object, storage_key, ...image }: Row): Shape<'HeroImage'> => ({ ...image, url: publicAddress(base, storage_key) });

/** Returns the fields that are written to the audit log. */
const facts = ({ object_id: _object, storage_key: _key, created_at: _created, ...same }: Row) => same;

/** Lists the hero images of a course, newest first.
 * @throws NotFoundError when there is no such course */
export async function listImages(
  { db, base }: Pick<Tools, 'db' | 'base'>,
  { organisationId }: Caller,
  courseId: string,
  paging: Paging,
): Promise<Page<Shape<'HeroImage'>>> {
  await requireCourse(db, organisationId, courseId);
  const [count, rows] = await Promise.all([
    countImages(db, organisationId, courseId),
    selectImages(db, organisationId, courseId).orderBy('hero_images.created_at', 'desc').orderBy('hero_images.id', 'desc').$call(onPage(paging)).execute(),
  ]);
  return { count, results: rows.map((row) => shown(base, row)) };
}

/**
 * @throws NotFoundError
 * @throws DomainError hero_limit, storage_limit
 * @throws ValidationError
 */
export async function uploadImage(
  tools: Pick<Tools, 'db' | 'storage' | 'clock' | 'base'>,
  caller: Caller,
  courseId: string,
  { bytes }: UploadedFile,
): Promise<Shape<'HeroImage'>> {
  await requirePlace(tools.db, caller.organisationId, courseId);
  return addImage(tools, caller, courseId, 'uploaded', await keptPicture(bytes, { field: 'file', mostMiB: MOST_MIB, box: BOX }));
}

/**
 * @throws NotFoundError
 * @throws DomainError hero_limit, storage_limit
 * @throws ValidationError
 */
export async function importImage(
  tools: Pick<Tools<Database>, 'db' | 'storage' | 'clock' | 'base' | 'publicFetch'>,
  caller: Caller,
  courseId: string,
  url: string,
): Promise<Shape<'HeroImage'>> {
  await requirePlace(tools.db, caller.organisationId, courseId);
  const bytes = await tools.publicFetch(url, { maxBytes: MOST_MIB * 1024 * 1024 }).catch((error: unknown) => {
    throw error instanceof UnreachableError ? new ValidationError([{ field: 'url', code: 'unreachable', message: 'The URL cannot be fetched.' }]) : error;
  });
  return addImage(tools, caller, courseId, 'imported', await keptPicture(bytes, { field: 'url', mostMiB: MOST_MIB, box: BOX }));
}

/**
 * @throws NotFoundError
 * @throws DomainError hero_limit, storage_limit, ai_not_configured, ai_unavailable
 */
export async function generateImage(
  tools: Pick<Tools<Database>, 'db' | 'storage' | 'clock' | 'base' | 'ai'>,
  caller: Caller,
  courseId: string,
  prompt: string,
): Promise<Shape<'HeroImage'>> {
  await requirePlace(tools.db, caller.organisationId, courseId);
  const drawn = await askModel(tools.ai, (ai) => ai.draw(prompt));
  const picture = await toWebp(drawn, BOX).catch((error: unknown) => {
    if (!(error instanceof NotAnImageError || error instanceof ImageTooLargeError)) throw error;
    throw unusableAnswer('its image cannot be read');
  });
  return addImage(tools, caller, courseId, 'generated', picture);
}

/** Stores an image. The file is held (see `holdFile`) until a single transaction has counted and recorded it. */
async function addImage(
  { db, storage, clock, base }: HeroTools,
  caller: Caller,
  courseId: string,
  source: Source,
  { bytes, width, height }: Awaited<ReturnType<typeof toWebp>>,
): Promise<Shape<'HeroImage'>> {
  const { organisationId } = caller;
  const [id, object_id] = [newId(), newId()];
  const storage_key = `public/heroes/${organisationId}/${id}.webp`;
  await holdFile(db, storage_key);
  await storage.put(storage_key, bytes, 'image/webp');
  return inTransaction(db, async (trx) => {
    await lockCourse(trx, organisationId, courseId);
    await requirePlace(trx, organisationId, courseId);
    await requireRoom(trx, organisationId, bytes.length, timeOf(clock), 'announced');
    await addObject(trx, {
      organisation_id: organisationId,
      id: object_id,
      course_id: courseId,
      purpose: 'hero',
      uploaded_by: caller.actorId,
      storage_key,
      file_name: `${source}.webp`,
      content_type: 'image/webp',
      size_bytes: bytes.length,
      status: 'ready',
      completed_at: timeOf(clock),
    });
    await trx.insertInto('hero_images').values({ organisation_id: organisationId, id, course_id: courseId, object_id, width, height, source }).execute();
    await keepFile(trx, storage_key);
    const made = await selectImages(trx, organisationId, courseId)
      .where('hero_images.id', '=', id)
      .executeTakeFirstOrThrow(() => new NotFoundError());
    await recordChange(trx, caller, { action: 'hero_image.created', objectId: id, before: null, after: facts(made) });
    return shown(base, made);
  });
}

/** Makes this the only image that the landing page shows. Concurrent selections in a course are processed one after another.
 * @throws NotFoundError */
export function selectImage({ db, base }: Pick<Tools, 'db' | 'base'>, caller: Caller, { courseId, id }: HeroPath): Promise<Shape<'HeroImage'>> {
  requireIds(courseId, id);
  const { organisationId } = caller;
  return inTransaction(db, async (trx) => {
    await lockCourse(trx, organisationId, courseId);
    const read = () =>
      selectImages(trx, organisationId, courseId)
        .where('hero_images.id', '=', id)
        .executeTakeFirstOrThrow(() => new NotFoundError());
    const before = await read();
    if (before.is_selected) return shown(base, before);
    const ofCourse = () => trx.updateTable('hero_images').where('organisation_id', '=', organisationId).where('course_id', '=', courseId);
    // Deselect first and then select: the index never allows two selected images, not even briefly.
    await ofCourse().set({ is_selected: false }).where('is_selected', '=', true).execute();
    await ofCourse().set({ is_selected: true }).where('id', '=', id).execute();
    const after = await read();
    await recordChange(trx, caller, { action: 'hero_image.selected', objectId: id, before: facts(before), after: facts(after) });
    return shown(base, after);
  });
}

/** @throws NotFoundError */
export async function deleteImage({ db }: Pick<Tools, 'db'>, caller: Caller, { courseId, id }: HeroPath): Promise<void> {
  requireIds(courseId, id);
  const { organisationId } = caller;
  await inTransaction(db, async (trx) => {
    await lockCourse(trx, organisationId, courseId);
    const before = await selectImages(trx, organisationId, courseId)
      .where('hero_images.id', '=', id)
      .executeTakeFirstOrThrow(() => new NotFoundError());
    await trx.deleteFrom('hero_images').where('organisation_id', '=', organisationId).where('id', '=', id).execute();
    await deleteObject(trx, organisationId, before.object_id);
    await recordChange(trx, caller, { action: 'hero_image.deleted', objectId: id, before: facts(before), after: null });
  });
}

/** Checks that the course has room for another hero image. Called before an image is obtained, and again with the course locked.
 * @throws NotFoundError
 * @throws DomainError hero_limit */
async function requirePlace(db: Executor, organisationId: string, courseId: string): Promise<void> {
  await requireCourse(db, organisationId, courseId);
  if ((await countImages(db, organisationId, courseId)) >= MOST_IMAGES)
    throw new DomainError('hero_limit', `A course can have at most ${MOST_IMAGES} hero images.`);
}

const countImages = (db: Executor, organisationId: string, courseId: string): Promise<number> =>
  countRows(db.selectFrom('hero_images').where('organisation_id', '=', organisationId).where('course_id', '=', courseId));
