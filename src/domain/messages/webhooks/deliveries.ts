import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { jsonTime } from '../../../platform/database/json.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, NotFoundError } from '../../kernel/errors.ts';
import type { EventType } from '../../kernel/events/publish-event.ts';
import { requireIds } from '../../kernel/ids.ts';
import { type LedgerOrder, type LedgerPage, type LedgerPaging, readLedger } from '../../kernel/ledgers.ts';
import type { Tools } from '../../kernel/tools.ts';
import { getEndpoint, lockEndpoint } from './endpoints.ts';
import { queueDelivery } from './queue-deliveries.ts';

type Delivery = Shape<'WebhookDelivery'>;

export interface DeliveryFilter extends LedgerPaging {
  status?: Delivery['status'] | undefined;
  event_type?: EventType | undefined;
}

/** Identifies a delivery to an endpoint. */
export interface DeliveryPath {
  endpointId: string;
  id: string;
}

const deliveriesTo = (db: Executor, organisationId: string, endpointId: string, { status, event_type }: Partial<DeliveryFilter> = {}) =>
  db
    .selectFrom('webhook_deliveries')
    .where('webhook_deliveries.organisation_id', '=', organisationId)
    .where('webhook_deliveries.endpoint_id', '=', endpointId)
    .$if(status !== undefined, (query) => query.where('webhook_deliveries.status', '=', status as Delivery['status']))
    .$if(event_type !== undefined, (query) => query.where('webhook_deliveries.event_type', '=', event_type as string));

const ATTEMPTS = sql<Delivery['attempts']>`(select coalesce(json_agg(json_build_object('number', number, 'attempted_at', ${jsonTime(sql`attempted_at`)},
  'duration_ms', duration_ms, 'status_code', status_code, 'error', error) order by number), '[]') from webhook_attempts
  where webhook_attempts.organisation_id = webhook_deliveries.organisation_id and webhook_attempts.delivery_id = webhook_deliveries.id)`;

const selectDeliveries = (...to: Parameters<typeof deliveriesTo>) =>
  deliveriesTo(...to)
    .innerJoin('webhook_events', (join) =>
      join.onRef('webhook_events.organisation_id', '=', 'webhook_deliveries.organisation_id').onRef('webhook_events.id', '=', 'webhook_deliveries.event_id'),
    )
    .select(['webhook_deliveries.id', 'webhook_deliveries.event_id', 'is_manual', 'next_attempt_at', 'webhook_deliveries.created_at', 'delivered_at'])
    .select([
      sql<EventType>`webhook_deliveries.event_type`.as('event_type'),
      sql<Delivery['payload']>`webhook_events.payload`.as('payload'),
      sql<Delivery['status']>`webhook_deliveries.status`.as('status'),
      ATTEMPTS.as('attempts'),
    ]);

const NEWEST_FIRST: LedgerOrder = { table: 'webhook_deliveries', column: 'created_at', direction: 'desc' };

/** Lists the deliveries to an endpoint, newest first.
 * @throws NotFoundError
 * @throws ValidationError if the cursor is not one of this list */
export async function listDeliveries({ db }: Pick<Tools, 'db'>, caller: Caller, endpointId: string, filter: DeliveryFilter): Promise<LedgerPage<Delivery>> {
  const { organisationId } = caller;
  await getEndpoint({ db }, caller, endpointId);
  return readLedger(db, NEWEST_FIRST, filter, deliveriesTo(db, organisationId, endpointId, filter), (isOnPage) =>
    selectDeliveries(db, organisationId, endpointId).where(isOnPage),
  );
}

/**
 * Queues the same event again, as a delivery that is attempted only once.
 * @throws NotFoundError
 * @throws DomainError webhook_disabled, webhook_delivery_pending
 */
export function redeliver({ db, clock }: Pick<Tools, 'db' | 'clock'>, caller: Caller, { endpointId, id }: DeliveryPath): Promise<Delivery> {
  requireIds(endpointId, id);
  const { organisationId } = caller;
  return inTransaction(db, async (trx) => {
    const { is_enabled } = await lockEndpoint(trx, organisationId, endpointId);
    const { event_id, status } = await selectDeliveries(trx, organisationId, endpointId)
      .where('webhook_deliveries.id', '=', id)
      .executeTakeFirstOrThrow(() => new NotFoundError());
    if (!is_enabled) throw new DomainError('webhook_disabled', 'The endpoint is disabled.');
    if (status === 'pending') throw new DomainError('webhook_delivery_pending', 'The delivery is still pending and will be attempted automatically.');
    const delivery = await queueDelivery(trx, { organisationId, endpointId, eventId: event_id, isManual: true, at: timeOf(clock) });
    await recordChange(trx, caller, { action: 'webhook_delivery.created', objectId: delivery, before: null, after: { endpoint_id: endpointId, event_id } });
    return readDelivery(trx, organisationId, endpointId, delivery);
  });
}

/** @throws NotFoundError */
export const readDelivery = (db: Executor, organisationId: string, endpointId: string, id: string): Promise<Delivery> =>
  selectDeliveries(db, organisationId, endpointId)
    .where('webhook_deliveries.id', '=', id)
    .executeTakeFirstOrThrow(() => new NotFoundError());
