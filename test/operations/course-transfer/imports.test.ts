import type { TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { type Archive, archiveOf, importCourse, importFile, newFullCourse } from '../../support/course-archives.ts';
import { type ListeningSchool, startListening } from '../../support/events.ts';
import { runTask } from '../../support/jobs.ts';
import { refusalOf } from '../../support/learner.ts';
import { enrollMany, newSchool, type School } from '../../support/school.ts';
import { type ZipEntry, zipOf } from '../../support/zip.ts';

const HOUR_MS = 3600_000;

let listening: ListeningSchool;
let app: TestApp;
let school: School;
let archive: Archive;
beforeAll(async () => {
  listening = await startListening('course.imported');
  app = listening.app;
  archive = await archiveOf(app, listening.school, (await newFullCourse(listening.school)).courseId);
});
beforeEach(async () => {
  school = await newSchool(app);
});
afterAll(() => listening.close());

const call = (method: 'get' | 'post' | 'delete', path: string, body?: object) => school.browser.call(method, path, body);
const read = async (path: string) => (await expectStatus(200, call('get', path))).body;
const usage = async () => (await expectStatus(200, call('get', 'storage/usage/'))).body;
const courses = async () => (await expectStatus(200, call('get', 'courses/'))).body.count;

const ours = (): ZipEntry[] => Object.entries(archive.entries).map(([name, content]) => ({ name, content }));

test('a course that is exported, imported into another organisation and exported again makes the same archive', async () => {
  const done = await importCourse(app, school, archive.bytes);
  expect(done).toMatchObject({ status: 'completed', format: 'course_archive', failure: null, target: null });
  const again = await archiveOf(app, school, done.course_id);
  expect(again.manifest).toEqual(archive.manifest);
  expect(again.lessons).toEqual(archive.lessons);
  expect(again.bytes.equals(archive.bytes)).toBe(true);
  const course = await read(`courses/${done.course_id}/`);
  expect(course).toMatchObject({ title: 'The Unix Shell', slug: 'the-unix-shell', status: 'draft', visibility: 'private', lesson_count: 3 });
});

test('what a file holds is shown before anything is made, and holds room in the storage until then', async () => {
  const before = await usage();
  const { path } = await importFile(app, school, archive.bytes);
  const found = await read(path);
  expect(found).toMatchObject({
    status: 'ready',
    format: 'course_archive',
    plan: {
      title: 'The Unix Shell',
      lesson_count: 3,
      file_count: 2,
      has_settings: true,
      warnings: [],
      chapters: [
        { title: 'Files', lessons: [{ title: 'Reading', content_type: 'lesson' }] },
        { title: 'Pipes', lessons: [{ title: 'Quiz' }, { title: 'Script', content_type: 'assignment' }] },
      ],
    },
  });
  expect([await read(`${path}uploaded/`), await read(`${path}commit/`)]).toEqual([found, found]);
  expect((await usage()).in_flight_bytes - before.in_flight_bytes).toBe(archive.bytes.length + found.plan.file_bytes);
  expect(await courses()).toBe(1);
  await expectStatus(204, call('delete', `${path}uploaded/`));
  await expectStatus(204, call('delete', `${path}uploaded/`));
  expect((await usage()).in_flight_bytes).toBe(before.in_flight_bytes);
  expect(await read(path)).toMatchObject({ status: 'withdrawn', plan: null });
  expect(await refusalOf(call('post', `${path}commit/`, {}))).toEqual([409, 'import_not_ready']);
});

test('importing twice makes two courses that have nothing in common', async () => {
  const [first, second] = [await importCourse(app, school, archive.bytes), await importCourse(app, school, archive.bytes)];
  expect(first.course_id).not.toBe(second.course_id);
  await expectStatus(204, call('delete', `courses/${first.course_id}/`));
  await app.mailbox.runJobs();
  expect((await archiveOf(app, school, second.course_id)).bytes.equals(archive.bytes)).toBe(true);
});

test('a commit makes the chosen lessons under the given title', async () => {
  const [reading] = archive.lessons;
  const done = await importCourse(app, school, archive.bytes, { title: 'Only to read', lesson_ids: [reading.id] });
  const again = await archiveOf(app, school, done.course_id);
  expect(again.lessons).toEqual([reading]);
  expect(again.manifest.course.title).toBe('Only to read');
  expect(again.manifest.chapters).toHaveLength(2);
  const { path } = await importFile(app, school, archive.bytes);
  const wrong = await call('post', `${path}commit/`, { lesson_ids: [reading.id, school.courseId] });
  expect([wrong.status, wrong.body.errors]).toEqual([400, [expect.objectContaining({ field: 'lesson_ids.1', code: 'unknown' })]]);
});

test('of many commits at once one is accepted, and the course is made once', async () => {
  const { path } = await importFile(app, school, archive.bytes);
  const answers = await Promise.all(Array.from({ length: 10 }, () => call('post', `${path}commit/`, {})));
  expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array(9).fill(409)]);
  expect(await refusalOf(call('delete', path))).toEqual([409, 'import_under_way']);
  expect(await refusalOf(call('post', `${path}uploaded/`, {}))).toEqual([409, 'import_not_ready']);
  expect(await refusalOf(call('delete', `${path}uploaded/`))).toEqual([409, 'import_not_ready']);
  await app.mailbox.runJobs();
  expect(await courses()).toBe(2);
  expect(await usage()).toMatchObject({ in_flight_bytes: 0 });
});

