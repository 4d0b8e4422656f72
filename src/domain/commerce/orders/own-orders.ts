import { timeOf } from '../../../platform/clock/clock.ts';
import type { Database, Executor } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { countRows, onPage } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import { listSoldCodes } from '../codes/sold-codes.ts';
import { consentOfOrder } from '../consent/consent-of-order.ts';
import { askGateway } from '../gateway/ask-gateway.ts';
import { invoicesOfOrder } from '../invoices/read.ts';
import { type OrderUse, refundTerms, USE_COLUMNS } from '../refunds/terms.ts';
import { asOrder, givesCodes, ORDER_COLUMNS, selectOrders } from './columns.ts';
import { settleOrder } from './settle.ts';

type Order = Shape<'PurchaseOrder'>;

const selectOwn = (db: Executor, { organisationId, actorId }: Caller) => selectOrders(db, organisationId).where('orders.buyer_id', '=', actorId);

const selectShown = (db: Executor, caller: Caller) =>
  selectOwn(db, caller)
    .select([...ORDER_COLUMNS, ...USE_COLUMNS])
    .$narrowType<Pick<OrderUse, 'state' | 'refund_state' | 'dispute_state'>>();

type Shown = Awaited<ReturnType<ReturnType<typeof selectShown>['executeTakeFirstOrThrow']>>;

const asOwnOrder = (row: Shown, now: string): Order => ({ ...asOrder(row), ...refundTerms(row, now) });

/** Lists what the caller has bought or begun to buy, newest first. */
export async function listOwnOrders({ db, clock }: Pick<Tools, 'db' | 'clock'>, caller: Caller, paging: Paging): Promise<Page<Order>> {
  const [count, rows] = await Promise.all([
    countRows(selectOwn(db, caller)),
    selectShown(db, caller).orderBy('orders.id', 'desc').$call(onPage(paging)).execute(),
  ]);
  return { count, results: rows.map((row) => asOwnOrder(row, timeOf(clock))) };
}

/**
 * Returns an order of the caller, with the access codes that it gives and the documents about it.
 * @param refresh whether the gateway is asked for the state of the payment first
 * @throws NotFoundError
 * @throws DomainError payments_not_configured, payments_unavailable
 */
export async function getOwnOrder(
  tools: Pick<Tools<Database>, 'db' | 'clock' | 'keyring' | 'payments'>,
  caller: Caller,
  id: string,
  refresh: boolean,
): Promise<Shape<'OwnOrder'>> {
  requireIds(id);
  const kept = await readOwn(tools, caller, id);
  if (!refresh || kept.paid_at !== null) return withGoods(kept);
  await askGateway(tools.payments, (gateway) => settleOrder(tools, gateway, { organisationId: caller.organisationId, orderId: kept.id }));
  return withGoods(await readOwn(tools, caller, id));

  async function withGoods(order: Order): Promise<Shape<'OwnOrder'>> {
    const { db, clock } = tools;
    const [codes, { invoices, consent }] = await Promise.all([
      givesCodes(order) ? listSoldCodes(db, caller.organisationId, order.id, timeOf(clock)) : [],
      selectOwn(db, caller)
        .where('orders.id', '=', order.id)
        .select([invoicesOfOrder.as('invoices'), consentOfOrder.as('consent')])
        .executeTakeFirstOrThrow(),
    ]);
    return { ...order, access_codes: codes, invoices, consent };
  }
}

const readOwn = async ({ db, clock }: Pick<Tools, 'db' | 'clock'>, caller: Caller, id: string): Promise<Order> =>
  asOwnOrder(
    await selectShown(db, caller)
      .where('orders.id', '=', id)
      .executeTakeFirstOrThrow(() => new NotFoundError()),
    timeOf(clock),
  );
