import { timeOf } from '../../../platform/clock/clock.ts';
import { inTransaction } from '../../../platform/database/connect.ts';
import { deleteUnlockedObjects, updateObject } from '../../files/objects.ts';
import { discardFile, holdFile, keepFile } from '../../files/stored-files.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { enqueue } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { type ImportRow, readImport, recordImport, showImport, writeImport } from './columns.ts';
import { heldBy } from './imports.ts';

const MOST_ATTEMPTS = 5;
/** How long a file waits to be committed. */
const KEPT_MS = 24 * 3600_000;

type Import = Shape<'CourseImport'>;

/**
 * Starts reading the uploaded file, or reading it again. It is read from a copy, because the upload URL works until the end of its hour. Repeating the call
 * while it is being read changes nothing.
 * @throws NotFoundError
 * @throws DomainError upload_incomplete, import_not_ready
 */
export async function readUploadedCourse(
  tools: Pick<Tools, 'db' | 'storage' | 'clock'>,
  caller: Caller,
  id: string,
  dates: Shape<'CourseImportReading'>,
): Promise<Import> {
  const { db, storage } = tools;
  const { organisationId } = caller;
  const row = await readImport(db, organisationId, id);
  requireReadable(row);
  const key = `imports/${organisationId}/${newId()}`;
  await holdFile(db, key);
  const isWhole = row.storage_key !== null && (await storage.copy(row.storage_key, key)) && (await storage.stat(key))?.size === row.size_bytes;
  if (!isWhole) {
    await discardFile(db, key);
    throw new DomainError('upload_incomplete', 'The file has not been uploaded completely.');
  }
  const after = await inTransaction(db, async (trx) => {
    const before = await readImport(trx, organisationId, id, { held: true });
    requireReadable(before);
    if (before.status === 'reading' || before.storage_key === null || before.object_id === null) {
      await discardFile(trx, key);
      return before;
    }
    await keepFile(trx, key);
    await discardFile(trx, before.storage_key);
    await deleteUnlockedObjects(trx, organisationId, Object.values(before.staged));
    await updateObject(trx, organisationId, before.object_id, { storage_key: key, expires_at: new Date(tools.clock.now() + KEPT_MS).toISOString() });
    const run_id = newId();
    const changes = { status: 'reading', failure: null, plan: null, staged: {}, run_id, ...dates } as const;
    await writeImport(trx, organisationId, id, changes, timeOf(tools.clock));
    await enqueue(trx, 'read_course_import', { organisation_id: organisationId, import_id: id, run_id }, { maxAttempts: MOST_ATTEMPTS });
    return recordImport(trx, caller, 'course_import.uploaded', before);
  });
  return showImport(tools, after);
}

const READABLE: readonly Import['status'][] = ['awaiting_upload', 'reading', 'unreadable', 'ready', 'failed'];

function requireReadable({ status }: ImportRow): void {
  if (!READABLE.includes(status)) throw new DomainError('import_not_ready', `The import is ${status}.`);
}

/**
 * Withdraws the file, with everything that was unpacked from it. Repeating the call changes nothing.
 * @throws NotFoundError
 * @throws DomainError import_not_ready when the course is being made, or was made
 */
export function withdrawUploadedCourse({ db, clock }: Pick<Tools, 'db' | 'clock'>, caller: Caller, id: string): Promise<void> {
  const { organisationId } = caller;
  return inTransaction(db, async (trx) => {
    const before = await readImport(trx, organisationId, id, { held: true });
    if (before.status === 'withdrawn') return;
    requireReadable(before);
    await deleteUnlockedObjects(trx, organisationId, heldBy(before));
    await writeImport(trx, organisationId, id, { status: 'withdrawn', failure: null, plan: null, staged: {}, run_id: null }, timeOf(clock));
    await recordImport(trx, caller, 'course_import.withdrawn', before);
  });
}
