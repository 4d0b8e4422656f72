import { sql } from 'kysely';
import type { PersonalData } from '../../kernel/personal-data.ts';
import { consentOfOrder } from '../consent/consent-of-order.ts';

/** Payments stay in the books after an account was deleted, but not who made them. */
export const orderData: readonly PersonalData[] = [
  {
    tables: ['orders', 'access_codes', 'ledger_transactions', 'ledger_entries', 'gateway_entries', 'reconciliation_differences'],
    exported: {
      name: 'orders',
      about: 'What you have bought, what you have paid for it, and what you have consented to.',
      rows: (
        userId,
      ) => sql`select organisation_id, id, course_id, course_title, quantity, is_gift, state, currency, subtotal, coupon_code, discount, total, tax,
          tax_lines, prices_include_tax, business, livemode, created_at, paid_at, ${consentOfOrder} as consent, array(select code from access_codes c where c.organisation_id = orders.organisation_id and c.order_id = orders.id order by c.id) as access_codes
        from orders where buyer_id = ${userId}`,
      pagedBy: ['organisation_id', 'id'],
    },
    erase: (userIds) => sql`with claimed as (
        delete from guest_orders g using orders o
        where o.buyer_id = any(${userIds}::uuid[]) and g.organisation_id = o.organisation_id and g.order_id = o.id and g.claimed_at is not null
      )
      update orders set buyer_id = null, coupon_person = null, instrument_hash = null, business = null where buyer_id = any(${userIds}::uuid[])`,
  },
];

/** The condition on which an order of a guest belongs to a user: the user must have verified the address. */
const isOfGuest = sql`g.email_key = users.email_key and users.email_verified_at is not null`;

/**
 * The orders that guests have begun or paid with the address of an account, and that are not claimed yet. They are erased after the data that others have
 * stored about them.
 */
export const guestOrderData: readonly PersonalData[] = [
  {
    tables: ['guest_orders'],
    exported: {
      name: 'guest-orders',
      about: 'Purchases that somebody who was not signed in made with your email address, and that have not yet been added to your account.',
      rows: (
        userId,
      ) => sql`select o.organisation_id, o.id, o.course_id, o.course_title, o.state, o.currency, o.total, o.business, o.livemode, o.created_at, o.paid_at
        from users join guest_orders g on ${isOfGuest} join orders o on o.organisation_id = g.organisation_id and o.id = g.order_id
        where users.id = ${userId} order by o.created_at, o.id`,
    },
    erase: (userIds) => sql`with gone as (
        delete from guest_orders g using users where users.id = any(${userIds}::uuid[]) and ${isOfGuest} returning g.organisation_id, g.order_id
      ), unnamed as (
        update invoices i set buyer = null from gone
        where i.organisation_id = gone.organisation_id and i.order_id = gone.order_id and not i.livemode and i.buyer is not null
      )
      update orders o set instrument_hash = null, business = null from gone where o.organisation_id = gone.organisation_id and o.id = gone.order_id`,
  },
];
