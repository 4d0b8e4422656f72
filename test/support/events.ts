import { createRequire } from 'node:module';
import type { ValidateFunction } from 'ajv';
import { eventValidator } from '../../scripts/contract/document.ts';
import type { JobName } from '../../src/domain/kernel/jobs.ts';
import { startTestApp, type TestApp, withPorts } from './app.ts';
import { expectStatus } from './browser.ts';
import { newSchool, type School } from './school.ts';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

const validators = createRequire(import.meta.url)('../../generated/response-validators.cjs') as Record<string, ValidateFunction>;

export interface Told {
  type: string;
  data: Record<string, unknown>;
}

/** A school whose webhook receives events. */
export interface ListeningSchool {
  app: TestApp;
  school: School;
  /** Runs the jobs that wait. Returns the events sent to the webhook since the last call, each validated against the contract. */
  happened(): Promise<Told[]>;
  close(): Promise<void>;
}

/** Starts the service with a school whose webhook receives events of these types. */
export const startListening = (...event_types: string[]): Promise<ListeningSchool> => startListeningWith({}, ...event_types);

/** @param options.idle jobs that wait for ever, because no test asks what they do */
export async function startListeningWith(options: { idle?: readonly JobName[] }, ...event_types: string[]): Promise<ListeningSchool> {
  const receiver = await startWebhookReceiver();
  const app = await startTestApp(withPorts({ publicPost: receiver.post }), options);
  const school = await newSchool(app);
  return {
    app,
    school,
    happened: await listenForEvents(app, school, receiver, event_types),
    async close() {
      await app.close();
      await receiver.close();
    },
  };
}

/** Has a webhook of the school receive events of these types. Returns the function that returns those since its last call. */
export async function listenForEvents(
  app: TestApp,
  school: School,
  receiver: Pick<WebhookReceiver, 'url' | 'received'>,
  event_types: readonly string[],
): Promise<ListeningSchool['happened']> {
  await expectStatus(201, school.browser.call('post', 'integrations/webhooks/', { url: receiver.url, event_types }));
  return async () => {
    await app.mailbox.runJobs();
    const events = receiver.received.splice(0).map(({ body }) => JSON.parse(body) as Told);
    return events.filter(({ type }) => type !== 'webhook.ping').map(validated);
  };
}

function validated(event: Told): Told {
  const validate = validators[eventValidator(event.type)];
  if (!validate?.(event)) throw new Error(`${JSON.stringify(event)}: ${JSON.stringify(validate?.errors)}`);
  return event;
}
