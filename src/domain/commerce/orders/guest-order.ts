import { sql } from 'kysely';
import type { Database, Executor } from '../../../platform/database/connect.ts';
import type { Viewer } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { askGateway } from '../gateway/ask-gateway.ts';
import { selectOrders } from './columns.ts';
import { settleOrder } from './settle.ts';

type GuestOrder = Shape<'GuestOrder'>;

/** Number of days for which a guest's browser can see an order. It is the same for all orders, so as not to reveal whether an account has claimed one. */
export const SHOWN_DAYS = 30;

/** The browser that asks, and how. */
interface Look {
  visitorId: string | null;
  /** Whether the gateway is asked for the state of the payment first. */
  refresh: boolean;
}

/**
 * Returns the state of the payment for an order that a guest has begun in this browser. What an account does with the order afterwards is not shown.
 * @throws NotFoundError
 * @throws DomainError payments_not_configured, payments_unavailable
 */
export async function getGuestOrder(
  tools: Pick<Tools<Database>, 'db' | 'clock' | 'keyring' | 'payments'>,
  { organisationId }: Viewer,
  id: string,
  { visitorId, refresh }: Look,
): Promise<GuestOrder> {
  requireIds(id);
  if (visitorId === null) throw new NotFoundError();
  const since = new Date(tools.clock.now() - SHOWN_DAYS * 24 * 3600_000).toISOString();
  const order = await readShown(tools.db, { organisationId, id, visitorId, since });
  if (!refresh || order.state === 'paid') return order;
  await askGateway(tools.payments, (gateway) => settleOrder(tools, gateway, { organisationId, orderId: order.id }));
  return readShown(tools.db, { organisationId, id, visitorId, since });
}

const readShown = (
  db: Executor,
  { organisationId, id, visitorId, since }: Record<'organisationId' | 'id' | 'visitorId' | 'since', string>,
): Promise<GuestOrder> =>
  selectOrders(db, organisationId)
    .innerJoin('guest_orders', (join) =>
      join.onRef('guest_orders.organisation_id', '=', 'orders.organisation_id').onRef('guest_orders.order_id', '=', 'orders.id'),
    )
    .select([
      'orders.id',
      'orders.course_title',
      'orders.currency',
      'orders.total',
      'orders.livemode',
      'orders.created_at',
      'orders.expires_at',
      'orders.paid_at',
    ])
    .select(sql<GuestOrder['state']>`orders.state`.as('state'))
    .where('orders.id', '=', id)
    .where('guest_orders.visitor_id', '=', visitorId)
    .where('guest_orders.created_at', '>', since)
    .executeTakeFirstOrThrow(() => new NotFoundError());
