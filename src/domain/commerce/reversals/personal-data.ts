import { sql } from 'kysely';
import type { PersonalData } from '../../kernel/personal-data.ts';

/** Refunds and disputes stay in the books after an account was deleted, without the words and the names of those who requested them. */
export const reversalData: readonly PersonalData[] = [
  {
    tables: ['refunds'],
    exported: {
      name: 'refunds',
      about: 'Refunds of your payments, and the reasons that were given.',
      rows: (
        userId,
      ) => sql`select r.organisation_id, r.id, r.order_id, r.amount, o.currency, r.state, r.reason, r.origin as requested_by, r.created_at, r.changed_at
        from refunds r join orders o on o.organisation_id = r.organisation_id and o.id = r.order_id where o.buyer_id = ${userId}`,
      pagedBy: ['organisation_id', 'id'],
    },
    erase: (userIds) => sql`update refunds set requested_by = case when requested_by = any(${userIds}::uuid[]) then null else requested_by end, reason = null
      where requested_by = any(${userIds}::uuid[]) or (organisation_id, order_id) in (select organisation_id, id from orders where buyer_id = any(${userIds}::uuid[]))
        or (organisation_id, order_id) in (select g.organisation_id, g.order_id from guest_orders g
          join users on users.id = any(${userIds}::uuid[]) and users.email_key = g.email_key and users.email_verified_at is not null)`,
  },
  {
    tables: ['disputes'],
    exported: {
      name: 'disputes',
      about: 'Payments that you have disputed with your bank.',
      rows: (userId) => sql`select d.organisation_id, d.id, d.order_id, d.amount, o.currency, d.state, d.created_at, d.changed_at
        from disputes d join orders o on o.organisation_id = d.organisation_id and o.id = d.order_id where o.buyer_id = ${userId}`,
      pagedBy: ['organisation_id', 'id'],
    },
  },
];
