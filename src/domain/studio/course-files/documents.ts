import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { deleteObject, lockFileOf } from '../../files/objects.ts';
import { readableFiles } from '../../files/readable-files.ts';
import { lessonsNaming } from '../../files/rich-texts.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { DomainError, Faults, NotFoundError } from '../../kernel/errors.ts';
import { newId, requireIds } from '../../kernel/ids.ts';
import { countRows, onPage } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import { requireCourse } from '../courses/require-course.ts';
import { checkedUrl } from '../lesson-content/links.ts';
import { readyUpload, titleOf } from './ready-upload.ts';

const selectDocuments = (db: Executor, organisationId: string, courseId: string) =>
  db
    .selectFrom('documents')
    .leftJoin('storage_objects', (join) =>
      join.onRef('storage_objects.organisation_id', '=', 'documents.organisation_id').onRef('storage_objects.id', '=', 'documents.object_id'),
    )
    .where('documents.organisation_id', '=', organisationId)
    .where('documents.course_id', '=', courseId)
    .select(['documents.id', 'documents.title', 'documents.url', 'documents.created_at', 'documents.object_id'])
    .select(['storage_key', 'content_type', 'file_name', 'size_bytes']);

type Row = Awaited<ReturnType<ReturnType<typeof selectDocuments>['executeTakeFirstOrThrow']>>;

const facts = ({ object_id, title, url, size_bytes }: Row) => ({ upload_id: object_id, title, url, size_bytes });

async function show({ storage, clock }: Pick<Tools, 'storage' | 'clock'>, row: Row): Promise<Shape<'CourseDocument'>> {
  const { id, title, url, size_bytes, created_at, storage_key, content_type, file_name } = row;
  const [file = null] = content_type !== null && file_name !== null ? await readableFiles(storage, clock, [{ id, storage_key, content_type, file_name }]) : [];
  return { id, title, source: url === null ? 'upload' : 'url', url, file, size_bytes, created_at };
}

/** Lists the documents of a course, newest first.
 * @throws NotFoundError when there is no such course */
export async function listDocuments(
  tools: Pick<Tools, 'db' | 'storage' | 'clock'>,
  { organisationId }: Caller,
  courseId: string,
  paging: Paging,
): Promise<Page<Shape<'CourseDocument'>>> {
  await requireCourse(tools.db, organisationId, courseId);
  const all = selectDocuments(tools.db, organisationId, courseId);
  const [count, rows] = await Promise.all([
    countRows(all.clearSelect()),
    all.orderBy('documents.created_at', 'desc').orderBy('documents.id', 'desc').$call(onPage(paging)).execute(),
  ]);
  return { count, results: await Promise.all(rows.map((row) => show(tools, row))) };
}

/**
 * Creates a document from an upload. Repeating the call with the same upload returns the existing document with its current title.
 * @throws NotFoundError
 * @throws ValidationError if the course has no such ready upload
 */
export async function createDocument(
  tools: Pick<Tools, 'db' | 'storage' | 'clock'>,
  caller: Caller,
  courseId: string,
  { upload_id, title }: Shape<'DocumentWrite'>,
): Promise<Shape<'CourseDocument'>> {
  const row = await inTransaction(tools.db, async (trx) => {
    await requireCourse(trx, caller.organisationId, courseId);
    const { file_name } = await readyUpload(trx, caller, courseId, upload_id, 'document');
    return addDocument(trx, caller, courseId, { object_id: upload_id, title: title ?? titleOf(file_name) });
  });
  return show(tools, row);
}

/**
 * @throws NotFoundError
 * @throws ValidationError if the URL is not public
 */
export async function createExternalDocument(
  tools: Pick<Tools, 'db' | 'storage' | 'clock'>,
  caller: Caller,
  courseId: string,
  { url, title }: Shape<'ExternalDocumentWrite'>,
): Promise<Shape<'CourseDocument'>> {
  const faults = new Faults();
  checkedUrl(url, 'url', faults);
  faults.check();
  const row = await inTransaction(tools.db, async (trx) => {
    await requireCourse(trx, caller.organisationId, courseId);
    return addDocument(trx, caller, courseId, { url, title });
  });
  return show(tools, row);
}

/** Adds a document, or returns the existing one if its upload already has a document. */
async function addDocument(
  trx: Executor,
  caller: Caller,
  courseId: string,
  document: { title: string } & ({ object_id: string } | { url: string }),
): Promise<Row> {
  const { organisationId } = caller;
  const made = await trx
    .insertInto('documents')
    .values({ organisation_id: organisationId, id: newId(), course_id: courseId, ...document })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'object_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  const row = await selectDocuments(trx, organisationId, courseId)
    .$if(made !== undefined, (query) => query.where('documents.id', '=', made?.id as string))
    .$if(made === undefined, (query) => query.where('documents.object_id', '=', 'object_id' in document ? document.object_id : null))
    .executeTakeFirstOrThrow(() => new NotFoundError());
  if (made) await recordChange(trx, caller, { action: 'document.created', objectId: row.id, before: null, after: facts(row) });
  return row;
}

/**
 * Deletes the document and its file, if it has one. The document is locked first so that no lesson can start to use it in the meantime.
 * @throws NotFoundError
 * @throws DomainError document_in_use
 */
export async function deleteDocument({ db }: Pick<Tools, 'db'>, caller: Caller, courseId: string, id: string): Promise<void> {
  requireIds(courseId, id);
  const { organisationId } = caller;
  await inTransaction(db, async (trx) => {
    await requireCourse(trx, organisationId, courseId);
    await lockFileOf(trx, organisationId, 'documents', id);
    const before = await selectDocuments(trx, organisationId, courseId)
      .where('documents.id', '=', id)
      .forUpdate('documents')
      .executeTakeFirstOrThrow(() => new NotFoundError());
    const lessons = await lessonsNaming(trx, organisationId, id);
    if (lessons.length > 0) throw new DomainError('document_in_use', 'A lesson uses this document.', { lessons });
    await trx.deleteFrom('documents').where('organisation_id', '=', organisationId).where('id', '=', id).execute();
    if (before.object_id !== null) await deleteObject(trx, organisationId, before.object_id);
    await recordChange(trx, caller, { action: 'document.deleted', objectId: id, before: facts(before), after: null });
  });
}
