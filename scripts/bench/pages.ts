import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import sharp from 'sharp';
import { newId } from '../../src/domain/kernel/ids.ts';
import { openPageRenderer } from '../../src/platform/documents/pdf-pages.ts';
import { diskStorage } from '../../src/platform/storage/disk.ts';
import { pdfWith } from '../../test/support/sample-files.ts';
import type { PrepareWork } from './beside.ts';
import { hold } from './clean-up.ts';
import type { SeededDatabase } from './seed.ts';

export const PAGE_WORK = ['pages of PDF submissions'] as const;

export interface PageRow {
  name: (typeof PAGE_WORK)[number];
  pages: number;
  /** CPU time of all threads that take part. */
  cpuSeconds: number;
}

const PAGES = 20;
const LINES = 48;
const LIMITS = { mostPages: PAGES, box: { width: 1600, height: 1600 } };

/** An essay of A4 pages, every other one a scan at 150 dots per inch. */
async function makeEssay(): Promise<Buffer> {
  const [width, height] = [1240, 1754];
  const noise = { type: 'gaussian', mean: 225, sigma: 15 } as const;
  const bytes = await sharp({ create: { width, height, channels: 3, background: 'white', noise } })
    .jpeg({ quality: 80 })
    .toBuffer();
  const line = 'The shell reads a line, splits it into words, expands them, and runs the program that the first one names.';
  const text = `BT /F1 11 Tf 15 TL 50 790 Td ${Array(LINES).fill(`(${line}) Tj T*`).join(' ')} ET`;
  const scan = 'q 595 0 0 842 0 0 cm /I1 Do Q';
  return pdfWith(
    Array.from({ length: PAGES }, (_, index) => (index % 2 ? scan : text)),
    { picture: { bytes, width, height } },
  );
}

/** Measures how much CPU time it takes to render the pages of a submitted PDF. */
export async function measurePages(rounds: number): Promise<PageRow[]> {
  const essay = await makeEssay();
  const renderer = await hold(openPageRenderer(), ({ close }) => close());
  const render = async () => {
    if ((await renderer.render('bench', essay, LIMITS, async () => {})) !== PAGES) throw new Error('The essay has another number of pages.');
  };
  await render();
  const before = process.cpuUsage();
  for (let round = 0; round < rounds; round += 1) await render();
  const { user, system } = process.cpuUsage(before);
  return [{ name: PAGE_WORK[0], pages: rounds * PAGES, cpuSeconds: (user + system) / 1e6 }];
}

/** Number of submissions that a process takes on at the same time. Rendering them lasts longer than a round. */
const SUBMISSIONS = 2;
const POLL_MS = 20;

/** Renders submitted PDFs. */
export const PAGES_WORK: PrepareWork = async (database, folder) => {
  const submit = await submitter(database, folder);
  const count = async () => {
    const { rows } = await sql<{ jobs: number; running: number }>`select count(*)::int as jobs, (count(locked_at))::int as running
      from graphile_worker.jobs where task_identifier in ('render_submission', 'render_file')`.execute(database.db);
    return rows[0] as { jobs: number; running: number };
  };
  return {
    async begin() {
      for (let made = 0; made < SUBMISSIONS; made += 1) await submit();
      while ((await count()).running === 0) await pause(POLL_MS);
    },
    isUnfinished: async () => (await count()).running > 0,
    async end() {
      while ((await count()).jobs > 0) await pause(POLL_MS);
    },
  };
};

/** Stores the essay, and returns a function that submits it once more and has its pages rendered. */
async function submitter({ db, seed }: Pick<SeededDatabase, 'db' | 'seed'>, folder: string): Promise<() => Promise<unknown>> {
  const { organisationId, courseIds } = seed;
  const [courseId, objectId, key] = [courseIds[0] ?? '', newId(), `submissions/${organisationId}/${newId()}`];
  const storage = diskStorage({ directory: join(folder, 'files'), secrets: [Buffer.alloc(32)], base: () => '', clock: { now: () => Date.now() } });
  const essay = await makeEssay();
  await storage.put(key, essay, 'application/pdf');
  const enrolled = await sql<{ id: string }>`insert into enrollments (organisation_id, id, course_id, user_id)
    select ${organisationId}, ${newId()}, ${courseId}, user_id from (select user_id from memberships where organisation_id = ${organisationId} order by user_id limit 1) member
    on conflict (organisation_id, course_id, user_id) do update set user_id = excluded.user_id returning id`.execute(db);
  const enrollmentId = enrolled.rows[0]?.id ?? '';
  await sql`insert into storage_objects (organisation_id, id, course_id, purpose, storage_key, file_name, content_type, size_bytes, status, completed_at)
    values (${organisationId}, ${objectId}, ${courseId}, 'submission', ${key}, 'essay.pdf', 'application/pdf', ${essay.length}, 'ready', now())`.execute(db);
  const { rows } = await sql<{ id: string }>`select id from lessons where organisation_id = ${organisationId} and course_id = ${courseId}
    and content_type = 'assignment' limit 1`.execute(db);
  const lessonId = rows[0]?.id ?? '';
  const { rows: before } = await sql<{ number: number }>`select coalesce(max(number), 0) as number from submissions
    where organisation_id = ${organisationId} and enrollment_id = ${enrollmentId} and lesson_id = ${lessonId}`.execute(db);
  let number = before[0]?.number ?? 0;
  return () => {
    number += 1;
    return sql`with made as (insert into submissions (organisation_id, id, enrollment_id, lesson_id, number, submitted_at)
        values (${organisationId}, ${newId()}, ${enrollmentId}, ${lessonId}, ${number}, now()) returning organisation_id, id),
      filed as (insert into submission_files (organisation_id, submission_id, object_id, position) select organisation_id, id, ${objectId}, 0 from made)
      select graphile_worker.add_job('render_submission', json_build_object('organisation_id', organisation_id, 'submission_id', id)) from made`.execute(db);
  };
}
