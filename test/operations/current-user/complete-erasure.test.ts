import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../../../src/domain/kernel/ids.ts';
import { newInvite, setProgram } from '../../support/affiliates.ts';
import { ALL_RIGHT, devicePage, newSheetCourse, sendPages } from '../../support/answer-sheets.ts';
import { attendanceOf, awaitMorning, soon } from '../../support/attendance.ts';
import { expectStatus, PASSWORD, proveAgain } from '../../support/browser.ts';
import { newAwardingCourse } from '../../support/certificates.ts';
import { exportOf } from '../../support/data-export.ts';
import { said } from '../../support/discussion.ts';
import { storedKeys } from '../../support/files.ts';
import { type GradedCourse, newGradedCourse } from '../../support/gradebook.ts';
import { checkOutAsGuest, newGuest } from '../../support/guests.ts';
import { runJobsAfter } from '../../support/jobs.ts';
import { type Enrolled, report } from '../../support/learner.ts';
import type { Row } from '../../support/organisation.ts';
import { pageTexts } from '../../support/pdf.ts';
import { decide, POLICY } from '../../support/refunds.ts';
import { rostersOf } from '../../support/roster.ts';
import { newLearner, newSchool, type School } from '../../support/school.ts';
import { answerSandbox, buy, newShop } from '../../support/shop.ts';
import { uploadFile } from '../../support/uploads.ts';
import { app, eraseAfter, GRACE_MS, useApp } from './deletion-tools.ts';

useApp();

/** Stands in everything that the person is, writes, sends and hears. */
const MARK = 'quaxley';
const PHONE = '+4915100047110';
const NUMBER = '48121620';

type Person = Omit<Enrolled, 'enrollmentId'>;

/** Returns the columns, as `table.column`, and the jobs in which one of the texts stands, ignoring case. */
async function placesOf(...texts: string[]): Promise<string[]> {
  const { pool } = app.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  );
  const tokens = `array[${texts.map((text) => `'%${text.toLowerCase()}%'`).join()}]`;
  const { rows } = await pool.query<{ place: string }>(
    `${tables
      .map(
        ({ name }) => `select distinct '${name}.' || cell.name as place from ${name} t, jsonb_each_text(to_jsonb(t)) cell (name, value)
          where lower(cell.value) like any (${tokens})`,
      )
      .join(' union ')} union select 'job ' || identifier from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id
      where lower(j.payload::text) like any (${tokens})`,
  );
  return rows.map(({ place }) => place).sort();
}

/** Returns the stored files that have one of the texts in their names, their bytes or, as PDFs, on their pages. */
async function filesOf(...texts: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const key of await storedKeys(app, '')) {
    const bytes = await readFile(join(app.files, `${key}.object`)).catch(() => readFile(join(app.files, key)));
    const pages = bytes.subarray(0, 5).toString('latin1') === '%PDF-' ? await pageTexts(bytes).catch(() => []) : [];
    const all = [key, bytes.toString('latin1'), ...pages].join('\n').toLowerCase();
    if (texts.some((text) => all.includes(text))) found.push(key);
  }
  return found;
}

async function erase(person: Person): Promise<void> {
  await expectStatus(202, person.browser.call('post', 'me/delete/', { password: PASSWORD }));
  await app.mailbox.runJobs();
  await eraseAfter(GRACE_MS);
  await app.mailbox.runJobs();
}

async function newPerson(school: School, shop: { courseId: string }): Promise<Person & { orderId: string }> {
  const { buyer, orderId } = await buy(app, { ...(await shopOf(school)), ...shop });
  const { pool } = app.database;
  await pool.query(`update users set email = $2, email_key = $2, phone = $3 where id = $1`, [buyer.id, `${MARK}@example.org`, PHONE]);
  await expectStatus(200, buyer.browser.call('patch', 'me/', { name: 'Zelda Quaxley' }));
  return { ...buyer, email: `${MARK}@example.org`, orderId };
}

const shops = new Map<School, Awaited<ReturnType<typeof newShop>>>();
async function shopOf(school: School) {
  const shop = shops.get(school) ?? (await newShop(app, answerSandbox(app), school));
  shops.set(school, shop);
  return shop;
}

