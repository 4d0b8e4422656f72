import { sql } from 'kysely';
import type { PersonalData } from '../../kernel/personal-data.ts';
import { consentOfOrder } from '../consent/consent-of-order.ts';

/** The books keep what was paid after an account was deleted, and forget by whom. */
export const orderData: readonly PersonalData[] = [
  {
    tables: ['orders', 'access_codes', 'ledger_transactions', 'ledger_entries', 'gateway_entries', 'reconciliation_differences'],
    exported: {
      name: 'orders',
      about: 'What you have bought, what you have paid for it, and what you have consented to.',
      rows: (
        userId,
      ) => sql`select organisation_id, id, course_id, course_title, quantity, is_gift, state, currency, subtotal, coupon_code, discount, total, livemode, created_at,
          paid_at, ${consentOfOrder} as consent, array(select code from access_codes c where c.organisation_id = orders.organisation_id and c.order_id = orders.id order by c.id) as access_codes
        from orders where buyer_id = ${userId}`,
      pagedBy: ['organisation_id', 'id'],
    },
    erase: (userIds) => sql`update orders set buyer_id = null, coupon_person = null, instrument_hash = null where buyer_id = any(${userIds}::uuid[])`,
  },
];
