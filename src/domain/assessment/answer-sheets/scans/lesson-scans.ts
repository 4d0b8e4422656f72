import { sql } from 'kysely';
import type { Database, Executor } from '../../../../platform/database/connect.ts';
import type { Caller } from '../../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../../kernel/contract.ts';
import { NotFoundError, ValidationError } from '../../../kernel/errors.ts';
import { countRows, onPage } from '../../../kernel/pages.ts';
import { isStaff } from '../../../kernel/role.ts';
import type { Tools } from '../../../kernel/tools.ts';
import type { UploadedFile } from '../../../kernel/uploaded-file.ts';
import { readPolicy } from '../../../learning/policies/policy.ts';
import { acceptScan } from './accept-scan.ts';
import { requireScannedLesson, type ScannedLessonPath } from './correct-scan.ts';
import { selectScans, showScans } from './show-scans.ts';

type Scan = Shape<'Scan'>;

interface LessonScanFilter extends Paging {
  enrollment_id?: string | undefined;
  status?: Shape<'ScanStatus'> | undefined;
}

/**
 * Lists the scanned pages of a lesson, newest first. Staff see all of them, a learner those behind an attempt of theirs whose result is posted.
 * @throws NotFoundError when there is no such lesson
 * @throws ValidationError when staff ask for the scans of one learner while the lesson is graded anonymously
 */
export async function listLessonScans(
  tools: Pick<Tools, 'db' | 'storage' | 'clock'>,
  { organisationId, actorId, role }: Caller,
  path: ScannedLessonPath,
  { enrollment_id, status, ...paging }: LessonScanFilter,
): Promise<Page<Scan>> {
  await requireScannedLesson(tools.db, organisationId, path);
  if (!isStaff({ role })) await requireEnrolled(tools.db, organisationId, path.courseId, actorId);
  else if (enrollment_id !== undefined && (await readPolicy(tools.db, { organisationId, lessonId: path.lessonId })).isAnonymous)
    throw new ValidationError([
      { field: 'enrollment_id', code: 'anonymous', message: 'The lesson is graded anonymously, and this filter would reveal whose submission it is.' },
    ]);
  const sees = isStaff({ role })
    ? sql<boolean>`(${enrollment_id ?? null}::uuid is null or sheets.enrollment_id = ${enrollment_id ?? null})`
    : sql<boolean>`(scans.is_current and attempts.posted_at is not null and exists (select from enrollments own
        where own.organisation_id = attempts.organisation_id and own.id = attempts.enrollment_id and own.user_id = ${actorId}))`;
  const matching = selectScans(tools.db, organisationId)
    .where('prints.lesson_id', '=', path.lessonId)
    .where(sees)
    .$if(status !== undefined, (query) => query.where('scans.status', '=', status ?? 'queued'));
  const [count, rows] = await Promise.all([
    countRows(matching.clearSelect() as never),
    matching.orderBy('scans.created_at', 'desc').orderBy('scans.id', 'desc').$call(onPage(paging)).execute(),
  ]);
  return { count, results: await showScans(tools, rows) };
}

/** Requires that the user is enrolled in the course. To anybody else, it does not exist.
 * @throws NotFoundError */
async function requireEnrolled(db: Executor, organisationId: string, courseId: string, userId: string): Promise<void> {
  await db
    .selectFrom('enrollments')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow(() => new NotFoundError());
}

/**
 * Queues a photo of a page that must be of this lesson and, if one is named, of this learner.
 * @throws NotFoundError when there is no such lesson
 * @throws ValidationError for a learner who is not in the course, and for a file that is not a photo
 * @throws DomainError scan_queue_full
 */
export async function scanForLesson(
  tools: Pick<Tools<Database>, 'db' | 'storage' | 'clock' | 'scanLimits' | 'sheetReader'>,
  caller: Caller,
  path: ScannedLessonPath,
  { enrollment_id, ...upload }: { photo: UploadedFile; client_id: string; enrollment_id?: string | undefined },
): Promise<Scan> {
  const { organisationId } = caller;
  await requireScannedLesson(tools.db, organisationId, path);
  if (enrollment_id !== undefined) {
    const { rows } = await sql`select from enrollments where organisation_id = ${organisationId} and course_id = ${path.courseId} and id = ${enrollment_id}
      and source <> 'preview'`.execute(tools.db);
    if (rows.length === 0) throw new ValidationError([{ field: 'enrollment_id', code: 'unknown', message: 'The course has no enrolment with this ID.' }]);
  }
  return acceptScan(tools, caller, upload, { lessonId: path.lessonId.toLowerCase(), enrollmentId: enrollment_id?.toLowerCase() ?? null });
}
