import { createRequire } from 'node:module';
import type { ValidateFunction } from 'ajv';
import { eventValidator } from '../../../scripts/contract/document.ts';
import { startTestApp, type TestApp, withPorts } from '../../support/app.ts';
import { newAttendedCourse, soon, wait } from '../../support/attendance.ts';
import { expectStatus } from '../../support/browser.ts';
import { runTask } from '../../support/jobs.ts';
import { enrollMany, newSchool, type School } from '../../support/school.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';

const validators = createRequire(import.meta.url)('../../../generated/response-validators.cjs') as Record<string, ValidateFunction>;

let app: TestApp;
let receiver: WebhookReceiver;
let school: School;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  app = await startTestApp(withPorts({ publicPost: receiver.post }));
  school = await newSchool(app);
  const event_types = ['attendance.marked', 'attendance.warning'];
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

test('every change of a record is reported once, also those of a meeting that closes', async () => {
  const course = await newAttendedCourse(app, school);
  await course.settings();
  const learner = await course.enrolled();
  await enrollMany(app, school.organisation.id, course.courseId, 120);
  const slot = soon(app, 10);
  await course.meet(slot);
  wait(app, 11);
  await course.marked(learner, slot.first_date, { status: 'present' });
  await course.marked(learner, slot.first_date, { status: 'present' });
  expect(await happened()).toMatchObject([
    { type: 'attendance.marked', data: { enrollment_id: learner.enrollmentId, status: 'present', method: 'manual', meeting: { date: slot.first_date } } },
  ]);
  wait(app, 100);
  await runTask(app, 'close_meetings');
  const closed = await happened();
  expect(closed).toHaveLength(120);
  expect(closed[0]).toMatchObject({ type: 'attendance.marked', data: { status: 'absent', method: 'automatic' } });
});

test('a learner whose rate falls is warned once, and again only after it has recovered', async () => {
  const course = await newAttendedCourse(app, school);
  await course.settings({ warning: { is_enabled: true, below_percent: 60, after_meetings: 2 } });
  const learner = await course.enrolled();
  const { body: settings } = await expectStatus(200, school.browser.call('get', 'notifications/preferences/'));
  expect(settings.events.map(({ event }: { event: string }) => event)).toContain('learner_attendance_warning');
  await expectStatus(200, school.browser.call('patch', 'notifications/preferences/', { events: [{ event: 'learner_attendance_warning', email: true }] }));
  const attend = async (status: string | null) => {
    const slot = soon(app, 10);
    const [{ id }] = await course.meet(slot);
    wait(app, 11);
    if (status !== null) await course.marked(learner, slot.first_date, { status, slot_id: id });
    wait(app, 100);
    await runTask(app, 'close_meetings');
    return (await happened()).filter(({ type }) => type === 'attendance.warning').map(({ data }) => [data.enrollment_id, data.percent]);
  };
  expect(await attend(null)).toEqual([]);
  const mails = async (email: string) => (await app.mailbox.read(email)).filter(({ subject }) => /attendance|missing meetings/.test(subject ?? ''));
  expect(await attend(null)).toEqual([[learner.enrollmentId, 0]]);
  expect(await mails(learner.email)).toMatchObject([{ subject: 'Your attendance in A course', text: expect.stringContaining('0%') }]);
  expect(await mails(school.email)).toMatchObject([{ subject: expect.stringContaining('is missing meetings of A course') }]);
  expect(await attend('present')).toEqual([]);
  expect(await attend('present')).toEqual([]);
  expect(await attend('present')).toEqual([]);
  expect(await attend(null)).toEqual([[learner.enrollmentId, 50]]);
});