test('a commit that is cancelled makes nothing, and can be repeated', async () => {
  const { path } = await importFile(app, school, archive.bytes);
  await expectStatus(202, call('post', `${path}commit/`, {}));
  await expectStatus(204, call('delete', `${path}commit/`));
  await app.mailbox.runJobs();
  expect([await courses(), (await read(path)).status]).toEqual([1, 'ready']);
  await expectStatus(202, call('post', `${path}commit/`, {}));
  await app.mailbox.runJobs();
  expect([await courses(), (await read(path)).status]).toEqual([2, 'completed']);
});

test('a course that was made is taken back with its files, unless somebody changed it or enrolled', async () => {
  const first = await importCourse(app, school, archive.bytes);
  await expectStatus(204, call('delete', `course-imports/${first.id}/commit/`));
  expect(await refusalOf(call('delete', `course-imports/${first.id}/commit/`))).toEqual([409, 'import_not_ready']);
  await app.mailbox.runJobs();
  expect([await courses(), (await usage()).used_bytes]).toEqual([1, 0]);
  const changed = await importCourse(app, school, archive.bytes);
  await expectStatus(200, call('patch' as never, `courses/${changed.course_id}/`, { title: 'Mine now' }));
  expect(await refusalOf(call('delete', `course-imports/${changed.id}/commit/`))).toEqual([409, 'import_touched']);
  const joined = await importCourse(app, school, archive.bytes);
  await enrollMany(app, school.organisation.id, joined.course_id, 1);
  expect(await refusalOf(call('delete', `course-imports/${joined.id}/commit/`))).toEqual([409, 'import_touched']);
  await expectStatus(204, call('delete', `course-imports/${joined.id}/`));
  expect(await refusalOf(call('get', `course-imports/${joined.id}/`))).toEqual([404, 'not_found']);
  expect(await courses()).toBe(3);
});

test('a lesson that breaks a rule, or names a file that the course does not bring, is left out with a warning, and so is a file that is not what it says', async () => {
  const [reading, quiz] = archive.lessons;
  const lines = [
    { ...reading, content: { ...reading.content, body: `file:${school.courseId}` } },
    { ...quiz, content: { ...quiz.content, questions: [...quiz.content.questions, ...quiz.content.questions] } },
    ...archive.lessons.slice(2),
  ].map((lesson) => JSON.stringify(lesson));
  const picture = archive.manifest.media[0].file.path;
  const entries = ours().map((entry) =>
    entry.name === 'lessons.jsonl'
      ? { ...entry, content: `${lines.join('\n')}\n` }
      : entry.name === picture
        ? { ...entry, content: Buffer.alloc(archive.manifest.media[0].file.size_bytes) }
        : entry,
  );
  const { path } = await importFile(app, school, await zipOf(entries));
  const { plan } = await read(path);
  expect(plan).toMatchObject({
    lesson_count: 1,
    warnings: [
      // Rules are checked while the file is read, what lessons name when all of it is.
      { kind: 'lesson_invalid', object_id: quiz.id, title: 'Quiz' },
      { kind: 'lesson_invalid', object_id: reading.id, title: 'Reading' },
      { kind: 'file_refused', object_id: archive.manifest.media[0].id, title: 'A shell' },
    ],
  });
});

