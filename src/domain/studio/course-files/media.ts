import { sql } from 'kysely';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { deleteObject, lockFileOf } from '../../files/objects.ts';
import { readableFiles } from '../../files/readable-files.ts';
import { lessonsNaming } from '../../files/rich-texts.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { DomainError, NotFoundError } from '../../kernel/errors.ts';
import { newId, requireIds } from '../../kernel/ids.ts';
import { countRows, onPage } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import { requireCourse } from '../courses/require-course.ts';
import { readyUpload, titleOf } from './ready-upload.ts';

const selectMedia = (db: Executor, organisationId: string, courseId: string) =>
  db
    .selectFrom('media')
    .innerJoin('storage_objects', (join) =>
      join.onRef('storage_objects.organisation_id', '=', 'media.organisation_id').onRef('storage_objects.id', '=', 'media.object_id'),
    )
    .where('media.organisation_id', '=', organisationId)
    .where('media.course_id', '=', courseId)
    .select(['media.id', 'media.title', 'media.created_at', 'media.object_id', 'content_type', 'file_name', 'size_bytes'])
    .select([sql<Shape<'Media'>['kind']>`media.kind`.as('kind'), sql<string>`storage_key`.as('storage_key')]);

type Row = Awaited<ReturnType<ReturnType<typeof selectMedia>['executeTakeFirstOrThrow']>>;

const facts = ({ id: _id, object_id, kind, title, size_bytes }: Row) => ({ upload_id: object_id, kind, title, size_bytes });

async function show({ storage, clock }: Pick<Tools, 'storage' | 'clock'>, row: Row): Promise<Shape<'Media'>> {
  const { id, kind, title, size_bytes, created_at } = row;
  const [file] = await readableFiles(storage, clock, [row]);
  return { id, kind, title, file: file as Shape<'LessonFile'>, size_bytes, created_at };
}

/** Lists the media of a course, newest first.
 * @throws NotFoundError when there is no such course */
export async function listMedia(
  tools: Pick<Tools, 'db' | 'storage' | 'clock'>,
  { organisationId }: Caller,
  courseId: string,
  paging: Paging,
): Promise<Page<Shape<'Media'>>> {
  await requireCourse(tools.db, organisationId, courseId);
  const all = selectMedia(tools.db, organisationId, courseId);
  const [count, rows] = await Promise.all([
    countRows(all.clearSelect()),
    all.orderBy('media.created_at', 'desc').orderBy('media.id', 'desc').$call(onPage(paging)).execute(),
  ]);
  return { count, results: await Promise.all(rows.map((row) => show(tools, row))) };
}

/**
 * Creates media from an upload. Repeating the call with the same upload returns the existing media with its current title.
 * @throws NotFoundError
 * @throws ValidationError if the course has no such ready upload
 */
export async function createMedia(
  tools: Pick<Tools, 'db' | 'storage' | 'clock'>,
  caller: Caller,
  courseId: string,
  { upload_id, title }: Shape<'MediaWrite'>,
): Promise<Shape<'Media'>> {
  const { organisationId } = caller;
  const row = await inTransaction(tools.db, async (trx) => {
    await requireCourse(trx, organisationId, courseId);
    const { file_name, content_type } = await readyUpload(trx, caller, courseId, upload_id, 'media');
    const made = await trx
      .insertInto('media')
      .values({
        organisation_id: organisationId,
        id: newId(),
        course_id: courseId,
        object_id: upload_id,
        kind: content_type.split('/', 1)[0] as Row['kind'],
        title: title ?? titleOf(file_name),
      })
      .onConflict((conflict) => conflict.columns(['organisation_id', 'object_id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    const media = await selectMedia(trx, organisationId, courseId)
      .where('media.object_id', '=', upload_id)
      .executeTakeFirstOrThrow(() => new NotFoundError());
    if (made) await recordChange(trx, caller, { action: 'media.created', objectId: media.id, before: null, after: facts(media) });
    return media;
  });
  return show(tools, row);
}

/**
 * Deletes the media and its file. The media is locked first so that no lesson can start to use it in the meantime.
 * @throws NotFoundError
 * @throws DomainError media_in_use
 */
export async function deleteMedia({ db }: Pick<Tools, 'db'>, caller: Caller, courseId: string, id: string): Promise<void> {
  requireIds(courseId, id);
  const { organisationId } = caller;
  await inTransaction(db, async (trx) => {
    await requireCourse(trx, organisationId, courseId);
    await lockFileOf(trx, organisationId, 'media', id);
    const before = await selectMedia(trx, organisationId, courseId)
      .where('media.id', '=', id)
      .forUpdate('media')
      .executeTakeFirstOrThrow(() => new NotFoundError());
    const lessons = await lessonsNaming(trx, organisationId, id);
    if (lessons.length > 0) throw new DomainError('media_in_use', 'A lesson uses this media item.', { lessons });
    await trx.deleteFrom('media').where('organisation_id', '=', organisationId).where('id', '=', id).execute();
    await deleteObject(trx, organisationId, before.object_id);
    await recordChange(trx, caller, { action: 'media.deleted', objectId: id, before: facts(before), after: null });
  });
}
