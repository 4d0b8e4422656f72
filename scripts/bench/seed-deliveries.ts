import { sql } from 'kysely';
import type { Caller } from '../../src/domain/kernel/caller.ts';
import { newId } from '../../src/domain/kernel/ids.ts';
import { listDeliveries } from '../../src/domain/messages/webhooks/deliveries.ts';
import { type Database, type Executor, inTransaction } from '../../src/platform/database/connect.ts';
import { idAt, idBeside } from './ids.ts';
import type { Seed } from './seed.ts';

const DELIVERIES = 300_000;
const PAGE_SIZE = 50;
const AT = `now() - number * interval '8 seconds'`;

/** The deliveries to one endpoint. */
export interface DeliveryList {
  endpointId: string;
  /** The cursor of page 3,000, which is in the middle. */
  cursor: string;
}

export async function seedDeliveries(db: Database, { organisationId }: Seed): Promise<DeliveryList> {
  const endpointId = newId();
  await inTransaction(db, (trx) => fill(trx, organisationId, endpointId));
  await sql`vacuum analyze webhook_events, webhook_deliveries, webhook_attempts`.execute(db);
  const caller: Caller = { organisationId, actorType: 'api_key', actorId: organisationId, role: 'creator', requestId: 'bench-seed', ip: null };
  const { next } = await listDeliveries({ db }, caller, endpointId, { page: 2999, page_size: PAGE_SIZE });
  if (next === null) throw new Error('there are fewer than 3,000 pages of deliveries');
  return { endpointId, cursor: next };
}

/** Adds one delivery every eight seconds of the last 28 days, each with one attempt. The endpoint is disabled, so that the service sends nothing to it. */
async function fill(trx: Executor, organisationId: string, endpointId: string): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`
    insert into webhook_endpoints (organisation_id, id, url, description, event_types, secret, is_enabled, disabled_reason)
    values (${organisationId}, ${endpointId}, 'https://hooks.example.org', '', '{webhook.ping}', '', false, 'by_hand')`.execute(trx);
  await sql`
    insert into webhook_events (organisation_id, id, type, payload, created_at)
    select ${organisationId}::uuid, ${sql.raw(idAt(AT))}, 'webhook.ping',
      json_build_object('type', 'webhook.ping', 'timestamp', '2026-01-01T00:00:00.000Z', 'data', json_build_object('endpoint_id', ${endpointId}::text)),
      ${sql.raw(AT)}
    from generate_series(1, ${DELIVERIES}::int) as number`.execute(trx);
  await sql`
    insert into webhook_deliveries (organisation_id, id, endpoint_id, event_id, event_type, is_manual, status, attempts, delivered_at, created_at)
    select organisation_id, ${sql.raw(idBeside('id'))}, ${endpointId}::uuid, id, type, false, 'delivered', 1, created_at, created_at
    from webhook_events where organisation_id = ${organisationId}`.execute(trx);
  await sql`
    insert into webhook_attempts (organisation_id, delivery_id, number, attempted_at, duration_ms, status_code)
    select organisation_id, id, 1, created_at, 30, 204 from webhook_deliveries where organisation_id = ${organisationId}`.execute(trx);
}
