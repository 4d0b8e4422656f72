import { LmsError, type Schemas, type Session, signWebhook } from '../sdk/index.ts';
import { paint } from './colours.ts';
import { type Command, EXIT, Failure } from './command.ts';
import { CONNECTION_OPTIONS, openSession, sessionUrlOf } from './connection.ts';

export const listen: Command = {
  summary: 'sends the deliveries of a webhook endpoint to a program on this computer',
  help: `Usage: lms listen [ENDPOINT_ID] --to URL [--secret whsec_…] [--events TYPE,...] [--after TIME] [--interval SECONDS] [--json]

Checks an endpoint for new deliveries every two seconds (--interval), using the session from lms login, and sends each one to URL as the service would.
With --secret, it signs the deliveries. By default, it sends only new deliveries; with --after, it sends all deliveries after that time. Press Ctrl+C to stop.

Without ENDPOINT_ID, it creates an endpoint for --events, shows its secret, signs deliveries with it, and deletes the endpoint when you stop. Meanwhile, the
service also sends the events to its own URL, where nothing receives them. If the service runs on your own computer, start it with WEBHOOK_ALLOW_PRIVATE=1
to allow this.

Examples:
  lms listen --to http://localhost:8080/hooks --events enrollment.created,lesson.completed
  lms listen "$ENDPOINT" --to http://localhost:8080/hooks
  lms listen "$ENDPOINT" --to http://localhost:8080/hooks --secret "$SECRET" --events enrollment.created`,
  options: {
    ...CONNECTION_OPTIONS,
    to: { type: 'string' },
    secret: { type: 'string' },
    events: { type: 'string' },
    after: { type: 'string' },
    json: { type: 'boolean' },
    interval: { type: 'string' },
  },
  async run([endpoint, ...rest], { to, secret, events, after, json, interval, ...values }, io) {
    if (rest.length) throw new Failure('specify at most one endpoint; see lms listen --help');
    if (to === undefined) throw new Failure('specify where to send the deliveries with --to, such as --to http://localhost:8080/; see lms listen --help');
    if (!/^https?:/i.test(String(to)) || !URL.canParse(String(to))) throw new Failure(`--to must be an http:// or https:// URL, not ${String(to)}`);
    if (!endpoint && events === undefined) throw new Failure('specify an endpoint, or use --events to create one; see lms listen --help');
    const seconds = Number(interval ?? 2);
    if (!(seconds > 0 && seconds <= 3600)) throw new Failure('--interval must be a positive number of seconds, at most 3600');
    if (after !== undefined && Number.isNaN(Date.parse(String(after)))) throw new Failure('--after must be a time, such as 2026-01-31T09:00:00Z');
    const wanted = events === undefined ? null : new Set(String(events).split(','));
    const web = await openSession(values, io);
    // Everything that is created from here on is deleted at the end.
    const signal = io.interruption();
    const made = endpoint ? null : await makeEndpoint(web, await sessionUrlOf(values, io), String(events).split(','));
    const id = endpoint ?? (made?.id as string);
    const key = secret ?? made?.secret;
    if (made) io.err(`created the endpoint ${made.id}; its secret is ${made.secret}\n`);
    io.err(`listening for ${events ?? "all of the endpoint's events"} and sending them to ${to}; press Ctrl+C to stop\n`);
    const options = { signal, intervalSeconds: seconds, ...(after === undefined ? {} : { after: new Date(String(after)).toISOString() }) };
    try {
      for await (const { event_id, event_type, payload } of web.deliveries(id, options)) {
        if (wanted && !wanted.has(event_type)) continue;
        const body = JSON.stringify(payload);
        const headers = key ? await signWebhook(String(key), event_id, body) : { 'webhook-id': event_id };
        const status = await fetch(String(to), { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body, signal }).then(
          (answer) => answer.status,
          (error: Error & { cause?: { code?: string } }) => error.cause?.code ?? error.message,
        );
        if (json) io.out(`${JSON.stringify({ event_id, event_type, status })}\n`);
        else io.out(`${paint(io, Number(status) < 300 ? 'green' : 'red', String(status))} ${event_type} ${event_id}\n`);
      }
    } finally {
      if (made) await web.delete(ENDPOINT, { params: { path: { id: made.id } } });
    }
    return EXIT.ok;
  },
};

const ENDPOINT = '/integrations/webhooks/{id}/';

/**
 * Creates an endpoint at the service itself, so that nobody else gets the events: this program reads them from the list of deliveries.
 * @throws Failure if the service sends nothing to private addresses, and has one
 */
function makeEndpoint(web: Session, url: string, types: string[]): Promise<Schemas['WebhookEndpointSecret']> {
  const event_types = types as Schemas['WebhookEndpointWrite']['event_types'];
  return web.post('/integrations/webhooks/', { body: { url: `${url}/lms-listen`, description: 'lms listen', event_types } }).catch((error: unknown) => {
    if (!(error instanceof LmsError && error.errors.some(({ code }) => code === 'not_public'))) throw error;
    throw new Failure(
      `the service does not allow an endpoint at ${url}, which is not public: start the service with WEBHOOK_ALLOW_PRIVATE=1, or specify an existing endpoint`,
    );
  });
}
