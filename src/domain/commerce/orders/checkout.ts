import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { chargeFaultOf } from '../../../platform/payments/charges.ts';
import type { CheckoutSession, Payments } from '../../../platform/payments/payments.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, NotFoundError } from '../../kernel/errors.ts';
import { newId, requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { liveEnrollments } from '../../learning/access/live-enrollments.ts';
import { enrollmentState, isOver } from '../../learning/access/state.ts';
import { readSite } from '../../organisations/organisations/site.ts';
import { webPath, webUrl } from '../../organisations/organisations/web-links.ts';
import { liveCourses } from '../../studio/courses/columns.ts';
import { priceCurrency } from '../../studio/courses/price.ts';
import { readAccount } from '../gateway/accounts.ts';
import { askGateway } from '../gateway/ask-gateway.ts';
import { noteSession } from './adopt-session.ts';
import { asOrder, ORDER_COLUMNS, type OrderRow, selectOrders } from './columns.ts';
import { settleOrder } from './settle.ts';

type CheckoutTools = Pick<Tools<Database>, 'db' | 'clock' | 'payments' | 'base' | 'webAppUrl'>;

const CHECKOUT_MINUTES = 60;
/** The gateway keeps a page open for half an hour at least, so that an order without one can get one only in its first minutes. */
const OPENING_MINUTES = 25;

interface Checkout {
  begins: boolean;
  checkout: Shape<'Checkout'>;
}

/**
 * Begins to buy a course, or resumes what the caller has begun if the price is still the same. The order is stored before the gateway is asked, and the
 * gateway's page afterwards, so that a request that is repeated, at once or after an interruption, leads to the same page.
 * @throws NotFoundError
 * @throws DomainError enrollment_closed, nothing_to_pay, amount_too_small, already_enrolled, payment_processing, payments_not_ready,
 * payments_not_configured, payments_unavailable
 */
export function startCheckout(tools: CheckoutTools, caller: Caller, courseId: string): Promise<Checkout> {
  requireIds(courseId);
  const { db, clock, payments } = tools;
  return askGateway(payments, async (gateway) => {
    const offer = await readOffer(db, caller, courseId, timeOf(clock));
    const account = await readAccount(db, caller.organisationId, gateway);
    const isReady = account && account.disconnectedAt === null && (await gateway.readAccount(account.accountId))?.chargesEnabled;
    if (!isReady) throw new DomainError('payments_not_ready', 'The organisation cannot be paid yet.');
    await closeOutdated(tools, gateway, caller, courseId, offer);
    const { order, begins } = await openOrder(tools, gateway, account.accountId, caller, courseId);
    const session =
      order.session_id === null ? await openSession(tools, gateway, caller, order) : await gateway.readCheckout(order.account_id, order.session_id);
    if (session?.state === 'open' && session.url !== null) {
      const { session_id: _session, account_id: _account, ...shown } = order;
      return { begins, checkout: { order: asOrder(shown), url: session.url } };
    }
    // The page was used, or ended, in the meantime.
    await settleOrder({ db, clock }, gateway, { organisationId: caller.organisationId, orderId: order.id });
    throw new DomainError('payment_processing', 'What has become of the payment is being clarified.');
  });
}

interface Offer {
  title: string;
  total: number;
  currency: string;
}

/**
 * Reads what the caller can buy.
 * @throws NotFoundError
 * @throws DomainError enrollment_closed, nothing_to_pay, amount_too_small, already_enrolled
 */
async function readOffer(db: Executor, { organisationId, actorId }: Caller, courseId: string, now: string): Promise<Offer> {
  const course = await liveCourses(db, organisationId)
    .innerJoin('organisations', 'organisations.id', 'courses.organisation_id')
    .where('courses.id', '=', courseId)
    .select(['courses.title', 'courses.status', 'courses.visibility', 'courses.price_amount as total', priceCurrency.as('currency')])
    .$if(db.isTransaction, (query) => query.forKeyShare('courses'))
    .executeTakeFirstOrThrow(() => new NotFoundError());
  if (course.status !== 'published' || course.visibility === 'private') throw new DomainError('enrollment_closed', 'The course is not open for enrollment.');
  const owned = await liveEnrollments(db, organisationId)
    .where('enrollments.course_id', '=', courseId)
    .where('enrollments.user_id', '=', actorId)
    .where('enrollments.source', '<>', 'preview')
    .select(enrollmentState(now).as('state'))
    .executeTakeFirst();
  if (owned && !isOver(owned.state)) throw new DomainError('already_enrolled', 'You have access to the course.');
  const { title, total, currency } = course;
  if (!total) throw new DomainError('nothing_to_pay', 'The course is free.');
  if (chargeFaultOf(total, currency) !== null) throw new DomainError('amount_too_small', 'The gateway cannot charge the price of the course.');
  return { title, total, currency };
}

/** As the index `orders_open` says it, in every plan of the statements. */
const isOpen = sql<boolean>`state in ('pending', 'processing')`;

const readOpen = (db: Executor, { organisationId, actorId }: Caller, courseId: string) =>
  selectOrders(db, organisationId)
    .select([...ORDER_COLUMNS, 'session_id', 'account_id'])
    .where('course_id', '=', courseId)
    .where('buyer_id', '=', actorId)
    .where(isOpen)
    .$narrowType<{ state: OrderRow['state'] }>();

/**
 * Ends the order that the caller has begun if it is over, or if it is not what they would buy now: first its page at the gateway, and then what became of it.
 * @throws DomainError payment_processing
 */
async function closeOutdated({ db, clock }: CheckoutTools, gateway: Payments, caller: Caller, courseId: string, offer: Offer): Promise<void> {
  const now = timeOf(clock);
  const open = await readOpen(db, caller, courseId).executeTakeFirst();
  if (!open) return;
  if (open.state === 'processing') throw processing();
  const latest = Date.parse(open.created_at) + OPENING_MINUTES * 60_000;
  const isOver = open.expires_at <= now || (open.session_id === null && latest <= clock.now());
  if (!isOver && open.total === offer.total && open.currency === offer.currency) return;
  const key = { organisationId: caller.organisationId, orderId: open.id };
  if (open.session_id !== null) await gateway.expireCheckout(open.account_id, open.session_id);
  const state = await settleOrder({ db, clock }, gateway, key);
  if (state === 'processing' || state === 'paid') throw processing();
  // Nothing can be paid without a page.
  if (state === 'pending') await expire(db, caller, key.orderId, now);
}

const processing = () => new DomainError('payment_processing', 'A payment for the course is on its way.');

async function expire(db: Executor, { organisationId }: Caller, orderId: string, now: string): Promise<void> {
  await db
    .updateTable('orders')
    .set({ state: 'expired', checked_at: now })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', orderId)
    .where('state', '=', 'pending')
    .where('session_id', 'is', null)
    .execute();
}

/** Stores the order, or finds the one that another request has stored. */
function openOrder({ db, clock }: CheckoutTools, { gateway, livemode }: Payments, accountId: string, caller: Caller, courseId: string) {
  const { organisationId, actorId } = caller;
  const now = timeOf(clock);
  return inTransaction(db, async (trx) => {
    const { title, total, currency } = await readOffer(trx, caller, courseId, now);
    const id = newId();
    const { numInsertedOrUpdatedRows: inserted = 0n } = await trx
      .insertInto('orders')
      .values({
        ...{ organisation_id: organisationId, id, course_id: courseId, course_title: title, buyer_id: actorId },
        ...{ currency, subtotal: total, total, gateway, livemode, account_id: accountId },
        ...{ created_at: now, checked_at: now, expires_at: new Date(clock.now() + CHECKOUT_MINUTES * 60_000).toISOString() },
      })
      .onConflict((conflict) => conflict.columns(['organisation_id', 'course_id', 'buyer_id']).where(isOpen).doNothing())
      .executeTakeFirstOrThrow();
    const order = await readOpen(trx, caller, courseId).executeTakeFirst();
    if (!order || order.state === 'processing') throw processing();
    if (inserted > 0n)
      await recordChange(trx, caller, { action: 'order.created', objectId: id, before: null, after: { course_id: courseId, total, currency } });
    return { order, begins: inserted > 0n };
  });
}

/** Has the gateway make its page. The order's ID is the key, so that it makes one page for each order. */
async function openSession(
  tools: CheckoutTools,
  gateway: Payments,
  caller: Caller,
  order: Pick<OrderRow, 'id' | 'account_id' | 'course_title' | 'total' | 'currency' | 'expires_at'>,
): Promise<CheckoutSession> {
  const { db } = tools;
  const site = await readSite(db, caller.organisationId, tools.base);
  const returnUrl = webUrl(tools, site, webPath('order', { order_id: order.id }));
  const session = await gateway.startCheckout(order.account_id, {
    key: order.id,
    title: order.course_title,
    seller: site?.name ?? '',
    total: { amount: order.total, currency: order.currency },
    expiresAt: order.expires_at,
    returnUrl,
  });
  await noteSession(db, { organisationId: caller.organisationId, orderId: order.id }, gateway, session.id);
  return session;
}
