import { inflateRawSync } from 'node:zlib';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { MANY } from '../../support/at-once.ts';
import { expectStatus } from '../../support/browser.ts';
import { type GradedCourse, handIn, newGradedCourse, takeQuiz } from '../../support/gradebook.ts';
import { type Enrolled, faultsOf } from '../../support/learner.ts';
import type { Row } from '../../support/organisation.ts';
import { enrollMany, newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
let course: GradedCourse;
beforeAll(async () => {
  app = await startTestApp(undefined, { idle: ['issue_certificate', 'render_submission', 'send_notice', 'spread_notice'] });
  school = await newSchool(app);
});
beforeEach(async () => {
  course = await newGradedCourse(app, school);
});
afterAll(() => app.close());

const NOWHERE = '01890000-0000-7000-8000-000000000000';
const post = (body: object) => school.browser.call('post', `${course.path}fill/`, body);
const fill = async (body: object) => (await expectStatus(200, post(body))).body;
const csvOf = async (query = '') => (await expectStatus(200, school.browser.call('get', `${course.path}export/${query}`))).text;
const exported = async () => {
  await app.mailbox.runJobs();
  return csvOf();
};

test('filling missing or empty cells changes only those, tells in a dry run how many, and is one entry in the audit log that names them all', async () => {
  const [quiz, essay] = [await course.quiz(10), await course.assignment(20)];
  const learner = await course.enrolled();
  await takeQuiz(learner, quiz, true);
  const others = await enrollMany(app, school.organisation.id, course.courseId, 3);
  const rule = { which: 'empty', lesson_id: quiz.id, score: 0 };
  const dry = await fill({ rule, dry_run: true });
  expect(dry).toEqual({ is_dry_run: true, changed: 3, unchanged: 0, skipped: 1, stale: [], token: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(await course.cell({ enrollmentId: others[0] as string }, quiz)).toMatchObject({ score: null });
  expect(await fill({ rule, token: dry.token })).toMatchObject({ is_dry_run: false, changed: 3 });
  expect(await course.cell({ enrollmentId: others[0] as string }, quiz)).toMatchObject({ score: 0, is_entered: true, is_posted: true });
  expect(await course.cell(learner, quiz)).toMatchObject({ score: 10, is_entered: false });
  expect(await fill({ rule: { which: 'missing', lesson_id: essay.id, score: 0 } })).toMatchObject({ changed: 0, skipped: 4 });
  const { rows } = await app.database.pool.query(`select after from audit_log where object_id = $1 and action = 'gradebook.filled'`, [course.courseId]);
  expect(rows).toHaveLength(1);
  expect(rows[0].after.cells_1.map((cell: Row) => cell.enrollment_id).sort()).toEqual([...others].sort());
  expect((await course.grid()).recomputation.is_running).toBe(false);
});

test('filling all cells leaves excused cells and those that a person graded as they are, unless asked', async () => {
  const essay = await course.assignment(20);
  const [one, two, three] = [await course.enrolled(), await course.enrolled(), await course.enrolled()];
  await course.grade(one, essay, { score: 7 });
  await course.grade(two, essay, { is_excused: true });
  const rule = { which: 'all', lesson_id: essay.id, score: 15 };
  expect(await fill({ rule })).toMatchObject({ changed: 1, skipped: 2 });
  expect(await fill({ rule: { ...rule, include_excused: true, include_graded: true } })).toMatchObject({ changed: 2, unchanged: 1, skipped: 0 });
  for (const learner of [one, two, three]) expect(await course.cell(learner, essay)).toMatchObject({ score: 15, state: 'graded' });
  expect(await fill({ rule: { which: 'all', lesson_id: essay.id, is_excused: true, include_graded: true } })).toMatchObject({ changed: 3 });
});

test('a run after something changed since its dry run writes nothing', async () => {
  const essay = await course.assignment(20);
  const [one, two] = [await course.enrolled(), await course.enrolled()];
  const cells = [one, two].map(({ enrollmentId }) => ({ enrollment_id: enrollmentId, lesson_id: essay.id, score: 12 }));
  const { token } = await fill({ cells, dry_run: true });
  await course.grade(one, essay, { score: 3 });
  expect(await post({ cells, token })).toMatchObject({ status: 409, body: { code: 'fill_changed' } });
  expect(await course.cell(two, essay)).toMatchObject({ score: null });
});

test('cells that have changed since they were read are listed and left as they are, and the others are written', async () => {
  const essay = await course.assignment(20);
  const [one, two, three] = [await course.enrolled(), await course.enrolled(), await course.enrolled()];
  const { updated_at } = await course.grade(one, essay, { score: 3 });
  await course.grade(two, essay, { score: 4 });
  const cell = ({ enrollmentId }: Enrolled, known: string | null) => ({ enrollment_id: enrollmentId, lesson_id: essay.id, score: 12, updated_at: known });
  const { changed, stale } = await fill({ cells: [cell(one, updated_at), cell(two, updated_at), cell(three, null)] });
  const { updated_at: now } = await course.cell(two, essay);
  expect([changed, stale]).toEqual([2, [{ enrollment_id: two.enrollmentId, lesson_id: essay.id, updated_at: now }]]);
  expect(await Promise.all([one, two, three].map(async (learner) => (await course.cell(learner, essay)).score))).toEqual([12, 4, 12]);
});

test('of many requests that know the same version of a cell, one writes it', async () => {
  const essay = await course.assignment(100);
  const { enrollmentId } = await course.enrolled();
  const answers = await Promise.all(
    Array.from({ length: MANY }, (_, score) => post({ cells: [{ enrollment_id: enrollmentId, lesson_id: essay.id, score, updated_at: null }] })),
  );
  expect(answers.filter(({ status, body }) => status === 200 && body.changed === 1)).toHaveLength(1);
  expect(answers.filter(({ status, body }) => (status === 200 ? body.changed === 0 : body.code === 'fill_changed'))).toHaveLength(MANY - 1);
});

test('a cell that is cleared has neither a score of a person nor an excuse, and a quiz has its own score again', async () => {
  const [essay, quiz] = [await course.assignment(20), await course.quiz(10)];
  const learner = await course.enrolled();
  await takeQuiz(learner, quiz, true);
  const cell = (lesson: Row, more: object) => ({ enrollment_id: learner.enrollmentId, lesson_id: lesson.id, ...more });
  await fill({ cells: [cell(essay, { is_excused: true }), cell(quiz, { score: 2 })] });
  const cells = [cell(essay, { clear: true }), cell(quiz, { clear: true })];
  expect(await fill({ cells })).toMatchObject({ changed: 2 });
  expect(await course.cell(learner, essay)).toMatchObject({ state: 'not_submitted', score: null });
  expect(await course.cell(learner, quiz)).toMatchObject({ score: 10 });
  expect(await fill({ cells })).toMatchObject({ changed: 0, unchanged: 2 });
  expect(await faultsOf(post({ cells: [cell(essay, { clear: true, score: 1 })] }))).toEqual(['cells.0.clear mismatch']);
});

test('a repeated request with one Idempotency-Key writes once', async () => {
  const essay = await course.assignment(20);
  await enrollMany(app, school.organisation.id, course.courseId, 2);
  school.browser.headers['Idempotency-Key'] = 'once';
  const rule = { which: 'empty', lesson_id: essay.id, score: 1 };
  const [first, second] = [await fill({ rule }), await fill({ rule })];
  delete school.browser.headers['Idempotency-Key'];
  expect(second).toEqual(first);
  expect(first.changed).toBe(2);
});

test('requests that contradict themselves or name what does not exist are refused with all their faults', async () => {
  const essay = await course.assignment(20);
  const { enrollmentId } = await course.enrolled();
  const cell = { enrollment_id: enrollmentId, lesson_id: essay.id };
  expect(await faultsOf(post({}))).toEqual([' exactly_one']);
  expect(await faultsOf(post({ rule: { which: 'all' } }))).toEqual(['rule one_target', 'rule.score mismatch']);
  expect(await faultsOf(post({ rule: { which: 'all', lesson_id: NOWHERE, score: 0 } }))).toEqual(['rule.lesson_id unknown']);
  expect(await faultsOf(post({ rule: { which: 'all', lesson_id: essay.id, score: 21 } }))).toEqual(['rule.score above_points']);
  const cells = [
    { ...cell, score: 1 },
    { ...cell, score: 1, is_excused: true },
    { ...cell, enrollment_id: NOWHERE, score: 1 },
    { ...cell, lesson_id: NOWHERE, score: 1 },
  ];
  expect(await faultsOf(post({ cells }))).toEqual(['cells.1 duplicate', 'cells.1.score excused', 'cells.2.enrollment_id unknown', 'cells.3.lesson_id unknown']);
  expect(await fill({ cells: [{ ...cell, score: 25 }], allow_over: true })).toMatchObject({ changed: 1 });
  expect((await school.browser.call('post', `courses/${NOWHERE}/gradebook/fill/`, { cells: [{ ...cell, score: 1 }] })).status).toBe(404);
  expect((await school.browser.call('get', `courses/${NOWHERE}/gradebook/export/`)).status).toBe(404);
});

/** A course with an excused, a late, an entered and an untouched cell, and a learner whose name looks like a formula. */
async function mixed(): Promise<{ learners: Enrolled[]; quiz: Row; essay: Row }> {
  const yesterday = new Date(app.clock.now() - 25 * 3_600_000).toISOString();
  const due = { kind: 'date', date: yesterday.slice(0, 10), time: yesterday.slice(11, 16) };
  const quiz = await course.quiz(9, {}, { title: '=SUM(A1), "quoted"' });
  const essay = await course.assignment(1000, { due });
  const learners = [await course.enrolled(), await course.enrolled(), await course.enrolled()];
  const [one, two] = learners as [Enrolled, Enrolled];
  await app.database.pool.query(`update enrollments set enrolled_at = enrolled_at - interval '9 days' where course_id = $1`, [course.courseId]);
  await app.database.pool.query(`update users set name = '=1+1' where email = $1`, [one.email]);
  await course.settings({ late_policy: { is_enabled: true, rate_percent: 10 } });
  await takeQuiz(one, quiz, true);
  await handIn(one, essay);
  await course.grade(one, essay, { score: 1000 });
  await course.grade(two, essay, { is_excused: true });
  return { learners, quiz, essay };
}

test('an edited file changes the edited cells to what it says, and its faults name their lines', async () => {
  const { learners, quiz, essay } = await mixed();
  const csv = await exported();
  const [one, two, three] = learners as [Enrolled, Enrolled, Enrolled];
  const edited = csv.replace(',9,800,', ',EX,850,').replace(',,EX,', ',4,12.5,');
  expect(await fill({ csv: edited })).toMatchObject({ changed: 4, unchanged: 0 });
  expect(await course.cell(one, quiz)).toMatchObject({ state: 'excused' });
  expect(await course.cell(one, essay)).toMatchObject({ score: 850, lateness: 'waived' });
  expect(await course.cell(two, quiz)).toMatchObject({ score: 4 });
  expect(await course.cell(two, essay)).toMatchObject({ score: 12.5, state: 'graded' });
  expect(await course.cell(three, quiz)).toMatchObject({ state: 'not_submitted' });
  const head = `Enrollment ID,Essay [${essay.id}]`;
  const faulty = [head, `${one.enrollmentId},many`, `${NOWHERE},1`, `${two.enrollmentId},1001`, `${two.enrollmentId},1`].join('\n');
  expect(await faultsOf(post({ csv: faulty }))).toEqual(['csv.2 not_a_score', 'csv.3 unknown', 'csv.5 duplicate', 'csv.4 above_points']);
  expect(await faultsOf(post({ csv: `Name,Essay [${essay.id}]\nx,1` }))).toEqual(['csv.1 no_enrollment_column']);
  expect(await faultsOf(post({ csv: `${head},x [${NOWHERE}],y [${essay.id}]\n` }))).toEqual(['csv.1 unknown', 'csv.1 duplicate']);
  expect(await faultsOf(post({ csv: `${head}\n${one.enrollmentId},-5\n` }))).toEqual(['csv out_of_range']);
});

describe('the files of a course whose grades stay as they are', () => {
  let kept: GradedCourse;
  let made: Awaited<ReturnType<typeof mixed>>;
  beforeAll(async () => {
    kept = course = await newGradedCourse(app, school);
    made = await mixed();
    await app.mailbox.runJobs();
  });
  beforeEach(() => {
    course = kept;
  });

  test('the exported file shows scores as numbers, neutralises formulas, and filling it in unchanged changes nothing', async () => {
    const { learners, quiz, essay } = made;
    const csv = await csvOf();
    const [header, ...lines] = csv.trimEnd().split('\r\n');
    expect(header).toBe(`Enrollment ID,Name,Email,"'=SUM(A1), ""quoted"" [${quiz.id}]",Essay [${essay.id}],Current (%),Final (%),Grade`);
    const lineOf = ({ enrollmentId }: Enrolled) => lines.find((line) => line.startsWith(enrollmentId));
    expect(lineOf(learners[0] as Enrolled)).toBe(`${learners[0]?.enrollmentId},'=1+1,${learners[0]?.email},9,800,80.18,80.18,`);
    expect(lineOf(learners[1] as Enrolled)).toMatch(/,,EX,,0,$/);
    expect((await csvOf('?bom=true')).startsWith('\uFEFFEnrollment ID')).toBe(true);
    expect(await fill({ csv })).toMatchObject({ changed: 0, unchanged: 3 });
    expect(await fill({ csv: `\uFEFF${csv.replaceAll('\r\n', '\n')}` })).toMatchObject({ changed: 0 });
  });

  test('the workbook holds the same numbers as numbers and text as text, and only the learners of a cohort if asked', async () => {
    const { learners } = made;
    const { body: cohort } = await expectStatus(201, school.browser.call('post', `courses/${course.courseId}/cohorts/`, { name: 'Spring' }));
    await expectStatus(200, school.browser.call('post', `courses/${course.courseId}/cohorts/${cohort.id}/members/`, { add: [learners[0]?.enrollmentId] }));
    const request = app.http.get(`/api/v1/${course.path}export/?format=xlsx&cohort_id=${cohort.id}`);
    const sent = request
      .set({ ...school.browser.headers, Cookie: school.browser.cookie ?? '' })
      .buffer(true)
      .parse(bytes as never);
    const { body, headers } = await expectStatus(200, sent);
    expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    const sheet = partOf(body, 'xl/worksheets/sheet1.xml');
    expect(sheet.match(/<row>/g)).toHaveLength(2);
    expect(sheet).toContain('<c><v>9</v></c><c><v>800</v></c><c><v>80.18</v></c><c><v>80.18</v></c><c/></row>');
    expect(sheet).toContain('<is><t xml:space="preserve">=1+1</t></is>');
  });
});

function bytes(response: NodeJS.ReadableStream, done: (error: Error | null, body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => done(null, Buffer.concat(chunks)));
}

/** Returns a compressed part of a zip file, found by its entry in the central directory. */
function partOf(zip: Buffer, name: string): string {
  for (let at = zip.indexOf('PK\x01\x02'); at >= 0; at = zip.indexOf('PK\x01\x02', at + 4)) {
    const [size, nameLength] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)];
    if (zip.toString('utf8', at + 46, at + 46 + nameLength) !== name) continue;
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    return inflateRawSync(zip.subarray(start, start + size)).toString();
  }
  throw new Error(`no part ${name}`);
}
