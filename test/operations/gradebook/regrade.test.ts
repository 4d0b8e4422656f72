import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { type GradedCourse, newGradedCourse, takeQuiz, turnKey } from '../../support/gradebook.ts';
import { faultsOf } from '../../support/learner.ts';
import type { Row } from '../../support/organisation.ts';
import { newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
afterAll(() => app.close());

async function newRegrade(): Promise<{ book: GradedCourse; quiz: Row; path: string }> {
  const book = await newGradedCourse(app, school);
  const quiz = await book.quiz(10);
  return { book, quiz, path: `${book.path}lessons/${quiz.id}/config/` };
}

test('a dry run tells what a regrade changes and changes nothing, and the regrade then changes the grades of the course', async () => {
  const { book, quiz, path } = await newRegrade();
  const [right, wrong] = [await book.enrolled(), await book.enrolled()];
  await takeQuiz(right, quiz, true);
  await takeQuiz(wrong, quiz, false);
  await turnKey(school, quiz);
  const body = { regrade: [{ question_id: 'q', mode: 'either_key' }] };
  const dry = await expectStatus(200, school.browser.call('put', path, { ...body, dry_run: true, points: 50 }));
  expect(dry.body).toMatchObject({
    points: null,
    regrade_progress: null,
    regrade_preview: { attempts: 2, rises: 1, falls: 0, pass_changes: 1, kept: [] },
  });
  await app.mailbox.runJobs();
  expect(await book.cell(wrong, quiz)).toMatchObject({ score: 0 });
  const made = await expectStatus(200, school.browser.call('put', path, body));
  expect(made.body).toMatchObject({ regrade_progress: { attempts: 2, done: 0, finished_at: null }, regrade_preview: { rises: 1 } });
  await app.mailbox.runJobs();
  const { results } = await book.grid();
  expect(results).toHaveLength(2);
  for (const learner of [right, wrong]) expect(await book.cell(learner, quiz)).toMatchObject({ score: 10 });
  const { body: after } = await expectStatus(200, school.browser.call('get', path));
  expect(after).toMatchObject({ regrade_progress: { attempts: 2, done: 2, finished_at: expect.any(String) }, regrade_preview: null });
});

test('an attempt that cannot be scored keeps its score, and keeps no other from its new one', async () => {
  const { book, quiz, path } = await newRegrade();
  const learners = [await book.enrolled(), await book.enrolled(), await book.enrolled()];
  for (const learner of learners) await takeQuiz(learner, quiz, false);
  const strange = learners[1]?.enrollmentId as string;
  const { rows: attempts } = await app.database.pool.query(`update quiz_attempts set answers = '[null]' where enrollment_id = $1 returning id`, [strange]);
  await turnKey(school, quiz);
  const body = { regrade: [{ question_id: 'q', mode: 'new_key' }] };
  const made = await expectStatus(200, school.browser.call('put', path, body));
  expect(made.body.regrade_preview).toMatchObject({ attempts: 3, rises: 2, falls: 0, pass_changes: 2 });
  await app.mailbox.runJobs();
  const { results } = await book.grid();
  const scores = learners.map(({ enrollmentId }) => results.find(({ enrollment_id }) => enrollment_id === enrollmentId)?.cells[0]?.score);
  expect(scores).toEqual([10, 0, 10]);
  expect((await expectStatus(200, school.browser.call('get', path))).body.regrade_progress).toMatchObject({
    attempts: 3,
    done: 3,
    finished_at: expect.any(String),
  });
  const { rows } = await app.database.pool.query(
    `delete from graphile_worker._private_jobs where last_error like '%could not be scored once more%' returning last_error`,
  );
  expect(rows).toEqual([{ last_error: expect.stringContaining(`1 attempts could not be scored once more, such as ${attempts[0].id}: `) }]);
});

test('a regrade of an unknown question is refused, and changes nothing else in the request', async () => {
  const { path } = await newRegrade();
  expect(await faultsOf(school.browser.call('put', path, { points: 50, regrade: [{ question_id: 'x', mode: 'leave_out' }] }))).toEqual([
    'regrade.0.question_id unknown',
  ]);
  expect((await expectStatus(200, school.browser.call('get', path))).body).toMatchObject({ points: null, regrade_progress: null });
});
