import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { wholeOf } from '../../../platform/content/whole.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { DocumentError, type PagePicture } from '../../../platform/documents/pdf-pages.ts';
import { ImageTooLargeError, NotAnImageError, toWebp } from '../../../platform/images/image.ts';
import { addObjects } from '../../files/objects.ts';
import { holdFile, keepFile } from '../../files/stored-files.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { enqueueAll, type Jobs } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { requireRoom } from '../../organisations/storage/usage.ts';

type Fault = NonNullable<Shape<'ReviewRendering'>['fault']>;

/** A file can have about a hundred pages of scanned paper within this size. */
const MOST_BYTES = 50 * 1024 * 1024;
const LIMITS = { mostPages: 50, box: { width: 1600, height: 1600 } };
const PDF = 'application/pdf';
/** The types of files that have pages. */
const PAGED = [PDF, 'image/png', 'image/jpeg', 'image/webp'];
const PICTURE_TYPE = 'image/webp';

/** Has pictures made of the files of a submission that have pages. Repeating it changes nothing. */
export function renderSubmission({ db }: Pick<Tools, 'db'>, { organisation_id, submission_id }: Jobs['render_submission']): Promise<void> {
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<Jobs['render_file']>`insert into review_renderings (organisation_id, submission_id, file_number, status)
      select f.organisation_id, f.submission_id, f.position + 1, 'waiting'
      from submissions s
      join submission_files f on f.organisation_id = s.organisation_id and f.submission_id = s.id
      join storage_objects o on o.organisation_id = f.organisation_id and o.id = f.object_id
      where s.organisation_id = ${organisation_id} and s.id = ${submission_id} and o.content_type = any(${PAGED}::text[])
      order by f.position
      on conflict do nothing returning organisation_id, submission_id, file_number`.execute(trx);
    await enqueueAll(trx, 'render_file', rows);
  });
}

/** Makes those pictures of a submission now that have neither been made nor failed. */
export async function renderWaiting(tools: Tools<Database>, submission: Jobs['render_submission']): Promise<void> {
  await renderSubmission(tools, submission);
  const waiting = await tools.db
    .selectFrom('review_renderings')
    .select(['organisation_id', 'submission_id', 'file_number'])
    .where('organisation_id', '=', submission.organisation_id)
    .where('submission_id', '=', submission.submission_id)
    .where('status', '=', 'waiting')
    .orderBy('file_number')
    .execute();
  for (const file of waiting) await renderFile(tools, file);
}

interface StoredFile {
  storage_key: string;
  content_type: string;
  size_bytes: number;
  course_id: string;
}

interface StoredPage extends Omit<PagePicture, 'bytes'> {
  key: string;
  size: number;
}

/** Makes pictures of the pages of one file. Those of a run that was killed are deleted within an hour. */
export async function renderFile(tools: Tools<Database>, job: Jobs['render_file']): Promise<void> {
  const { db, storage } = tools;
  const file = await readWaiting(db, job);
  if (!file) return;
  const pages: StoredPage[] = [];
  const keep = async ({ bytes, width, height }: PagePicture) => {
    const key = `pages/${job.organisation_id}/${newId()}`;
    await holdFile(db, key);
    await storage.put(key, bytes, PICTURE_TYPE);
    pages.push({ key, width, height, size: bytes.length });
  };
  try {
    const pageCount = await render(tools, job.organisation_id, file, keep);
    await store(tools, job, file, pages, pageCount);
  } catch (error) {
    const fault = faultOf(error);
    if (!fault) throw error;
    await settle(db, job, { status: 'failed', fault, page_count: null });
  }
}

/** Returns the file if it still waits for its pictures. */
async function readWaiting(db: Executor, { organisation_id, submission_id, file_number }: Jobs['render_file']): Promise<StoredFile | undefined> {
  const { rows } = await sql<StoredFile>`select o.storage_key, o.content_type, o.size_bytes::float8 as size_bytes, l.course_id
    from review_renderings r
    join submissions s on s.organisation_id = r.organisation_id and s.id = r.submission_id
    join lessons l on l.organisation_id = s.organisation_id and l.id = s.lesson_id
    join submission_files f on f.organisation_id = r.organisation_id and f.submission_id = r.submission_id and f.position = r.file_number - 1
    join storage_objects o on o.organisation_id = f.organisation_id and o.id = f.object_id
    where r.organisation_id = ${organisation_id} and r.submission_id = ${submission_id} and r.file_number = ${file_number} and r.status = 'waiting'`.execute(
    db,
  );
  return rows[0];
}

/** @returns the number of pages of the file, of which the first 50 are rendered */
async function render(
  { storage, pageRenderer }: Pick<Tools, 'storage' | 'pageRenderer'>,
  organisationId: string,
  file: StoredFile,
  keep: (picture: PagePicture) => Promise<void>,
): Promise<number> {
  if (file.size_bytes > MOST_BYTES) throw new ImageTooLargeError();
  const stored = await storage.open(file.storage_key);
  if (!stored) throw new DocumentError('unreadable');
  const bytes = await wholeOf(stored.stream);
  if (file.content_type === PDF) return pageRenderer.render(organisationId, bytes, LIMITS, keep);
  await keep(await toWebp(bytes, LIMITS.box));
  return 1;
}

/** Registers the pictures, unless another run has done so or the submission is gone. */
function store(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  job: Jobs['render_file'],
  { course_id }: StoredFile,
  pages: readonly StoredPage[],
  pageCount: number,
): Promise<void> {
  const { organisation_id, submission_id, file_number } = job;
  const now = timeOf(clock);
  return inTransaction(db, async (trx) => {
    if (!(await settle(trx, job, { status: 'ready', fault: null, page_count: pageCount })) || pages.length === 0) return;
    const total = pages.reduce((sum, { size }) => sum + size, 0);
    await requireRoom(trx, organisation_id, total, now, 'arrived');
    const numbered = pages.map((page, index) => ({ ...page, number: index + 1, object_id: newId() }));
    const shared = {
      organisation_id,
      course_id,
      purpose: 'page',
      content_type: PICTURE_TYPE,
      status: 'ready',
      created_at: now,
      completed_at: now,
    } as const;
    await addObjects(
      trx,
      numbered.map(({ key, size, number, object_id }) => ({ ...shared, id: object_id, storage_key: key, file_name: `page-${number}.webp`, size_bytes: size })),
    );
    await trx
      .insertInto('review_pages')
      .values(numbered.map(({ number, object_id, width, height }) => ({ organisation_id, submission_id, file_number, number, object_id, width, height })))
      .execute();
    for (const { key } of pages) await keepFile(trx, key);
  });
}

/** @returns whether the file still waited */
async function settle(
  db: Executor,
  { organisation_id, submission_id, file_number }: Jobs['render_file'],
  result: { status: 'ready' | 'failed'; fault: Fault | null; page_count: number | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('review_renderings')
    .set(result)
    .where('organisation_id', '=', organisation_id)
    .where('submission_id', '=', submission_id)
    .where('file_number', '=', file_number)
    .where('status', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

function faultOf(error: unknown): Fault | undefined {
  if (error instanceof DocumentError) return error.fault;
  if (error instanceof NotAnImageError) return 'unreadable';
  if (error instanceof ImageTooLargeError) return 'too_large';
  return error instanceof DomainError && error.code === 'storage_limit' ? 'storage_limit' : undefined;
}
