import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { newId } from '../../kernel/ids.ts';
import { addJob, enqueue, type Jobs } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { MOST_ENDPOINTS } from './limits.ts';

/** Queues an event for the enabled endpoints that receive its type, once for each endpoint, however often the job runs. */
export async function queueDeliveries({ db }: Pick<Tools, 'db'>, { organisation_id, event_id }: Jobs['queue_deliveries']): Promise<void> {
  const ids = Array.from({ length: MOST_ENDPOINTS }, newId);
  await sql`
    with told as (
      select endpoint.id, event.id as event_id, row_number() over (order by endpoint.id) as place
      from webhook_events event join webhook_endpoints endpoint on endpoint.organisation_id = event.organisation_id
      where event.organisation_id = ${organisation_id}::uuid and event.id = ${event_id}::uuid and endpoint.is_enabled and event.type = any (endpoint.event_types)
    ), queued as (
      insert into webhook_deliveries (organisation_id, id, endpoint_id, event_id, is_manual, next_attempt_at, created_at)
      select ${organisation_id}::uuid, (${ids}::uuid[])[place], id, event_id, false, now(), now() from told
      on conflict do nothing returning organisation_id, id
    )
    select ${addJob('deliver_webhook', { organisation_id: sql`organisation_id`, delivery_id: sql`id` })} from queued`.execute(db);
}

interface DeliveryKey {
  organisationId: string;
  endpointId: string;
  eventId: string;
  /** Whether a person requested the delivery. Such a delivery is attempted only once. */
  isManual: boolean;
  /** RFC 3339. */
  at: string;
}

/** Queues an event for one endpoint, whether or not it receives events of that type, and returns the id of the delivery. */
export async function queueDelivery(trx: Executor, { organisationId, endpointId, eventId, isManual, at }: DeliveryKey): Promise<string> {
  const id = newId();
  await trx
    .insertInto('webhook_deliveries')
    .values({
      organisation_id: organisationId,
      id,
      endpoint_id: endpointId,
      event_id: eventId,
      is_manual: isManual,
      next_attempt_at: at,
      created_at: at,
    })
    .execute();
  await enqueue(trx, 'deliver_webhook', { organisation_id: organisationId, delivery_id: id });
  return id;
}
