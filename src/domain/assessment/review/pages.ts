import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import type { GradePath } from '../gradebook/write-grade.ts';
import { requireLearner } from './learner.ts';
import { requireReviewed } from './lesson.ts';

/** The work of a learner in a lesson. */
interface WorkKey {
  organisationId: string;
  enrollmentId: string;
  lessonId: string;
}

/** Returns the pages of the submissions of a learner that have pictures, newest submission first. */
export const readPages = async (db: Executor, work: WorkKey): Promise<Shape<'SubmittedPage'>[]> =>
  selectPages(db, work)
    .select(['pages.id', 'submissions.number as work_number', 'pages.file_number', 'pages.number', 'pages.width', 'pages.height'])
    .orderBy('submissions.number', 'desc')
    .orderBy('pages.file_number')
    .orderBy('pages.number')
    .limit(1000)
    .execute();

const selectPages = (db: Executor, { organisationId, enrollmentId, lessonId }: WorkKey) =>
  db
    .selectFrom('submissions')
    .innerJoin('review_pages as pages', (join) =>
      join.onRef('pages.organisation_id', '=', 'submissions.organisation_id').onRef('pages.submission_id', '=', 'submissions.id'),
    )
    .where('submissions.organisation_id', '=', organisationId)
    .where('submissions.enrollment_id', '=', enrollmentId)
    .where('submissions.lesson_id', '=', lessonId);

/** Returns the progress of rendering the files of submissions, by submission and number of the file: `<submission> <file>`. */
export async function readRenderings(db: Executor, organisationId: string, submissionIds: readonly string[]): Promise<Map<string, Shape<'ReviewRendering'>>> {
  const rows = await db
    .selectFrom('review_renderings')
    .select(['submission_id', 'file_number', 'status', 'fault', 'page_count'])
    // Which columns a rendering has follows from its status.
    .$castTo<{ submission_id: string; file_number: number } & Shape<'ReviewRendering'>>()
    .where('organisation_id', '=', organisationId)
    .where('submission_id', '=', sql<string>`any(${submissionIds}::uuid[])`)
    .execute();
  return new Map(rows.map(({ submission_id, file_number, ...rendering }) => [`${submission_id} ${file_number}`, rendering]));
}

/** Opens the picture of a page.
 * @throws NotFoundError */
export async function openPage(
  { db, storage }: Pick<Tools, 'db' | 'storage'>,
  { organisationId }: Caller,
  path: GradePath,
  pageId: string,
): Promise<{ number: number; size: number; stream: Readable }> {
  requireIds(pageId);
  const lesson = await requireReviewed(db, organisationId, path);
  const { enrollmentId } = await requireLearner(db, lesson, path.enrollmentId);
  const page = await selectPages(db, { organisationId, enrollmentId, lessonId: lesson.lessonId })
    .innerJoin('storage_objects', (join) =>
      join.onRef('storage_objects.organisation_id', '=', 'pages.organisation_id').onRef('storage_objects.id', '=', 'pages.object_id'),
    )
    .select(['pages.number', sql<string>`storage_objects.storage_key`.as('key')])
    .where('pages.id', '=', pageId)
    .executeTakeFirstOrThrow(() => new NotFoundError());
  const stored = await storage.open(page.key);
  if (!stored) throw new NotFoundError();
  return { number: page.number, size: stored.size, stream: stored.stream };
}