const enrol = async (person: Person, courseId: string): Promise<Enrolled> => {
  const { body } = await expectStatus(201, person.browser.call('post', `courses/${courseId}/enroll/`, {}));
  return { ...person, enrollmentId: body.id };
};

/** Puts a member into another course, without what follows when people enroll themselves. */
async function place(school: School, person: Person, courseId: string): Promise<Enrolled> {
  const enrollmentId = newId();
  const values = { organisation_id: school.organisation.id, id: enrollmentId, course_id: courseId, user_id: person.id };
  await app.database.db.insertInto('enrollments').values(values).execute();
  return { ...person, enrollmentId };
}

/** Takes a quiz with an essay. */
async function takeEssayQuiz(course: GradedCourse, { browser }: Person): Promise<Row> {
  const essay = { type: 'essay', id: 'e', prompt: 'Who are you?', points: 5 };
  const quiz = await course.quiz(5, { questions: [essay, { type: 'true_false', id: 'q', prompt: 'Is it?', correct: true, points: 5 }] });
  const { body } = await expectStatus(200, report(browser, quiz, { event: 'quiz_started' }));
  const answers = [
    { question_id: 'e', text: 'My name is Quaxley.' },
    { question_id: 'q', is_true: true },
  ];
  await expectStatus(200, report(browser, quiz, { event: 'quiz_submitted', attempt_id: body.attempts[0].id, answers }));
  return quiz;
}

/** Hands in a text and a link, and perhaps files. */
async function handIn(course: GradedCourse, { browser }: Person, upload_ids?: string[]): Promise<Row> {
  const assignment = await course.assignment(10, { submission_kinds: ['text', 'url', 'file'] });
  const submission = { text: 'I am Quaxley.', url: 'https://quaxley.example.org/', ...(upload_ids && { upload_ids }) };
  await expectStatus(200, report(browser, assignment, { event: 'assignment_submitted', submission }));
  return assignment;
}

/** The work of the person: texts, files, an essay, a comment on it, and pictures of an answer sheet. */
async function doWork(school: School, person: Person): Promise<GradedCourse> {
  const course = await newGradedCourse(app, school);
  const learner = await enrol(person, course.courseId);
  const upload = (name: string) =>
    uploadFile(person.browser, course.courseId, Buffer.from('I am Quaxley.'), { purpose: 'submission', file_name: name, content_type: 'text/plain' });
  const file = await upload('Quaxley essay.txt');
  await upload('Quaxley draft.txt');
  const assignment = await handIn(course, person, [file.id]);
  await course.grade(learner, assignment, { score: 7, comment: { text: 'Dear Quaxley, well done.' } });
  await takeEssayQuiz(course, person);
  return course;
}

async function sitTest(school: School, person: Person): Promise<void> {
  const course = await newSheetCourse(app, school);
  const { enrollmentId } = await place(school, person, course.courseId);
  await expectStatus(200, school.browser.call('patch', `courses/${course.courseId}/answer-sheets/learners/${enrollmentId}/number/`, { number: NUMBER }));
  const print = await course.print({ audience: 'enrollments', enrollment_ids: [enrollmentId] });
  await app.mailbox.runJobs();
  const [sheet] = await course.sheets(print);
  if (!sheet) throw new Error('no sheet');
  const [scan] = await sendPages(school.browser, devicePage(sheet, ALL_RIGHT, { number: NUMBER }));
  const key = `sheets/${school.organisation.id}/photo.jpg`;
  await app.storage.put(key, Buffer.from('the hand of Quaxley'), 'image/jpeg');
  await app.database.pool.query('update answer_sheet_scans set picture_key = $2, picture_bytes = 1 where id = $1', [scan?.id, key]);
}

async function beThere(school: School, person: Person): Promise<void> {
  awaitMorning(app);
  const { id } = await school.newCourse({ status: 'published', timezone: 'UTC' });
  const course = attendanceOf(app, school, id);
  await course.settings();
  const slot = soon(app);
  await course.meet(slot as never);
  const learner = await place(school, person, id);
  await course.marked(learner, slot.first_date, { status: 'excused', reason: 'Quaxley was ill.', note: 'Ask Quaxley.' });
}

