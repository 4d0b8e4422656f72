import { sql } from 'kysely';
import { wholeOf } from '../../../platform/content/whole.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Jobs } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { renderWaiting } from './render-pages.ts';

/** Greatest number of pictures that are read, and their greatest size in total. */
interface PictureLimits {
  mostPages: number;
  mostBytes: number;
}

interface FileRow {
  file_number: number;
  page_count: number;
  pages: { key: string; size: number }[];
}

/**
 * Returns the pictures of all pages of these files of a submission as WebP, in order. Missing pictures are made first.
 * @returns null if a file has no pictures, or not of all its pages, or if there is more than the limits allow
 */
export async function readPictures(
  tools: Tools<Database>,
  submission: Jobs['render_submission'],
  fileNumbers: readonly number[],
  { mostPages, mostBytes }: PictureLimits,
): Promise<Buffer[] | null> {
  if (fileNumbers.length === 0) return [];
  await renderWaiting(tools, submission);
  const files = await readFiles(tools, submission, fileNumbers);
  const pages = files.flatMap((file) => file.pages);
  const isComplete = files.length === fileNumbers.length && files.every((file) => file.pages.length === file.page_count);
  if (!isComplete || pages.length > mostPages || pages.reduce((total, { size }) => total + size, 0) > mostBytes) return null;
  const pictures: Buffer[] = [];
  for (const { key } of pages) {
    const stored = await tools.storage.open(key);
    if (!stored) return null;
    pictures.push(await wholeOf(stored.stream));
  }
  return pictures;
}

async function readFiles(
  { db }: Pick<Tools, 'db'>,
  { organisation_id, submission_id }: Jobs['render_submission'],
  fileNumbers: readonly number[],
): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`select r.file_number, r.page_count,
      (select coalesce(json_agg(json_build_object('key', o.storage_key, 'size', o.size_bytes) order by p.number), '[]') from review_pages p
        join storage_objects o on o.organisation_id = p.organisation_id and o.id = p.object_id
        where p.organisation_id = r.organisation_id and p.submission_id = r.submission_id and p.file_number = r.file_number) as pages
    from review_renderings r where r.organisation_id = ${organisation_id} and r.submission_id = ${submission_id} and r.status = 'ready'
      and r.file_number = any(${fileNumbers}::int[]) order by r.file_number`.execute(db);
  return rows;
}
