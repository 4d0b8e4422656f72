import { createRequire } from 'node:module';
import type { ValidateFunction } from 'ajv';
import { eventValidator } from '../../../scripts/contract/document.ts';
import { startTestApp, type TestApp, withPorts } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { handIn, newGradedCourse } from '../../support/gradebook.ts';
import { runJobsAfter } from '../../support/jobs.ts';
import { newSchool, type School } from '../../support/school.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';

const validators = createRequire(import.meta.url)('../../../generated/response-validators.cjs') as Record<string, ValidateFunction>;

let app: TestApp;
let receiver: WebhookReceiver;
let school: School;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  app = await startTestApp(withPorts({ publicPost: receiver.post }));
  school = await newSchool(app);
  const event_types = ['grade.posted', 'grade.updated', 'submission.graded'];
  await expectStatus(201, school.browser.call('post', 'integrations/webhooks/', { url: receiver.url, event_types }));
  await happened();
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});

interface Told {
  type: string;
  data: Record<string, unknown>;
}

async function happened(): Promise<Told[]> {
  await app.mailbox.runJobs();
  return receiver.received.splice(0).flatMap(({ body }) => {
    const event = JSON.parse(body) as Told;
    if (event.type === 'webhook.ping') return [];
    const validate = validators[eventValidator(event.type)];
    if (!validate?.(event)) throw new Error(`${body}: ${JSON.stringify(validate?.errors)}`);
    return [event];
  });
}

test('a graded submission is reported with its score after deductions, and a posted grade once', async () => {
  const course = await newGradedCourse(app, school);
  const essay = await course.assignment(40);
  const learner = await course.enrolled();
  await handIn(learner, essay);
  await happened();
  await course.grade(learner, essay, { score: 30 });
  const events = await happened();
  expect(events.map(({ type }) => type).sort()).toEqual(['grade.posted', 'grade.updated', 'submission.graded']);
  for (const { data } of events) {
    expect(data).toMatchObject({ enrollment_id: learner.enrollmentId, lesson: { id: essay.id }, score: 30, points: 40, is_excused: false, is_posted: true });
  }
  await course.grade(learner, essay, { score: 31 });
  expect((await happened()).map(({ type }) => type).sort()).toEqual(['grade.updated', 'submission.graded']);
});

test('grades that are filled in or posted together are reported one by one, and each learner gets one notice of all of them', async () => {
  const course = await newGradedCourse(app, school, { title: 'Botany' });
  const lessons = [await course.assignment(10), await course.assignment(10), await course.assignment(10)];
  await course.settings({ posting: 'manual' });
  const learners = [await course.enrolled(), await course.enrolled()];
  const cells = learners.flatMap(({ enrollmentId }) => lessons.map(({ id }) => ({ enrollment_id: enrollmentId, lesson_id: id, score: 5 })));
  await expectStatus(200, school.browser.call('post', `${course.path}fill/`, { cells }));
  expect((await happened()).map(({ type, data }) => `${type} ${data.score} ${data.is_posted}`)).toEqual(Array(6).fill('grade.updated 5 false'));
  for (const lesson of lessons) await course.configure(lesson, { posted: true });
  expect((await happened()).map(({ type, data }) => `${type} ${data.score} ${data.is_posted}`)).toEqual(Array(6).fill('grade.posted 5 true'));
  await runJobsAfter(app, 300);
  for (const { email } of learners) {
    const subjects = (await app.mailbox.read(email)).map(({ subject }) => subject).filter((subject) => subject?.includes('grades'));
    expect(subjects).toEqual(['New grades in Botany']);
  }
});
