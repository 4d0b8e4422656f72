import { timeOf } from '../../../platform/clock/clock.ts';
import { inTransaction } from '../../../platform/database/connect.ts';
import { announceObject } from '../../files/announced-objects.ts';
import { deleteUnlockedObjects } from '../../files/objects.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { DomainError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { countRows, onPage } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import { requireRoom } from '../../organisations/storage/usage.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';
import { CONTENT_TYPE, type ImportRow, importFacts, readImport, SUMMARY, selectImports, showImport } from './columns.ts';

type Import = Shape<'CourseImport'>;

/** Lists the imports of an organisation, or those into one of its courses, newest first.
 * @throws NotFoundError when there is no such course */
export async function listCourseImports(
  { db }: Pick<Tools, 'db'>,
  { organisationId }: Caller,
  paging: Paging,
  intoCourseId?: string,
): Promise<Page<Shape<'CourseImportSummary'>>> {
  if (intoCourseId !== undefined) await requireCourse(db, organisationId, intoCourseId);
  const listed = selectImports(db, organisationId).$if(intoCourseId !== undefined, (query) => query.where('into_course_id', '=', intoCourseId as string));
  const [count, results] = await Promise.all([
    countRows(listed),
    listed
      .select([...SUMMARY])
      .$castTo<Shape<'CourseImportSummary'>>()
      .orderBy('id', 'desc')
      .$call(onPage(paging))
      .execute(),
  ]);
  return { count, results };
}

/**
 * Announces a file to import, as a new course or into one that exists, and reserves storage for it for one hour.
 * @throws NotFoundError when there is no such course
 * @throws DomainError storage_limit
 */
export async function createCourseImport(
  tools: Pick<Tools, 'db' | 'storage' | 'clock'>,
  caller: Caller,
  { file_name, size_bytes, format }: Shape<'CourseImportWrite'>,
  intoCourseId: string | null = null,
): Promise<Import> {
  const { organisationId, actorId } = caller;
  const now = timeOf(tools.clock);
  const [id, objectId] = [newId(), newId()];
  const made = await inTransaction(tools.db, async (trx) => {
    if (intoCourseId !== null) await requireCourse(trx, organisationId, intoCourseId);
    await requireRoom(trx, organisationId, size_bytes, now, 'announced');
    await announceObject(trx, tools.clock, {
      organisation_id: organisationId,
      id: objectId,
      uploaded_by: actorId,
      purpose: 'import',
      file_name,
      content_type: CONTENT_TYPE,
      size_bytes,
    });
    await trx
      .insertInto('course_imports')
      .values({
        organisation_id: organisationId,
        id,
        into_course_id: intoCourseId,
        status: 'awaiting_upload',
        file_name,
        size_bytes,
        format,
        object_id: objectId,
        created_at: now,
        updated_at: now,
      })
      .execute();
    const row = await readImport(trx, organisationId, id);
    await recordChange(trx, caller, { action: 'course_import.created', objectId: id, before: null, after: importFacts(row) });
    return row;
  });
  return showImport(tools, made);
}

/** @throws NotFoundError */
export async function getCourseImport(tools: Pick<Tools, 'db' | 'storage' | 'clock'>, { organisationId }: Caller, id: string): Promise<Import> {
  return showImport(tools, await readImport(tools.db, organisationId, id));
}

/**
 * Forgets an import, with what was uploaded for it. A course that it made stays.
 * @throws NotFoundError
 * @throws DomainError import_under_way
 */
export function deleteCourseImport({ db }: Pick<Tools, 'db'>, caller: Caller, id: string): Promise<void> {
  const { organisationId } = caller;
  return inTransaction(db, async (trx) => {
    const before = await readImport(trx, organisationId, id, { held: true });
    if (before.status === 'committing') throw new DomainError('import_under_way', 'The course is being created. Cancel the import first.');
    await deleteUnlockedObjects(trx, organisationId, heldBy(before));
    await trx.deleteFrom('course_imports').where('organisation_id', '=', organisationId).where('id', '=', id).execute();
    await recordChange(trx, caller, { action: 'course_import.deleted', objectId: id, before: importFacts(before), after: null });
  });
}

/** Returns the files that an import holds until it is done. */
export const heldBy = ({ object_id, staged, status }: Pick<ImportRow, 'object_id' | 'staged' | 'status'>): string[] =>
  status === 'completed' ? [] : [...(object_id === null ? [] : [object_id]), ...Object.values(staged)];
