import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import type { Layout } from '../../../src/domain/assessment/answer-sheets/layout/geometry.ts';
import { LAYOUTS } from '../../../src/domain/assessment/answer-sheets/layout/layouts.ts';
import { PRINT } from '../../support/answer-sheets/drawing.ts';
import { printSheet } from '../../support/answer-sheets/print.ts';
import { ALL_RIGHT, newSheetCourse, type StoredSheet } from '../../support/answer-sheets.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { takesAtMost } from '../../support/bound.ts';
import { expectStatus } from '../../support/browser.ts';
import { enrollMany, newSchool } from '../../support/school.ts';
import { type ServiceProcess, startServiceProcess } from '../../support/service-process.ts';

takesAtMost(240);

const SCANS = 20;

let app: TestApp;
let service: ServiceProcess | undefined;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => {
  await service?.end('SIGKILL');
  await app.close();
});

/** A scan of the sheet with all right answers, at 100 dots per inch. */
function scanned({ id, rows }: StoredSheet): Promise<Buffer> {
  const layout = LAYOUTS.get('111') as Layout;
  const page = printSheet(layout, { sheet: id, page: 1 });
  const marked = layout.bubbles.filter(({ row, choice }) => ALL_RIGHT[rows[row - 1]?.question_id ?? '']?.includes(choice));
  for (const { x, y, radius } of marked) page.disc(x, y, radius, PRINT);
  const { width, height, data } = page.raster;
  return sharp(data, { raw: { width, height, channels: 3 } })
    .resize({ width: 1000 })
    .jpeg()
    .toBuffer();
}

test('twenty queued scans are all graded once although the process that reads them is killed', async () => {
  const school = await newSchool(app);
  const course = await newSheetCourse(app, school);
  await enrollMany(app, school.organisation.id, course.courseId, SCANS);
  const sheets = await course.sheets(await course.print());
  for (const sheet of sheets) {
    const sent = app.http
      .post('/api/v1/answer-sheets/scan/')
      .set(school.browser.headers)
      .set('Cookie', school.browser.cookie ?? '')
      .field('client_id', randomUUID());
    await expectStatus(202, sent.attach('photo', await scanned(sheet), 'photo.jpg'));
  }
  const statuses = async () =>
    (await app.database.pool.query<{ status: string; count: number }>('select status, count(*)::int as count from answer_sheet_scans group by status')).rows;
  const count = async (status: string) => (await statuses()).find((one) => one.status === status)?.count ?? 0;
  expect(await count('queued')).toBe(SCANS);
  const env = { DATABASE_URL: app.database.url, DATA_DIR: dirname(app.files), DEMO_SEED: '0' };
  service = await startServiceProcess(env);
  while ((await count('graded')) < 3) await delay(20);
  await service.end('SIGKILL');
  expect(await count('queued')).toBeGreaterThan(0);
  service = await startServiceProcess(env);
  while ((await count('queued')) > 0) await delay(200);
  expect(await statuses()).toEqual([{ status: 'graded', count: SCANS }]);
  const { rows } = await app.database.pool.query(
    `select count(*)::int as attempts, count(distinct enrollment_id)::int as learners, sum(score_points)::int as points from quiz_attempts where lesson_id = $1`,
    [course.quiz.id],
  );
  expect(rows).toEqual([{ attempts: SCANS, learners: SCANS, points: 8 * SCANS }]);
});
