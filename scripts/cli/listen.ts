import { signWebhook } from '../sdk/index.ts';
import { paint } from './colours.ts';
import { type Command, EXIT, Failure } from './command.ts';
import { CONNECTION_OPTIONS, openSession } from './connection.ts';

export const listen: Command = {
  summary: 'sends the deliveries of a webhook endpoint to a program on this computer',
  help: `Usage: lms listen ENDPOINT_ID --to URL [--secret whsec_…] [--events TYPE,...] [--after TIME] [--json]

Looks at the deliveries of an endpoint every two seconds, with the session of lms login, and sends each new one to URL as the service does. With
--secret, they are signed. It ends with Ctrl+C.

Examples:
  lms listen 0197… --to http://localhost:8080/hooks
  lms listen 0197… --to http://localhost:8080/hooks --secret whsec_… --events enrollment.created,lesson.completed`,
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
    if (!endpoint || rest.length || !URL.canParse(String(to))) throw new Failure('name one endpoint, and --to with a URL; lms listen --help shows how');
    const wanted = events === undefined ? null : new Set(String(events).split(','));
    const web = await openSession(values, io);
    const options = { signal: io.signal, intervalSeconds: Number(interval ?? 2), ...(after === undefined ? {} : { after: String(after) }) };
    for await (const { event_id, event_type, payload } of web.deliveries(endpoint, options)) {
      if (wanted && !wanted.has(event_type)) continue;
      const body = JSON.stringify(payload);
      const headers = secret ? await signWebhook(String(secret), event_id, body) : { 'webhook-id': event_id };
      const status = await fetch(String(to), { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body, signal: io.signal }).then(
        (answer) => answer.status,
        (error: Error & { cause?: { code?: string } }) => error.cause?.code ?? error.message,
      );
      if (json) io.out(`${JSON.stringify({ event_id, event_type, status })}\n`);
      else io.out(`${paint(io, Number(status) < 300 ? 'green' : 'red', String(status))} ${event_type} ${event_id}\n`);
    }
    return EXIT.ok;
  },
};
