import { Webhook } from 'standardwebhooks';
import { startTestApp, type TestApp, withPorts } from '../../support/app.ts';
import { type Browser, expectStatus } from '../../support/browser.ts';
import { runJobsAfter } from '../../support/jobs.ts';
import { newSchool, type School } from '../../support/school.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';
import { beginNow } from '../../support/worlds.ts';

export const HOOKS = 'integrations/webhooks/';
export const HOUR = 3600;
export const DAY_MS = 24 * HOUR * 1000;
/** The waits between attempts in seconds, as the contract describes them. */
export const WAITS = [5, 300, 1800, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];

export let app: TestApp;
export let receiver: WebhookReceiver;
export let school: School;
export let browser: Browser;
/** Creates a separate school for each test in a file, and one webhook receiver for all of them. */
export function useReceiver(): void {
  beforeAll(async () => {
    receiver = await startWebhookReceiver({ timeoutMs: 2000 });
    app = await startTestApp(withPorts({ publicPost: receiver.post }));
  });
  beforeEach(async () => {
    school = await newSchool(app);
    browser = school.browser;
    receiver.answers.length = 0;
    receiver.received.length = 0;
    await app.database.pool.query('delete from graphile_worker._private_jobs');
    // The library that verifies signatures uses the clock of the machine.
    beginNow(app);
  });
  afterAll(async () => {
    await app.close();
    await receiver.close();
  });
}

export const write = (fields: object = {}) => ({ url: receiver.url, event_types: ['course.created'], ...fields });
export const create = (fields: object = {}) => browser.call('post', HOOKS, write(fields));
/** Creates an endpoint and delivers its ping. */
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
/** Whether the last request received carries a signature made with this secret, whatever its timestamp. */
export const isSigned = (secret: string) => {
  const { body: text = '', headers = {} } = receiver.received.at(-1) ?? {};
  const { 'webhook-id': event, 'webhook-timestamp': seconds, 'webhook-signature': signatures } = headers as Record<string, string>;
  return signatures?.split(' ').includes(new Webhook(secret).sign(String(event), new Date(Number(seconds) * 1000), text));
};
export const time = () => expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
/** Moves time forward for the service and its jobs, and runs the jobs that are due. */
export async function pass(seconds: number) {
  app.clock.advance(seconds * 1000);
  await runJobsAfter(app, seconds);
}
export const auditOf = async (action: string) => (await browser.call('get', `audit-log/?action=${action}`)).body.results;
