import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { newIdBeside } from '../../kernel/ids.ts';
import { addJob, enqueue, type Jobs } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { MOST_ENDPOINTS } from './limits.ts';

/** Queues an event for the enabled endpoints that receive its type, once for each endpoint, however often the job runs. */
export async function queueDeliveries({ db, clock }: Pick<Tools, 'db' | 'clock'>, { organisation_id, event_id }: Jobs['queue_deliveries']): Promise<void> {
  const now = timeOf(clock);
  const ids = Array.from({ length: MOST_ENDPOINTS }, () => newIdBeside(event_id));
  await sql`
    with receiving as (
      select endpoint.id, event.id as event_id, event.type
      from webhook_events event join webhook_endpoints endpoint on endpoint.organisation_id = event.organisation_id
      where event.organisation_id = ${organisation_id}::uuid and event.id = ${event_id}::uuid and endpoint.is_enabled and event.type = any (endpoint.event_types)
      for key share of endpoint
    ), told as (
      select id, event_id, type, row_number() over (order by id) as place from receiving
    ), queued as (
      insert into webhook_deliveries (organisation_id, id, endpoint_id, event_id, event_type, is_manual, next_attempt_at, created_at)
      select ${organisation_id}::uuid, (${ids}::uuid[])[place], id, event_id, type, false, ${now}::timestamptz, ${now}::timestamptz from told
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

/** Queues an event for one endpoint, whether or not it receives events of that type, and returns the id of the delivery.
 * @throws NotFoundError if the event has been deleted in the meantime */
export async function queueDelivery(trx: Executor, { organisationId, endpointId, eventId, isManual, at }: DeliveryKey): Promise<string> {
  const id = newIdBeside(eventId);
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('webhook_deliveries')
    .columns(['organisation_id', 'id', 'endpoint_id', 'event_id', 'event_type', 'is_manual', 'next_attempt_at', 'created_at'])
    .expression(
      trx
        .selectFrom('webhook_events')
        .where('organisation_id', '=', organisationId)
        .where('id', '=', eventId)
        .select([
          'organisation_id',
          sql<string>`${id}::uuid`.as('id'),
          sql<string>`${endpointId}::uuid`.as('endpoint_id'),
          'id as event_id',
          'type',
          sql<boolean>`${isManual}::boolean`.as('is_manual'),
          sql<string>`${at}::timestamptz`.as('next_attempt_at'),
          sql<string>`${at}::timestamptz`.as('created_at'),
        ]),
    )
    .executeTakeFirstOrThrow();
  if (!numInsertedOrUpdatedRows) throw new NotFoundError();
  await enqueue(trx, 'deliver_webhook', { organisation_id: organisationId, delivery_id: id });
  return id;
}
