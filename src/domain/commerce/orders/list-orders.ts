import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { countRows, onPage } from '../../kernel/pages.ts';
import { person } from '../../kernel/person.ts';
import type { Tools } from '../../kernel/tools.ts';
import { invoicesOfOrder } from '../invoices/read.ts';
import { ORDER_COLUMNS, type OrderRow, selectOrders, shownState } from './columns.ts';
import { type StoredFlag, storedFlags } from './flags.ts';

type SoldOrder = Shape<'SoldOrder'>;

interface OrderFilter extends Paging {
  is_flagged: boolean;
  course_id?: string | undefined;
}

/** The same condition as in the index `orders_flagged`. */
const isFlagged = sql<boolean>`(flag is not null or refund_state = 'failed' or dispute_state = 'open')`;

const selectListed = (db: Executor, { organisationId }: Caller, { is_flagged, course_id }: OrderFilter) =>
  selectOrders(db, organisationId)
    .$if(is_flagged, (query) => query.where(isFlagged))
    .$if(course_id !== undefined, (query) => query.where('orders.course_id', '=', course_id as string));

const selectShown = (selected: ReturnType<typeof selectOrders>) =>
  selected
    .leftJoin('users', 'users.id', 'orders.buyer_id')
    .select([...ORDER_COLUMNS, storedFlags.as('stored_flags')])
    .select(sql<Shape<'Person'> | null>`case when users.id is not null then ${person} end`.as('buyer'))
    .select(['orders.terms_version', 'orders.platform_fee', invoicesOfOrder.as('invoices')])
    .$narrowType<Pick<OrderRow, 'state' | 'refund_state' | 'dispute_state'>>();

/** Lists the orders of the organisation, newest first. */
export async function listOrders({ db }: Pick<Tools, 'db'>, caller: Caller, filter: OrderFilter): Promise<Page<SoldOrder>> {
  const [count, rows] = await Promise.all([
    countRows(selectListed(db, caller, filter)),
    selectShown(selectListed(db, caller, filter))
      .orderBy('orders.id', 'desc')
      .$call(onPage(filter))
      .execute(),
  ]);
  return { count, results: rows.map(asSoldOrder) };
}

/** Returns an order of the organisation.
 * @throws NotFoundError */
export async function getOrder({ db }: Pick<Tools, 'db'>, { organisationId }: Caller, id: string): Promise<SoldOrder> {
  requireIds(id);
  const selected = selectShown(selectOrders(db, organisationId).where('orders.id', '=', id));
  return asSoldOrder(await selected.executeTakeFirstOrThrow(() => new NotFoundError()));
}

type Row = Omit<OrderRow, 'buyer_id' | 'coupon_id' | 'coupon_person' | 'gateway' | 'account_id' | 'session_id' | 'payment_id'> & {
  stored_flags: StoredFlag[];
  buyer: SoldOrder['buyer'];
  invoices: SoldOrder['invoices'];
  terms_version: number | null;
  platform_fee: number;
};

function asSoldOrder(row: Row): SoldOrder {
  const {
    id,
    course_id,
    course_title,
    buyer,
    stored_flags,
    currency,
    total,
    tax,
    reverse_charge,
    business,
    refunded,
    refund_state,
    dispute_state,
    livemode,
    created_at,
    paid_at,
    invoices,
    terms_version,
    platform_fee,
  } = row;
  const flags: SoldOrder['flags'] = [
    ...stored_flags,
    ...(refund_state === 'failed' ? (['refund_failed'] as const) : []),
    ...(dispute_state === 'open' ? (['disputed'] as const) : []),
  ];
  return {
    id,
    course_id,
    course_title,
    buyer,
    state: shownState(row),
    flags,
    currency,
    total,
    tax,
    reverse_charge,
    business,
    refunded,
    refund_state,
    livemode,
    created_at,
    paid_at,
    invoices,
    terms_version,
    platform_fee,
  };
}
