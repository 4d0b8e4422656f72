import { OF_COURSE } from '../../../src/domain/transfer/course-imports/take-back.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { type Archive, archiveOf, importCourse, newFullCourse } from '../../support/course-archives.ts';
import { refusalOf } from '../../support/learner.ts';
import { newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
let archive: Archive;
beforeAll(async () => {
  app = await startTestApp();
  const full = await newSchool(app);
  archive = await archiveOf(app, full, (await newFullCourse(full)).courseId);
});
beforeEach(async () => {
  school = await newSchool(app);
});
afterAll(() => app.close());

const call = (method: 'get' | 'post' | 'delete', path: string, body?: object) => school.browser.call(method, path, body);

test.each([
  ['the gradebook', 'put', 'gradebook/settings/', { pass_percent: 40 }],
  ['the discussions', 'put', 'discussion/settings/', { min_length: 6 }],
  ['the certificates', 'put', 'certificate-settings/', { is_enabled: false }],
  ['the attendance', 'put', 'attendance/settings/', { late_after_minutes: 5 }],
  ['the teacher', 'put', 'landing/teacher/', { name: 'Mina' }],
  ['the refund policy', 'put', 'refund-policy/', { is_enabled: false, window_days: 1, max_progress_percent: null, after_certificate: false }],
  ['the cohorts', 'post', 'cohorts/', { name: 'Blue' }],
])('a course whose import somebody touched in %s is not taken back', async (_what, method, path, body) => {
  const done = await importCourse(app, school, archive.bytes);
  const { status } = await school.browser.call(method as 'put', `courses/${done.course_id}/${path}`, body);
  expect([200, 201]).toContain(status);
  expect(await refusalOf(call('delete', `course-imports/${done.id}/commit/`))).toEqual([409, 'import_touched']);
});

test('what was added to a course is not taken back once somebody changed how its lessons are graded', async () => {
  const [first, second] = [
    await importCourse(app, school, archive.bytes, {}, 'a.zip', school.courseId),
    await importCourse(app, school, archive.bytes, {}, 'a.zip', school.courseId),
  ];
  const { rows } = await app.database.pool.query(
    `select l.id from lessons l join course_imports i on i.added -> 'chapters' ? l.chapter_id::text where i.id = $1 and content_type = 'assignment'`,
    [first.id],
  );
  await expectStatus(200, school.browser.call('put', `courses/${school.courseId}/gradebook/lessons/${rows[0].id}/config/`, { is_omitted: true }));
  expect(await refusalOf(call('delete', `course-imports/${first.id}/commit/`))).toEqual([409, 'import_touched']);
  await expectStatus(204, call('delete', `course-imports/${second.id}/commit/`));
});

const NOT_MADE_BY_HAND = [
  'affiliate_click_totals',
  'affiliate_commissions',
  'affiliate_money_totals',
  'affiliate_referrals',
  'analytics_enrollment_days',
  'analytics_money_days',
  'attendance_changes',
  'attendance_courses',
  'attendance_face_matches',
  'attendance_face_warnings',
  'attendance_rates',
  'chapter_lesson_counts',
  'course_learner_counts',
  'course_touches',
  'gradebook_changes',
  'gradebook_courses',
  'gradebook_results',
  'ledger_transactions',
  'progress_changes',
];
/** These need an enrollment, a meeting, a topic, a lesson or a roster, or tell of an import or an export. */
const FOLLOWS = [
  'ai_grading_jobs',
  'attendance_records',
  'certificate_backfills',
  'certificates',
  'course_exports',
  'course_imports',
  'discussion_members',
  'lesson_openings',
  'member_invite_places',
  'packages',
  'storage_objects',
];

test('every table that names a course is known to those who tell whether somebody touched an import', async () => {
  const { rows } = await app.database.pool.query(
    `select c.relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname = 'course_id' and not a.attisdropped`,
  );
  const known = [...OF_COURSE, ...NOT_MADE_BY_HAND, ...FOLLOWS].toSorted();
  expect(rows.map(({ name }) => name).toSorted()).toEqual(known);
});
