import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError } from '../../kernel/errors.ts';
import { type Fact, storeEvent } from '../../kernel/events/publish-event.ts';
import { requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { readDelivery } from './deliveries.ts';
import { lockEndpoint } from './endpoints.ts';
import { queueDelivery } from './queue-deliveries.ts';

/**
 * Queues the example of an event for one endpoint, as a delivery that is attempted only once. No job follows from it, because nothing has happened.
 * @throws NotFoundError
 * @throws DomainError webhook_disabled
 */
export async function sendTestEvent(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  caller: Caller,
  endpointId: string,
  { event_type: type }: Shape<'WebhookTestEventWrite'>,
): Promise<Shape<'WebhookDelivery'>> {
  requireIds(endpointId);
  const { organisationId } = caller;
  const { eventExamples } = await import('../../../../generated/event-examples.ts');
  return inTransaction(db, async (trx) => {
    const { is_enabled } = await lockEndpoint(trx, organisationId, endpointId);
    if (!is_enabled) throw new DomainError('webhook_disabled', 'The endpoint is disabled.');
    const data = Object.fromEntries(Object.entries(eventExamples[type]).map(([name, value]) => [name, sql`${JSON.stringify(value)}::json`]));
    const eventId = await storeEvent(trx, organisationId, type, { userId: null, data, from: sql`` } as unknown as Fact<typeof type>);
    if (eventId === null) throw new Error('the test event was not stored');
    const delivery = await queueDelivery(trx, { organisationId, endpointId, eventId, isManual: true, at: timeOf(clock) });
    const after = { endpoint_id: endpointId, event_id: eventId };
    await recordChange(trx, caller, { action: 'webhook_delivery.created', objectId: delivery, before: null, after });
    return readDelivery(trx, organisationId, endpointId, delivery);
  });
}
