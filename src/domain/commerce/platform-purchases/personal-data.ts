import { sql } from 'kysely';
import type { PersonalData } from '../../kernel/personal-data.ts';

/** The buyers are organisations, for which an owner acts. The books of the service name no person. */
export const platformPurchaseData: readonly PersonalData[] = [
  {
    tables: ['platform_purchases', 'platform_payments', 'platform_reversals'],
    exported: {
      name: 'platform-purchases',
      about: 'Plans and storage that you have bought for organisations.',
      rows: (userId) => sql`select organisation_id, id, kind, item_id, interval, amount, currency, status, livemode, created_at, ended_at
        from platform_purchases where requested_by = ${userId}`,
      pagedBy: ['organisation_id', 'id'],
    },
    erase: (userIds) => sql`update platform_purchases set requested_by = null where requested_by = any(${userIds}::uuid[])`,
  },
];
