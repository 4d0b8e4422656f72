import type { Layout } from '../../../src/domain/assessment/answer-sheets/layout/geometry.ts';
import { LAYOUTS } from '../../../src/domain/assessment/answer-sheets/layout/layouts.ts';
import { decodeSheetCode } from '../../../src/domain/assessment/answer-sheets/layout/sheet-code.ts';
import { HELD_AT, newSheetCourse, type SheetCourse } from '../../support/answer-sheets.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { faultsOf, refusalOf } from '../../support/learner.ts';
import { drawPages, type Picture, pageTexts } from '../../support/pdf.ts';
import { awayFrom, enrollMany, newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
let course: SheetCourse;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  school = await newSchool(app);
  course = await newSheetCourse(app, school);
});
afterAll(() => app.close());

const job = (print: { id: string }, sub = '') => `${course.path}pdf/jobs/${print.id}/${sub}`;
const read = async (print: { id: string }) => (await expectStatus(200, school.browser.call('get', job(print)))).body;
const download = (print: { id: string }) => school.browser.call('get', job(print, 'download/'));
const pdfOf = async (print: { id: string }): Promise<Buffer> => {
  await app.mailbox.runJobs();
  expect(await read(print)).toMatchObject({ status: 'ready', size_bytes: expect.any(Number) });
  const { body } = await expectStatus(200, download(print));
  const answer = await app.http
    .get(new URL(body.url).pathname + new URL(body.url).search)
    .buffer(true)
    .parse((res, done) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () => done(null, Buffer.concat(chunks)));
    });
  return answer.body as Buffer;
};

/** How dark a disc of a page is on average, from 0 to 1. */
const darkness = ({ width, gray }: Picture, layout: Layout, x: number, y: number, radius: number): number => {
  const scale = width / layout.width;
  let [sum, count] = [0, 0];
  for (let row = Math.floor((y - radius) * scale); row <= (y + radius) * scale; row++)
    for (let column = Math.floor((x - radius) * scale); column <= (x + radius) * scale; column++) {
      if ((column + 0.5 - x * scale) ** 2 + (row + 0.5 - y * scale) ** 2 > (radius * scale) ** 2) continue;
      sum += 255 - (gray[row * width + column] ?? 255);
      count++;
    }
  return sum / count / 255;
};

/** Each format once, on one of the two page sizes. */
const PRINTED = ['111', '212', '113', '214'];

test.each(PRINTED)(
  'the PDF of the layout %s has every marker, guide, cell and circle of its rows exactly where the layout says, and no other circle',
  async (code) => {
    const layout = LAYOUTS.get(code) as Layout;
    const print = await course.print({ audience: 'blank', blank_count: 1, layout: code });
    const [page] = await drawPages(await pdfOf(print), 200);
    const [sheet] = await course.sheets(print);
    if (!page) throw new Error('no page');
    const at = (x: number, y: number, radius: number) => darkness(page, layout, x, y, radius);
    expect(page.width / page.height).toBeCloseTo(layout.width / layout.height, 2);
    for (const { x, y, size } of layout.markers) {
      expect(at(x, y, size / 7)).toBeGreaterThan(0.95);
      for (const [dx, dy] of [
        [1, 0],
        [0, 1],
        [-1, 0],
        [0, -1],
      ] as const) {
        expect(at(x + (dx * size * 2) / 7, y + (dy * size * 2) / 7, 0.3)).toBeLessThan(0.05);
        expect(at(x + (dx * size * 3) / 7, y + (dy * size * 3) / 7, 0.3)).toBeGreaterThan(0.95);
        expect(at(x + (dx * size * 4) / 7, y + (dy * size * 4) / 7, 0.3)).toBeLessThan(0.05);
      }
    }
    for (const { x, y, radius } of layout.guides) expect([at(x, y, radius * 0.8) > 0.95, at(x, y, radius * 1.5) < 0.7]).toEqual([true, true]);
    const cells = layout.code_cells.map(({ x, y }) => at(x, y, layout.cell_size * 0.4) > 0.5);
    expect(decodeSheetCode(cells)).toEqual({ layout: code, sheet: sheet?.id, page: 1 });
    const shown = sheet?.rows.map(({ choice_ids }) => choice_ids.length) ?? [];
    expect(shown).toEqual([4, 4, 2, 4]);
    const isThere = ({ row, choice }: { row: number; choice: number }) => choice <= (shown[row - 1] ?? 0);
    for (const bubble of layout.bubbles) if (!isThere(bubble)) expect([bubble.id, at(bubble.x, bubble.y, 1.3 * bubble.radius)]).toEqual([bubble.id, 0]);
    for (const { id, x, y, radius } of [...layout.bubbles.filter(isThere), ...layout.number_grid.bubbles]) {
      const ring = Array.from({ length: 8 }, (_, step) =>
        at(x + Math.cos((step * Math.PI) / 4) * (radius - 0.125), y + Math.sin((step * Math.PI) / 4) * (radius - 0.125), 0.1),
      );
      expect([id, Math.min(...ring) > 0.2, at(x, y, radius * 0.7) < 0.3]).toEqual([id, true, true]);
    }
  },
);

