import { sql } from 'kysely';
import type { PersonalData } from '../../kernel/personal-data.ts';

/**
 * Sellers are required by law to keep their invoices, including the buyer, even after an account was deleted. A job erases the buyer when that period is over.
 * Documents about sandbox orders need not be kept.
 */
export const invoiceData: readonly PersonalData[] = [
  {
    tables: ['invoices'],
    exported: {
      name: 'invoices',
      about: 'Invoices and credit notes about what you have bought.',
      rows: (userId) => sql`select i.organisation_id, i.id, i.order_id, i.kind, i.year, i.number, i.amount, i.tax, i.contents, i.buyer, i.livemode, i.issued_at
        from invoices i join orders o on o.organisation_id = i.organisation_id and o.id = i.order_id where o.buyer_id = ${userId}`,
      pagedBy: ['organisation_id', 'id'],
    },
    erase: (userIds) => sql`update invoices i set buyer = null from orders o
      where o.organisation_id = i.organisation_id and o.id = i.order_id and o.buyer_id = any(${userIds}::uuid[]) and not i.livemode and i.buyer is not null`,
  },
];
