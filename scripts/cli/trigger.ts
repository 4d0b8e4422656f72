import type { Schemas } from '../sdk/index.ts';
import { type Command, EXIT, Failure } from './command.ts';
import { CONNECTION_OPTIONS, openSession } from './connection.ts';

export const trigger: Command = {
  summary: 'sends a test event to a webhook endpoint',
  help: `Usage: lms trigger EVENT [--endpoint ENDPOINT_ID] [--url URL] [--json]

Makes the service send an example event to an endpoint, signed like any other event. The command uses the session from lms login. The IDs in the event
do not exist. You can omit --endpoint if there is only one endpoint.

Examples:
  lms trigger enrollment.created
  lms trigger order.paid --endpoint "$ENDPOINT"`,
  options: { ...CONNECTION_OPTIONS, endpoint: { type: 'string' }, json: { type: 'boolean' } },
  async run([event, ...rest], { endpoint, json, ...values }, io) {
    if (!event || rest.length) throw new Failure('specify one event, such as enrollment.created; see lms trigger --help');
    const web = await openSession(values, io);
    const endpoints = endpoint ? [String(endpoint)] : (await web.get('/integrations/webhooks/')).results.map(({ id }) => id);
    const [id] = endpoints;
    if (id === undefined || endpoints.length > 1) throw new Failure(`there are ${endpoints.length} endpoints; specify one with --endpoint`);
    const body = { event_type: event as Schemas['WebhookTestEventWrite']['event_type'] };
    const delivery = await web.post('/integrations/webhooks/{endpoint_id}/test/', { params: { path: { endpoint_id: id } }, body });
    io.out(json ? `${JSON.stringify(delivery)}\n` : `${event} ${delivery.event_id} is being sent to ${id}\n`);
    return EXIT.ok;
  },
};
