import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, NotFoundError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { inBatches, inRecordedBatches, SMALL_BATCH } from '../../kernel/retention/batches.ts';
import type { Tools } from '../../kernel/tools.ts';
import { liveCourses } from '../../studio/courses/columns.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';

const MOST_ATTEMPTS = 5;
const ADDRESS_SECONDS = 600;
/** An export that is still queued after this time will not be made any more, because its job is gone. */
const STUCK_MS = 24 * 3600_000;

const NONE: Shape<'CourseExport'> = {
  format: null,
  status: 'none',
  size_bytes: null,
  requested_at: null,
  finished_at: null,
  expires_at: null,
  ledger: null,
};

/**
 * Returns the newest export of a course. It is `expired` as soon as its time is over, although the archive may be deleted a little later.
 * @throws NotFoundError when there is no such course
 */
export async function getCourseExport(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  { organisationId }: Caller,
  courseId: string,
): Promise<Shape<'CourseExport'>> {
  await requireCourse(db, organisationId, courseId);
  return readExport(db, organisationId, courseId, timeOf(clock));
}

async function readExport(db: Executor, organisationId: string, courseId: string, now: string): Promise<Shape<'CourseExport'>> {
  const row = await db
    .selectFrom('course_exports')
    .select(['format', 'size_bytes', 'requested_at', 'finished_at', 'expires_at', 'ledger'])
    .select(sql<Shape<'CourseExport'>['status']>`case when status = 'ready' and expires_at <= ${now} then 'expired' else status end`.as('status'))
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .$castTo<Shape<'CourseExport'>>()
    .executeTakeFirst();
  return row ?? NONE;
}

/**
 * Requests a file of the course, which replaces that of the previous export. Of several concurrent requests only one is accepted.
 * @throws NotFoundError when there is no such course
 * @throws DomainError export_under_way
 */
export function requestCourseExport(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  caller: Caller,
  courseId: string,
  { format }: Shape<'CourseExportWrite'>,
): Promise<Shape<'CourseExport'>> {
  const { organisationId } = caller;
  return inTransaction(db, async (trx) => {
    await requireCourse(trx, organisationId, courseId);
    const now = timeOf(clock);
    const asked = {
      id: newId(),
      format,
      status: 'queued' as const,
      storage_key: null,
      size_bytes: null,
      requested_at: now,
      finished_at: null,
      expires_at: null,
      ledger: null,
    };
    const made = await trx
      .insertInto('course_exports')
      .values({ organisation_id: organisationId, course_id: courseId, ...asked })
      .onConflict((conflict) => conflict.columns(['organisation_id', 'course_id']).doUpdateSet(asked).where('course_exports.status', '<>', 'queued'))
      .returning('id')
      .executeTakeFirst();
    if (!made) throw new DomainError('export_under_way', 'An export of the course is already in progress.', { export_id: null });
    const payload = { organisation_id: organisationId, course_id: courseId.toLowerCase(), export_id: made.id };
    await enqueue(trx, 'export_course', payload, { maxAttempts: MOST_ATTEMPTS });
    await recordChange(trx, caller, { action: 'course.export_requested', objectId: courseId, before: null, after: { export_id: made.id, format } });
    return readExport(trx, organisationId, courseId, now);
  });
}

/**
 * Returns a URL at which the archive can be read for ten minutes.
 * @throws NotFoundError when there is no such course
 * @throws DomainError export_not_ready
 */
export async function downloadCourseExport(
  { db, storage, clock }: Pick<Tools, 'db' | 'storage' | 'clock'>,
  { organisationId }: Caller,
  courseId: string,
): Promise<Shape<'CourseExportDownload'>> {
  await requireCourse(db, organisationId, courseId);
  const { slug, storage_key, finished_at, format } = await liveCourses(db, organisationId)
    .leftJoin('course_exports as exports', (join) =>
      join
        .onRef('exports.organisation_id', '=', 'courses.organisation_id')
        .onRef('exports.course_id', '=', 'courses.id')
        .on('exports.status', '=', 'ready')
        .on('exports.expires_at', '>', timeOf(clock)),
    )
    .where('courses.id', '=', courseId)
    .select(['courses.slug', 'exports.storage_key', 'exports.finished_at', 'exports.format'])
    .executeTakeFirstOrThrow(() => new NotFoundError());
  if (storage_key === null || finished_at === null)
    throw new DomainError('export_not_ready', 'There is no export, or it is still in progress, has failed or has expired.');
  const filename = `${slug}-${finished_at.slice(0, 10)}.${format === 'common_cartridge' ? 'imscc' : 'zip'}`;
  const url = await storage.readAddress(storage_key, { expiresSeconds: ADDRESS_SECONDS, filename });
  return { url, expires_at: new Date(clock.now() + ADDRESS_SECONDS * 1000).toISOString() };
}

/** Expires exports of all organisations, which makes the database delete their archives, and marks exports whose job is gone as failed. */
export async function expireCourseExports({ db, clock }: Pick<Tools<Database>, 'db' | 'clock'>): Promise<void> {
  const end = async (trx: Executor, limit: number, status: 'expired' | 'failed', isDue: ReturnType<typeof sql>) =>
    (
      await sql<{ organisation_id: string }>`update course_exports set status = ${status}, storage_key = null
        where ctid = any (array(select ctid from course_exports where ${isDue} limit ${limit} for update skip locked)) returning organisation_id`.execute(trx)
    ).rows;
  const isOver = sql`status = 'ready' and expires_at <= ${timeOf(clock)}::timestamptz`;
  await inRecordedBatches(db, 'course_exports', (trx, limit) => end(trx, limit, 'expired', isOver), SMALL_BATCH);
  const isStuck = sql`status = 'queued' and requested_at < ${new Date(clock.now() - STUCK_MS).toISOString()}::timestamptz`;
  await inBatches(async (limit) => (await end(db, limit, 'failed', isStuck)).length, SMALL_BATCH);
}