test('a lesson that names a file that was refused, or that is not of the kind it takes, is left out', async () => {
  const [picture] = archive.manifest.media;
  const paper = archive.manifest.documents.find(({ file }: { file: object | null }) => file);
  const video = { ...picture, id: '00000000-0000-8000-8004-000000000099', kind: 'video', title: 'A talk' };
  video.file = { ...picture.file, path: `files/${video.id}`, content_type: 'video/mp4', size_bytes: 9 };
  const [reading] = archive.lessons;
  const lesson = (index: number, title: string, content_type: string, content: object) => ({
    ...{ ...reading, id: `00000000-0000-8000-8003-00000000009${index}`, grading: null },
    ...{ title, content_type, content },
  });
  const lessons = [
    lesson(1, 'Talk', 'video', { source: 'hosted', media_id: video.id, captions: [], duration_seconds: null }),
    lesson(2, 'Picture as a talk', 'video', { source: 'hosted', media_id: picture.id, captions: [], duration_seconds: null }),
    lesson(3, 'Picture as a paper', 'document', { source: 'upload', document_id: picture.id }),
    lesson(4, 'Paper', 'document', { source: 'upload', document_id: paper.id }),
    lesson(5, 'Text', 'lesson', { ...reading.content, body: `file:${picture.id} file:${paper.id}` }),
  ];
  const changed: Record<string, string> = {
    'course.json': JSON.stringify({ ...archive.manifest, media: [picture, video] }),
    'lessons.jsonl': lessons.map((one) => `${JSON.stringify(one)}\n`).join(''),
  };
  const entries = ours().map((entry) => ({ ...entry, content: changed[entry.name] ?? entry.content }));
  const { plan, course_id } = await importCourse(app, school, await zipOf([...entries, { name: video.file.path, content: 'no video.' }]));
  expect(plan.warnings).toMatchObject([
    { kind: 'lesson_invalid', title: 'Talk' },
    { kind: 'lesson_invalid', title: 'Picture as a talk' },
    { kind: 'lesson_invalid', title: 'Picture as a paper' },
    { kind: 'file_refused', title: 'A talk' },
  ]);
  expect((await archiveOf(app, school, course_id)).lessons.map(({ title }) => title)).toEqual(['Paper', 'Text']);
});

test('a file that has not arrived completely is not read', async () => {
  const { body } = await expectStatus(201, call('post', 'course-imports/', { file_name: 'a.zip', size_bytes: 100 }));
  expect(body).toMatchObject({ status: 'awaiting_upload', target: { method: 'PUT', url: expect.any(String) } });
  expect(await refusalOf(call('post', `course-imports/${body.id}/uploaded/`, {}))).toEqual([409, 'upload_incomplete']);
});

test('a plan without room for another course fails the commit, makes nothing, and tells staff', async () => {
  await app.database.pool.query(`update platform_subscriptions set plan_id = 'free' where organisation_id = $1`, [school.organisation.id]);
  const { rows } = await app.database.pool.query(`select course_limit from plans where id = 'free'`);
  await app.database.pool.query(
    `insert into courses (organisation_id, id, title, slug, status, visibility, level, grade_level, language, timezone, length_mode, schedule_basis)
     select organisation_id, gen_random_uuid(), title, slug || n, status, visibility, level, grade_level, language, timezone, length_mode, schedule_basis
     from courses, generate_series(2, $2) n where id = $1`,
    [school.courseId, rows[0].course_limit],
  );
  const { id, status, failure } = await importCourse(app, school, archive.bytes);
  expect([status, failure, await courses()]).toEqual(['failed', 'course_limit', rows[0].course_limit]);
  await app.mailbox.runJobs();
  const mails = await app.mailbox.read(school.email);
  expect(mails.at(-1)?.text).toContain(`/studio/imports/${id}`);
});

test('a file is kept for 24 hours after it was read', async () => {
  const { path } = await importFile(app, school, archive.bytes);
  app.clock.advance(24 * HOUR_MS);
  await runTask(app, 'forget_expired_uploads');
  expect(await refusalOf(call('post', `${path}commit/`, {}))).toEqual([409, 'import_not_ready']);
  const { rows } = await app.database.pool.query('select id from storage_objects where organisation_id = $1', [school.organisation.id]);
  expect(rows).toEqual([]);
});

