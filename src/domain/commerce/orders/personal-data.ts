import { sql } from 'kysely';
import type { PersonalData } from '../../kernel/personal-data.ts';

/** The books keep what was paid after an account was deleted, and forget by whom. */
export const orderData: readonly PersonalData[] = [
  {
    tables: ['orders', 'ledger_transactions', 'ledger_entries'],
    exported: {
      name: 'orders',
      about: 'What you have bought, and what you have paid for it.',
      rows: (userId) => sql`select organisation_id, id, course_id, course_title, state, currency, subtotal, discount, total, livemode, created_at, paid_at
        from orders where buyer_id = ${userId}`,
      pagedBy: ['organisation_id', 'id'],
    },
    erase: (userIds) => sql`update orders set buyer_id = null where buyer_id = any(${userIds}::uuid[])`,
  },
];
