import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../contract.ts';
import { newId } from '../ids.ts';
import { type Fact, jsonTime } from './facts.ts';

/** Of one organisation. */
export const MOST_ENDPOINTS = 10;

export type EventType = Shape<'WebhookEventType'>;

/**
 * Tells the endpoints that asked for this kind of event, once the transaction commits: in one statement, which reads and writes nothing where none did.
 * The event is kept once, however many endpoints are told.
 */
export async function publishEvent(trx: Executor, organisationId: string, type: EventType, fact: Fact): Promise<void> {
  await queueEvent(trx, organisationId, type, fact, sql<boolean>`is_enabled and ${type} = any (event_types)`);
}

/** @param isTold a condition on webhook_endpoints */
export async function queueEvent(trx: Executor, organisationId: string, type: EventType, { userId, data }: Fact, isTold: RawBuilder<boolean>): Promise<void> {
  const ids = Array.from({ length: MOST_ENDPOINTS }, newId);
  await sql`
    with told as (
      select id, row_number() over (order by id) as place from webhook_endpoints where organisation_id = ${organisationId}::uuid and ${isTold}
    ), fact as (
      select data from (${data}) facts where exists (select from told)
    ), event as (
      insert into webhook_events (organisation_id, id, type, user_id, payload, created_at)
      select ${organisationId}::uuid, ${newId()}::uuid, ${type}, ${userId}::uuid,
        json_build_object('type', ${type}::text, 'timestamp', ${jsonTime(sql`now()`)}, 'data', data), now()
      from fact returning id
    ), queued as (
      insert into webhook_deliveries (organisation_id, id, endpoint_id, event_id, is_manual, next_attempt_at, created_at)
      select ${organisationId}::uuid, (${ids}::uuid[])[place], told.id, event.id, false, now(), now() from told, event
      returning id
    )
    select graphile_worker.add_job('deliver_webhook', json_build_object('organisation_id', ${organisationId}::uuid, 'delivery_id', id), max_attempts => 12)
    from queued`.execute(trx);
}
