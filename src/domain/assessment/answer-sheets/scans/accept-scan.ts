import { sql } from 'kysely';
import { timeOf } from '../../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../../platform/database/connect.ts';
import { lockUntilEnd } from '../../../../platform/database/locks.ts';
import { holdFile, keepFile } from '../../../files/stored-files.ts';
import { recordChange } from '../../../kernel/audit/record.ts';
import type { Caller } from '../../../kernel/caller.ts';
import type { Shape } from '../../../kernel/contract.ts';
import { DomainError, NotFoundError, ValidationError } from '../../../kernel/errors.ts';
import type { FieldCode } from '../../../kernel/field-codes.ts';
import { newId } from '../../../kernel/ids.ts';
import { enqueue } from '../../../kernel/jobs.ts';
import type { Tools } from '../../../kernel/tools.ts';
import type { UploadedFile } from '../../../kernel/uploaded-file.ts';
import { readScans } from './list-scans.ts';
import type { Expectation } from './place-reading.ts';

/** Enough attempts for an outage of the storage of about a day. */
const MOST_ATTEMPTS = 12;
/** Period over which the speed of reading is measured. */
const RATE_SECONDS = 300;
/** Reading time that is assumed while nothing has been read yet. */
const USUAL_SECONDS = 3;
const LONGEST_WAIT_SECONDS = 300;

type ScanTools = Pick<Tools<Database>, 'db' | 'storage' | 'clock' | 'scanLimits' | 'sheetReader'>;

/**
 * Queues a photo of one page. The same `client_id` of the same user is the same scan for ever, however often and whenever it is sent. Nothing is stored of a
 * photo that is refused.
 * @throws ValidationError for a file that is not a photo
 * @throws DomainError scan_queue_full
 */
export async function acceptScan(
  tools: ScanTools,
  caller: Caller,
  { photo, client_id }: { photo: UploadedFile; client_id: string },
  expected: Expectation = { lessonId: null, enrollmentId: null },
): Promise<Shape<'Scan'>> {
  const known = await findScan(tools.db, caller, client_id);
  if (known) return readScan(tools, caller, known);
  await requireRoom(tools);
  const type = await requirePhoto(tools, photo.bytes);
  const id = newId();
  const key = `sheets/${caller.organisationId}/${id}-photo.${type}`;
  await holdFile(tools.db, key);
  await tools.storage.put(key, photo.bytes, `image/${type}`);
  const stored = await inTransaction(tools.db, (trx) => storeScan({ ...tools, db: trx }, caller, { id, key, client_id, expected }));
  return readScan(tools, caller, stored);
}

async function readScan(tools: Pick<Tools, 'db' | 'storage' | 'clock'>, { organisationId }: Caller, id: string): Promise<Shape<'Scan'>> {
  const [scan] = await readScans(tools, organisationId, [id]);
  if (!scan) throw new NotFoundError();
  return scan;
}

async function findScan(db: Executor, { organisationId, actorId }: Caller, clientId: string): Promise<string | undefined> {
  const scan = await db
    .selectFrom('answer_sheet_scans')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', actorId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return scan?.id;
}

/** @throws ValidationError */
async function requirePhoto({ sheetReader }: Pick<Tools, 'sheetReader'>, bytes: Buffer): Promise<string> {
  const kind = await sheetReader.check(bytes);
  const refuse = (code: FieldCode, message: string) => new ValidationError([{ field: 'photo', code, message }]);
  if (kind === 'not_an_image') throw refuse(kind, 'Must be a JPEG, PNG, WebP or HEIC photo.');
  if (kind === 'unsupported_image_format') throw refuse(kind, 'The picture cannot be read. Send it as a JPEG.');
  if (kind === 'too_large') throw refuse(kind, 'Must have at most 60 million pixels.');
  return kind;
}

/** Stores the scan unless it already exists or the queue is full. Scans are stored one after another, so that the queue never exceeds its limit. */
async function storeScan(
  { db: trx, clock, scanLimits }: Pick<ScanTools, 'clock' | 'scanLimits'> & { db: Executor },
  caller: Caller,
  { id, key, client_id, expected }: { id: string; key: string; client_id: string; expected: Expectation },
): Promise<string> {
  await lockUntilEnd(trx, 'sheet_scans', 'answer_sheet_scans');
  const { organisationId, actorId } = caller;
  const known = await findScan(trx, caller, client_id);
  if (known) return known;
  await requireRoom({ db: trx, clock, scanLimits });
  await trx
    .insertInto('answer_sheet_scans')
    .values({
      organisation_id: organisationId,
      id,
      user_id: actorId,
      client_id,
      read_on: 'server',
      status: 'queued',
      photo_key: key,
      expected_lesson_id: expected.lessonId,
      expected_enrollment_id: expected.enrollmentId,
      created_at: timeOf(clock),
    })
    .execute();
  await keepFile(trx, key);
  await recordChange(trx, caller, { action: 'scan.sent', objectId: id, before: null, after: { client_id, read_on: 'server' } });
  await enqueue(trx, 'read_scan', { organisation_id: organisationId, scan_id: id }, { maxAttempts: MOST_ATTEMPTS });
  return id;
}

/**
 * Checks that the queue of the whole service has room.
 * @throws DomainError scan_queue_full, with the time in which one photo is read at the speed of the last minutes
 */
async function requireRoom({ db, clock, scanLimits }: Pick<Tools, 'db' | 'clock' | 'scanLimits'>): Promise<void> {
  const { rows } = await sql<{ queued: number; done: number }>`select count(*)::int as queued,
    (select count(*)::int from answer_sheet_scans where finished_at > ${timeOf(clock)}::timestamptz - make_interval(secs => ${RATE_SECONDS}) and read_on = 'server') as done
    from answer_sheet_scans where status = 'queued'`.execute(db);
  const { queued = 0, done = 0 } = rows[0] ?? {};
  if (queued < scanLimits.queue) return;
  const seconds = Math.min(LONGEST_WAIT_SECONDS, Math.ceil(done === 0 ? USUAL_SECONDS : RATE_SECONDS / done));
  throw new DomainError('scan_queue_full', `The scan queue is full. Send the photo again in ${seconds} s.`, { retry_after_seconds: seconds });
}
