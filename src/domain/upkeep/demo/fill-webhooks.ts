import type { Database } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import { contractInput } from '../../kernel/contract-input.ts';
import type { Tools } from '../../kernel/tools.ts';
import { deliver } from '../../messages/webhooks/deliver.ts';
import { createEndpoint, updateEndpoint } from '../../messages/webhooks/endpoints.ts';
import { queueDeliveries } from '../../messages/webhooks/queue-deliveries.ts';

type WebhookTools = Pick<Tools<Database>, 'db' | 'clock' | 'keyring' | 'allowPrivateWebhooks'>;

type At = (days: number) => WebhookTools;

/** Adds an endpoint, for which events are kept from now on. Its host does not exist, so the demo sends nothing to anybody. */
export async function addEndpoint(at: At, owner: Caller): Promise<string> {
  const endpoint = {
    url: 'https://crm.example/webhooks',
    description: 'An example, switched off',
    event_types: ['order.paid', 'order.refunded'],
    is_enabled: true,
  };
  return (await createEndpoint(at(8), owner, contractInput('WebhookEndpointWrite', endpoint) as Parameters<typeof createEndpoint>[2])).id;
}

/** Delivers the sales to a receiver that exists only here and does not respond at first. Disables the endpoint afterwards. */
export async function deliverSales(at: At, owner: Caller, endpointId: string): Promise<void> {
  const { organisationId } = owner;
  const { db } = at(0);
  const sold = await db
    .selectFrom('webhook_events')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('type', '=', 'order.paid')
    .orderBy('id')
    .execute();
  for (const event of sold) await queueDeliveries(at(3), { organisation_id: organisationId, event_id: event.id });
  const waiting = () =>
    db.selectFrom('webhook_deliveries').select('id').where('organisation_id', '=', organisationId).where('status', '=', 'pending').orderBy('id').execute();
  const receive = async (days: number, status: number) => {
    const publicPost = async () => ({ status, retryAfter: null });
    for (const { id } of await waiting()) await deliver({ ...at(days), publicPost }, { organisation_id: organisationId, delivery_id: id });
  };
  await receive(3, 503);
  await receive(2, 200);
  await updateEndpoint(at(1), owner, endpointId, { is_enabled: false });
}
