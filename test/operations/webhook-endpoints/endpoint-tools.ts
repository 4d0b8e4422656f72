import { Webhook } from 'standardwebhooks';
import { startTestApp, type TestApp, withPorts } from '../../support/app.ts';
import { type Browser, expectStatus } from '../../support/browser.ts';
import { runJobsAfter } from '../../support/jobs.ts';
import { newSchool, type School } from '../../support/school.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';

export const HOOKS = 'integrations/webhooks/';
export const HOUR = 3600;
export const DAY_MS = 24 * HOUR * 1000;
/** What the description of the deliveries says. */
export const WAITS = [5, 300, 1800, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];

export let app: TestApp;
export let receiver: WebhookReceiver;
export let school: School;
export let browser: Browser;
/** Gives each test of a file a school of its own, and an endpoint's machine. */
export function useReceiver(): void {
  beforeAll(async () => {
    receiver = await startWebhookReceiver({ timeoutMs: 1000 });
    app = await startTestApp(withPorts({ publicPost: receiver.post }));
  });
  beforeEach(async () => {
    school = await newSchool(app);
    browser = school.browser;
    receiver.answers.length = 0;
    receiver.received.length = 0;
    await app.database.pool.query('delete from graphile_worker._private_jobs');
    // The library that reads signatures goes by the machine's clock.
    app.clock.time = Date.now();
  });
  afterAll(async () => {
    await app.close();
    await receiver.close();
  });
}

export const write = (fields: object = {}) => ({ url: receiver.url, event_types: ['course.created'], ...fields });
export const create = (fields: object = {}) => browser.call('post', HOOKS, write(fields));
/** An endpoint that has had its ping. */
export async function created(fields: object = {}) {
  const { body } = await expectStatus(201, create(fields));
  await app.mailbox.runJobs();
  receiver.received.length = 0;
  return body;
}
export const get = async (id: string) => (await expectStatus(200, browser.call('get', `${HOOKS}${id}/`))).body;
export const patch = (id: string, fields: object) => browser.call('patch', `${HOOKS}${id}/`, fields);
export const deliveries = async (id: string, query = '') => (await expectStatus(200, browser.call('get', `${HOOKS}${id}/deliveries/${query}`))).body;
export const redeliver = (id: string, delivery: string) => browser.call('post', `${HOOKS}${id}/deliveries/${delivery}/redeliver/`);
export const sent = () => receiver.received.map(({ body }) => JSON.parse(body));
export const refusal = (status: number, code: string) => ({ status, body: { code } });
/** Whether what came last carries the signature of this secret, whatever its time. */
export const isSigned = (secret: string) => {
  const { body: text = '', headers = {} } = receiver.received.at(-1) ?? {};
  const { 'webhook-id': event, 'webhook-timestamp': seconds, 'webhook-signature': signatures } = headers as Record<string, string>;
  return signatures?.split(' ').includes(new Webhook(secret).sign(String(event), new Date(Number(seconds) * 1000), text));
};
export const time = () => expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
/** Lets time pass, for the service and its jobs, and runs what is due. */
export async function pass(seconds: number) {
  app.clock.advance(seconds * 1000);
  await runJobsAfter(app, seconds);
}
export const auditOf = async (action: string) => (await browser.call('get', `audit-log/?action=${action}`)).body.results;