async function earn(school: School, person: Person): Promise<void> {
  const course = await newAwardingCourse(app, school);
  const learner = await place(school, person, course.id);
  await expectStatus(200, person.browser.call('put', `me/courses/${course.id}/certificate/`, { name: 'Dr Zelda Quaxley' }));
  await course.complete(learner);
  await app.mailbox.runJobs();
  const { body } = await expectStatus(200, person.browser.call('get', 'me/certificates/'));
  await expectStatus(200, school.browser.call('post', `certificates/${body.results[0].id}/revoke/`, { reason: 'Quaxley asked for it.' }));
}

async function discuss(school: School, person: Person, courseId: string): Promise<void> {
  const path = `courses/${courseId}/discussion/`;
  const { body: topic } = await expectStatus(201, person.browser.call('post', `${path}topics/`, { title: 'Quaxley asks', ...said('I am Quaxley.') }));
  await expectStatus(200, person.browser.call('patch', `${path}topics/${topic.id}/`, { title: 'A question', ...said('I am nobody, Quaxley.') }));
  const file = await uploadFile(person.browser, courseId, Buffer.from('I am Quaxley.'), {
    purpose: 'discussion',
    file_name: 'Quaxley notes.txt',
    content_type: 'text/plain',
  });
  const second = { title: 'Another', ...said('Nothing'), upload_ids: [file.id] };
  await expectStatus(201, person.browser.call('post', `${path}topics/`, second));
  const until = new Date(app.clock.now() + 3600_000).toISOString();
  for (const decision of [{ action: 'mute', until }, { action: 'hide' }])
    await expectStatus(200, school.browser.call('post', `${path}topics/${topic.id}/moderate/`, { ...decision, reason: 'Quaxley shouts.' }));
}

/** What stays of a discussion: somebody else answers the person, quotes and mentions them, and reports what they wrote. Returns its topic. */
async function beAnswered(school: School, person: Person, courseId: string): Promise<string> {
  const path = `courses/${courseId}/discussion/`;
  const { browser } = await newLearner(app, school.organisation.id, courseId);
  const notes = { purpose: 'discussion' as const, file_name: 'Quaxley asks.txt', content_type: 'text/plain' };
  const file = await uploadFile(person.browser, courseId, Buffer.from('I am Quaxley.'), notes);
  const question = { title: 'Zelda Quaxley asks', ...said('I am Zelda Quaxley. How are you?'), upload_ids: [file.id] };
  const { body: topic } = await expectStatus(201, person.browser.call('post', `${path}topics/`, question));
  const answer = { ...said('@Zelda Quaxley, fine.'), mention_ids: [person.id] };
  const { body: reply } = await expectStatus(201, browser.call('post', `${path}topics/${topic.id}/replies/`, answer));
  await expectStatus(200, browser.call('patch', `${path}replies/${reply.id}/`, said('> I am Zelda Quaxley.\n\nFine, Zelda Quaxley.')));
  await expectStatus(200, browser.call('post', `${path}topics/${topic.id}/moderate/`, { action: 'report', reason: 'Quaxley again.' }));
  return topic.id;
}

async function promote(school: School, person: Person): Promise<void> {
  await setProgram(school.browser);
  const { code } = await newInvite(school.browser);
  await proveAgain(person);
  const { body } = await expectStatus(201, person.browser.call('post', 'affiliates/join/', { code, payout_contact: 'bank of Quaxley' }));
  const link = { affiliate_id: body.id, code: 'quaxley-shell', label: 'Quaxley blog' };
  await expectStatus(201, person.browser.call('post', 'affiliates/me/links/', link));
}