test('a personal sheet carries the number of its learner, in bubbles and in digits', async () => {
  const [learner = ''] = await enrollMany(app, school.organisation.id, course.courseId, 1);
  await expectStatus(200, school.browser.call('patch', `courses/${course.courseId}/answer-sheets/learners/${learner}/number/`, { number: '0042' }));
  const pdf = await pdfOf(await course.print());
  const [page] = (await drawPages(pdf, 150)) as [Picture];
  const layout = LAYOUTS.get('111') as Layout;
  const filled = layout.number_grid.bubbles.filter(({ x, y, radius }) => darkness(page, layout, x, y, radius * 0.7) > 0.9);
  expect(filled.map(({ column, digit }) => [column, digit])).toEqual([
    [1, 0],
    [2, 0],
    [3, 4],
    [4, 2],
  ]);
  expect((await pageTexts(pdf))[0]).toMatch(/0\s+0\s+4\s+2/);
});

test('each personal sheet has every letter of the name of its learner and the code of its sheet, in ten scripts', async () => {
  const names = ['Mina Okafor', 'Ελένη Παπαδοπούλου', 'Анна Петрова', 'محمد عبد الله', 'דוד כהן', 'अनीता शर्मा', 'สมชาย น้ำใจ', '山田太郎', '김민준', '王小明'];
  const learners = await enrollMany(app, school.organisation.id, course.courseId, names.length);
  await app.database.pool.query(
    `update users set name = n.name from unnest($1::uuid[], $2::text[]) n (id, name) join enrollments e on e.id = n.id where users.id = e.user_id`,
    [learners, names],
  );
  const print = await course.print({ audience: 'enrollments', enrollment_ids: learners });
  const texts = (await pageTexts(await pdfOf(print))).map((text) => text.normalize('NFKC'));
  const sheets = await course.sheets(print);
  expect(texts).toHaveLength(names.length);
  sheets.forEach(({ id, enrollment_id }, index) => {
    const name = names[learners.indexOf(enrollment_id ?? '')] ?? '';
    const text = texts[index] ?? '';
    expect([name, [...name.normalize('NFKC')].filter((letter) => !text.includes(letter))]).toEqual([name, []]);
    expect(text).toContain(id.replace(/^(...)(...)(...)$/, '$1-$2-$3'));
  });
});

test('the questions are printed before each sheet when they are asked for', async () => {
  const print = await course.print({ audience: 'blank', blank_count: 2, has_questions: true, shuffle: 'versions' });
  expect(await drawPages(await pdfOf(print), 36)).toHaveLength(4);
});

test('a print is listed in the options, is audited, can be closed, and becomes out of date when its questions or points of answers change, but not when its key does', async () => {
  const print = await course.print({ audience: 'blank', blank_count: 2 });
  expect(print).toMatchObject({ status: 'queued', sheet_count: 2, page_count: 1, is_outdated: false, held_at: HELD_AT, closed_at: null });
  expect(await refusalOf(download(print))).toEqual([409, 'print_not_ready']);
  const change = async (content: object) => {
    const lesson = `courses/${course.courseId}/chapters/${course.quiz.chapter_id}/lessons/${course.quiz.id}/`;
    const { body } = await expectStatus(200, school.agent('get', lesson));
    await expectStatus(200, school.agent('patch', lesson, { updated_at: body.updated_at, content: { ...body.content, ...content } }));
  };
  const { questions } = course.quiz.content as { questions: object[] };
  await change({ questions: [{ ...questions[0], correct_choice_id: 'd' }, ...questions.slice(1)] });
  expect(await read(print)).toMatchObject({ is_outdated: false });
  await change({ answer_points: { right: 3, wrong: -1 } });
  expect(await read(print)).toMatchObject({ is_outdated: true });
  await change({ answer_points: null, questions });
  expect(await read(print)).toMatchObject({ is_outdated: false });
  await change({ questions: questions.slice(1) });
  const { body: closed } = await expectStatus(200, school.browser.call('patch', job(print), { is_closed: true, held_at: '2026-06-02T09:00:00.000Z' }));
  expect(closed).toMatchObject({ is_outdated: true, closed_at: expect.any(String), held_at: '2026-06-02T09:00:00.000Z' });
  await expectStatus(200, school.browser.call('patch', job(print), { is_closed: false }));
  const { body } = await expectStatus(200, school.browser.call('get', `${course.path}options/`));
  expect(body.prints).toMatchObject([{ id: print.id, closed_at: null }]);
  const { rows } = await app.database.pool.query('select action from audit_log where object_id = $1 order by id', [print.id]);
  expect(rows.map(({ action }) => action)).toEqual(['answer_sheets.printed', 'answer_sheets.updated', 'answer_sheets.updated']);
});

