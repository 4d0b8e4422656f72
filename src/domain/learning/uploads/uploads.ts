import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { announceObject, uploadTarget } from '../../files/announced-objects.ts';
import { deleteUnusedObject, forgetExpiredObjects } from '../../files/objects.ts';
import { readableFiles } from '../../files/readable-files.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, NotFoundError, ValidationError } from '../../kernel/errors.ts';
import { newId, requireIds } from '../../kernel/ids.ts';
import { countRows } from '../../kernel/pages.ts';
import { isStaff } from '../../kernel/role.ts';
import type { Tools } from '../../kernel/tools.ts';
import { heldObjects } from '../../organisations/storage/held-objects.ts';
import { requireRoom } from '../../organisations/storage/usage.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';
import { isAnonymousFile } from './anonymous-files.ts';
import { shownKind } from './content-types.ts';
import { requireUploader } from './upload-access.ts';

/** Identifies an upload for a course. */
export interface UploadPath {
  courseId: string;
  id: string;
}

/** Limits a learner's uploads that are announced or complete but neither submitted nor attached, so that one learner cannot fill the organisation's storage. */
const MOST_OPEN_OF_LEARNER = 50;

const selectUpload = (db: Executor, who: Caller, { courseId, id }: UploadPath, now: string) =>
  db
    .selectFrom('storage_objects')
    .select(['id', 'course_id', 'file_name', 'content_type', 'size_bytes', 'created_at', 'completed_at', 'expires_at'])
    .select([
      sql<Shape<'Upload'>['purpose']>`purpose`.as('purpose'),
      sql<Shape<'Upload'>['status']>`status`.as('status'),
      sql<Shape<'Upload'>['reject_reason']>`reject_reason`.as('reject_reason'),
      sql<string>`storage_key`.as('storage_key'),
    ])
    .where('organisation_id', '=', who.organisationId)
    .where('course_id', '=', courseId)
    .where('id', '=', id)
    .where('purpose', 'in', ['media', 'document', 'submission', 'discussion'])
    .where((eb) => eb.or([eb('status', '<>', 'pending'), eb('expires_at', '>', now)]))
    .where((eb) => eb.or([eb('uploaded_by', '=', who.actorId), isStaff(who) ? sql<boolean>`not ${isAnonymousFile}` : sql<boolean>`false`]));

export type UploadRow = Awaited<ReturnType<ReturnType<typeof selectUpload>['executeTakeFirstOrThrow']>>;

/** Returns the current upload to the user who announced it, or to staff unless it is for work that is graded anonymously. With `held`, it is locked until the transaction ends.
 * @throws NotFoundError also when its hour is over */
export async function readUpload(db: Executor, who: Caller, path: UploadPath, now: string, { held = false } = {}): Promise<UploadRow> {
  requireIds(path.courseId, path.id);
  await requireCourse(db, who.organisationId, path.courseId);
  return selectUpload(db, who, path, now)
    .$if(held, (query) => query.forUpdate())
    .executeTakeFirstOrThrow(() => new NotFoundError());
}

/** Returns the fields that are written to the audit log. */
export const uploadFacts = ({ id: _id, storage_key: _key, created_at: _created, completed_at: _completed, expires_at: _expires, ...facts }: UploadRow) => facts;

/** Returns the upload with the URL to which to send its bytes, or the URL from which to read them. */
export async function showUpload({ storage, clock }: Pick<Tools, 'storage' | 'clock'>, row: UploadRow): Promise<Shape<'Upload'>> {
  const { storage_key, expires_at, ...shown } = row;
  const target = expires_at === null ? null : await uploadTarget({ storage, clock }, { ...row, expires_at });
  const [file = null] = row.status === 'ready' ? await readableFiles(storage, clock, [row]) : [];
  // The status determines which columns an upload has.
  return { ...shown, target, file } as Shape<'Upload'>;
}

/**
 * Reserves storage for a file of this size for one hour. Bytes that arrive at its URL and are not completed are deleted.
 * @throws NotFoundError
 * @throws DomainError permission_denied, not_enrolled, storage_limit, upload_limit
 * @throws ValidationError
 */
export async function createUpload(
  tools: Pick<Tools, 'db' | 'storage' | 'clock'>,
  who: Caller,
  courseId: string,
  input: Shape<'UploadWrite'>,
): Promise<Shape<'Upload'>> {
  const { organisationId, actorId } = who;
  if (!shownKind(input.purpose, input.content_type))
    throw new ValidationError([
      { field: 'content_type', code: 'not_allowed', message: `Files of this type are not accepted for the purpose ${input.purpose}.` },
    ]);
  const now = timeOf(tools.clock);
  const id = newId();
  const made = await inTransaction(tools.db, async (trx) => {
    await requireUploader(trx, who, courseId, input.purpose, now);
    await requireRoom(trx, organisationId, input.size_bytes, now, 'announced');
    if (!isStaff(who)) await requireFewOpen(trx, who, now);
    await announceObject(trx, tools.clock, { organisation_id: organisationId, id, course_id: courseId, uploaded_by: actorId, ...input });
    const row = await selectUpload(trx, who, { courseId, id }, now).executeTakeFirstOrThrow(() => new NotFoundError());
    await recordChange(trx, who, { action: 'upload.created', objectId: id, before: null, after: uploadFacts(row) });
    return row;
  });
  return showUpload(tools, made);
}

/** Checks the limit on open uploads. Locks the membership of the learner, so that concurrent requests cannot exceed the limit.
 * @throws DomainError upload_limit */
async function requireFewOpen(trx: Executor, { organisationId, actorId }: Caller, now: string): Promise<void> {
  await trx
    .selectFrom('memberships')
    .select('user_id')
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', actorId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new NotFoundError());
  const open = await countRows(
    heldObjects(trx, organisationId, now)
      .where('uploaded_by', '=', actorId)
      .where('attached_at', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('submission_files')
              .select('object_id')
              .whereRef('submission_files.organisation_id', '=', 'storage_objects.organisation_id')
              .whereRef('submission_files.object_id', '=', 'storage_objects.id'),
          ),
        ),
      ),
  );
  if (open >= MOST_OPEN_OF_LEARNER)
    throw new DomainError('upload_limit', `You can have at most ${MOST_OPEN_OF_LEARNER} uploads that are neither submitted nor attached.`);
}

/** @throws NotFoundError */
export async function getUpload(tools: Pick<Tools, 'db' | 'storage' | 'clock'>, who: Caller, path: UploadPath): Promise<Shape<'Upload'>> {
  return showUpload(tools, await readUpload(tools.db, who, path, timeOf(tools.clock)));
}

/**
 * Deletes an upload. The foreign keys of the objects that it belongs to decide whether it is in use.
 * @throws NotFoundError
 * @throws DomainError upload_in_use
 */
export async function deleteUpload({ db, clock }: Pick<Tools, 'db' | 'clock'>, who: Caller, path: UploadPath): Promise<void> {
  await inTransaction(db, async (trx) => {
    const row = await readUpload(trx, who, path, timeOf(clock));
    await deleteUnusedObject(trx, who.organisationId, row.id);
    await recordChange(trx, who, { action: 'upload.deleted', objectId: row.id, before: uploadFacts(row), after: null });
  });
}

/** Deletes the announced uploads whose hour is over, with any bytes that have arrived. */
export async function forgetExpiredUploads({ db, clock }: Pick<Tools<Database>, 'db' | 'clock'>): Promise<void> {
  await forgetExpiredObjects(db, timeOf(clock));
}