test('nothing of an erased person is left in any column, file or job, except what the contract says', async () => {
  const school = await newSchool(app);
  const shop = await shopOf(school);
  await decide(shop, POLICY);
  const person = await newPerson(school, shop);
  await expectStatus(201, person.browser.call('post', `courses/${shop.courseId}/refund/`, { reason: 'Quaxley does not like it.' }));
  const course = await doWork(school, person);
  await sitTest(school, person);
  await beThere(school, person);
  await earn(school, person);
  const topicId = await beAnswered(school, person, course.courseId);
  await discuss(school, person, course.courseId);
  await checkOutAsGuest(shop, newGuest(app, shop, person.email));
  // A proof for what follows: time has passed since the last sign-in.
  await expectStatus(200, person.browser.call('post', 'auth/login/', { email: person.email, password: PASSWORD }));
  await promote(school, person);
  const rosters = rostersOf(school);
  const roster = await rosters.send(Buffer.from(`Name,Email\nZo\u00eb Quaxley,${person.email}\nBob,bob@roster.example.org`, 'latin1'));
  const other = await newSchool(app);
  await expectStatus(201, other.browser.call('post', 'tenants/members/invites/', { email: person.email, role: 'creator' }));
  await app.mailbox.runJobs();

  const files = await exportOf(app, person.browser);
  expect(JSON.parse(files['affiliate-programs.json'] ?? '')).toMatchObject([{ payout_contact: 'bank of Quaxley' }]);
  expect(JSON.parse(files['refunds.json'] ?? '')).toMatchObject([{ reason: 'Quaxley does not like it.' }]);
  expect(files['changes.json']).toContain('Quaxley essay.txt');

  const before = await placesOf(MARK, PHONE, NUMBER);
  expect(before).toEqual(
    expect.arrayContaining([
      'audit_personal.after',
      'discussion_edits.body',
      'discussion_posts.words',
      'discussion_reports.reason',
      'discussion_topics.title',
      'guest_orders.email',
      'quiz_attempts.answers',
      'roster_import_rows.cells',
      'submissions.body',
    ]),
  );
  expect(before.filter((place) => place.startsWith('audit_log.'))).toEqual([]);
  expect((await filesOf(MARK, NUMBER)).length).toBeGreaterThanOrEqual(6);
  const log = async () => {
    const { body } = await expectStatus(200, school.browser.call('get', 'audit-log/?page_size=100&action=certificate'));
    return body.results.map(({ action, after, ip }: { action: string; after: object; ip: unknown }) => [action, after, ip !== null]);
  };
  expect(await log()).toContainEqual(['certificate.named', { name: 'Dr Zelda Quaxley' }, true]);

  await erase(person);
  await expectStatus(200, school.browser.call('post', 'auth/login/', { email: school.email, password: PASSWORD }));
  expect(await placesOf(MARK, PHONE, NUMBER)).toEqual([]);
  expect(await filesOf(MARK, NUMBER)).toEqual([]);
  expect(await log()).toContainEqual(['certificate.named', {}, false]);
  const { body: topic } = await expectStatus(200, school.browser.call('get', `courses/${course.courseId}/discussion/topics/${topicId}/`));
  expect(topic).toMatchObject({ title: 'Deleted user asks', text: { body: 'I am Deleted user. How are you?' }, files: [], reply_count: 1 });
  const path = `courses/${school.courseId}/roster-imports/${roster.id}/`;
  expect((await school.browser.call('patch', path, { encoding: 'windows-1251' })).body.code).toBe('roster_closed');
  expect(await rosters.outcomes(roster.id)).toEqual(['3 create']);
});

test('texts of a quiz stay while its grade is contested, go a day after the regrade has ended, and the score stays', async () => {
  const school = await newSchool(app);
  const course = await newGradedCourse(app, school);
  const learner = await newLearner(app, school.organisation.id, course.courseId);
  const quiz = await takeEssayQuiz(course, learner);
  await handIn(course, learner);
  const { pool } = app.database;
  await pool.query(`insert into quiz_regrades (organisation_id, id, lesson_id, made_at, rules, attempts) values ($1, gen_random_uuid(), $2, now(), '[]', 1)`, [
    school.organisation.id,
    quiz.id,
  ]);
  const attempt = async () =>
    (await pool.query(`select answers::text, score_points::float8 as points from quiz_attempts where enrollment_id = $1`, [learner.enrollmentId])).rows[0];
  await erase(learner);
  expect(await attempt()).toMatchObject({ answers: expect.stringContaining('Quaxley'), points: 5 });
  expect(await placesOf('quaxley')).toEqual(['quiz_attempts.answers']);
  await pool.query('update quiz_regrades set finished_at = now()');
  await runJobsAfter(app, 2 * 24 * 3600);
  expect(await placesOf('quaxley')).toEqual([]);
  expect(await attempt()).toMatchObject({ answers: expect.stringContaining('"is_true": true'), points: 5 });
});