test('a print that cannot be is refused with its reason', async () => {
  const ask = (body: object) => school.browser.call('post', `${course.path}pdf/`, { layout: '111', held_at: HELD_AT, ...body });
  expect(await faultsOf(ask({}))).toEqual(['audience empty']);
  expect(await faultsOf(ask({ audience: 'enrollments', enrollment_ids: ['01890000-0000-7000-8000-000000000000'] }))).toEqual(['enrollment_ids.0 unknown']);
  expect(await faultsOf(ask({ audience: 'blank', layout: '999' }))).toEqual(['layout unknown']);
  const essay = await newSheetCourse(app, school, { questions: [{ type: 'essay', prompt: 'Why?' }] });
  expect(await refusalOf(school.browser.call('post', `${essay.path}pdf/`, { layout: '111', held_at: HELD_AT, audience: 'blank' }))).toEqual([
    409,
    'not_printable',
  ]);
});

test('devices can fetch ahead which question stands in which row of every sheet, without any key', async () => {
  await enrollMany(app, school.organisation.id, course.courseId, 3);
  const print = await course.print({ shuffle: 'learner' });
  const { body } = await expectStatus(200, school.browser.call('get', job(print, 'sheets/')));
  const sheets = await course.sheets(print);
  const expected = sheets.map(({ id, enrollment_id, rows }) => ({
    sheet_id: id,
    enrollment_id,
    version: null,
    rows: rows.map((row, index) => ({ page: 1, row: index + 1, ...row })),
  }));
  expect(body).toMatchObject({ count: 3, results: expected });
  expect(JSON.stringify(body)).not.toContain('correct');
});

test('a print is found nowhere else', async () => {
  const print = await course.print({ audience: 'blank', blank_count: 1 });
  for (const [browser, courseId, id] of await awayFrom(app, { ...school, courseId: course.courseId }, print.id)) {
    const path = `courses/${courseId}/answer-sheets/${course.quiz.id}/pdf/jobs/${id}/`;
    expect((await browser.call('get', path)).status).toBe(404);
    expect((await browser.call('get', `${path}download/`)).status).toBe(404);
    expect((await browser.call('get', `${path}sheets/`)).status).toBe(404);
    expect((await browser.call('patch', path, { is_closed: true })).status).toBe(404);
  }
});

test('the PDF of a print is deleted after 30 days, and with its lesson', async () => {
  const [old, kept] = [await course.print({ audience: 'blank', blank_count: 1 }), await course.print({ audience: 'blank', blank_count: 1 })];
  await pdfOf(old);
  const stored = async () =>
    (await app.database.pool.query('select id, status, storage_key from answer_sheet_prints where lesson_id = $1 order by id', [course.quiz.id])).rows;
  const [{ storage_key: key }, { storage_key: other }] = await stored();
  await app.database.pool.query(`update answer_sheet_prints set finished_at = finished_at - interval '31 days' where id = $1`, [old.id]);
  await app.database.pool.query(`select graphile_worker.add_job('expire_sheet_prints', '{}')`);
  await app.mailbox.runJobs();
  expect(await stored()).toMatchObject([
    { status: 'expired', storage_key: null },
    { id: kept.id, status: 'ready' },
  ]);
  expect(await refusalOf(download(old))).toEqual([409, 'print_not_ready']);
  expect([await app.storage.stat(key), (await app.storage.stat(other))?.contentType]).toEqual([undefined, 'application/pdf']);
  await app.database.pool.query('delete from lessons where id = $1', [course.quiz.id]);
  await app.mailbox.runJobs();
  expect(await app.storage.stat(other)).toBeUndefined();
});