test('an import is audited, published as an event and listed, and belongs to its organisation', async () => {
  const { school: told } = listening;
  const done = await importCourse(app, told, archive.bytes);
  const events = await listening.happened();
  expect(events).toMatchObject([
    { type: 'course.imported', data: { import_id: done.id, format: 'course_archive', course: { id: done.course_id, status: 'draft' } } },
  ]);
  const { rows } = await app.database.pool.query('select action from audit_log where object_id = any($1) and action like $2 order by id', [
    [done.id, done.course_id],
    'course%import%',
  ]);
  expect(rows.map(({ action }) => action)).toEqual(['course_import.created', 'course_import.uploaded', 'course_import.committed', 'course.imported']);
  const { body: list } = await expectStatus(200, told.browser.call('get', 'course-imports/'));
  const { plan: _plan, target: _target, ...summary } = done;
  expect(list.results[0]).toEqual(summary);
  for (const [method, sub] of [
    ['get', ''],
    ['delete', ''],
    ['get', 'uploaded/'],
    ['post', 'uploaded/'],
    ['delete', 'uploaded/'],
    ['get', 'commit/'],
    ['post', 'commit/'],
    ['delete', 'commit/'],
  ] as const)
    expect(await refusalOf(call(method, `course-imports/${done.id}/${sub}`, method === 'post' ? {} : undefined))).toEqual([404, 'not_found']);
  expect(await read('course-imports/')).toMatchObject({ count: 0, results: [] });
});

test('a file that the storage of the organisation has no room for cannot be announced, as a new course or into one', async () => {
  await app.database.pool.query(`update platform_subscriptions set plan_id = 'free' where organisation_id = $1`, [school.organisation.id]);
  const { rows } = await app.database.pool.query(`select storage_limit_bytes from plans where id = 'free'`);
  const file = { file_name: 'a.zip', size_bytes: Math.min(Number(rows[0].storage_limit_bytes), 2 ** 31) };
  await expectStatus(201, call('post', 'course-imports/', file));
  expect(await refusalOf(call('post', 'course-imports/', file))).toEqual([403, 'storage_limit']);
  expect(await refusalOf(call('post', `courses/${school.courseId}/imports/`, file))).toEqual([403, 'storage_limit']);
});

test('all dates move by the same days to a new first day, or are removed, and the plan shows each before and after', async () => {
  const due = { kind: 'date', date: '2027-01-18', time: '23:59' };
  const lessons = archive.lessons.map((lesson) => (lesson.content_type === 'lesson' ? lesson : { ...lesson, content: { ...lesson.content, due } }));
  const dated = await zipOf(
    ours().map((entry) => (entry.name === 'lessons.jsonl' ? { ...entry, content: lessons.map((lesson) => `${JSON.stringify(lesson)}\n`).join('') } : entry)),
  );
  const { path } = await importFile(app, school, dated, 'a.zip', { dates: { start_date: '2027-09-06' } });
  const course = { object_id: null, title: 'The Unix Shell' };
  const [, quiz, script] = lessons;
  expect((await read(path)).plan.dates).toEqual([
    { kind: 'start_date', ...course, before: '2027-01-11', after: '2027-09-06' },
    { kind: 'end_date', ...course, before: '2027-03-26', after: '2027-11-19' },
    { kind: 'due', object_id: quiz.id, title: 'Quiz', before: '2027-01-18', after: '2027-09-13' },
    { kind: 'due', object_id: script.id, title: 'Script', before: '2027-01-18', after: '2027-09-13' },
  ]);
  await expectStatus(202, call('post', `${path}uploaded/`, { remove_dates: true }));
  await app.mailbox.runJobs();
  expect((await read(path)).plan.dates.map(({ after }: { after: null }) => after)).toEqual([null, null, null, null]);
  await expectStatus(202, call('post', `${path}uploaded/`, { start_date: '2027-09-06' }));
  await app.mailbox.runJobs();
  await expectStatus(202, call('post', `${path}commit/`, {}));
  await app.mailbox.runJobs();
  const again = await archiveOf(app, school, (await read(path)).course_id);
  expect(again.manifest.course).toMatchObject({ start_date: '2027-09-06', end_date: '2027-11-19' });
  expect(again.lessons[2].content.due).toEqual({ ...due, date: '2027-09-13' });
});

test('a reading that is interrupted goes on with the files that it has not unpacked yet', async () => {
  const { id, path } = await importFile(app, school, archive.bytes);
  const staged = async () => (await app.database.pool.query('select staged from course_imports where id = $1', [id])).rows[0].staged;
  const before = await staged();
  const [kept, lost] = Object.keys(before);
  await app.database.pool.query(`update course_imports set status = 'reading', staged = staged - $2::text where id = $1`, [id, lost]);
  const { rows } = await app.database.pool.query('select organisation_id, id as import_id, run_id from course_imports where id = $1', [id]);
  await runTask(app, 'read_course_import', rows[0]);
  const after = await staged();
  expect([after[kept as string], after[lost as string] === before[lost as string], (await read(path)).status]).toEqual([
    before[kept as string],
    false,
    'ready',
  ]);
});
