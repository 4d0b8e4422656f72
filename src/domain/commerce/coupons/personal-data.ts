import { sql } from 'kysely';
import type { PersonalData } from '../../kernel/personal-data.ts';

export const couponData: readonly PersonalData[] = [
  {
    tables: ['coupons', 'coupon_courses'],
    reason: 'Coupons belong to the organisation. An affiliate who earns commission from a coupon is exported and erased as an affiliate.',
  },
  {
    tables: ['coupon_redemptions', 'coupon_people'],
    exported: {
      name: 'coupons-used',
      about: 'Coupons that you have used.',
      rows: (userId) => sql`select r.organisation_id, r.order_id, c.code, r.redeemed_at from coupon_redemptions r
        join coupons c on c.organisation_id = r.organisation_id and c.id = r.coupon_id where r.user_id = ${userId} and r.held_until is null`,
      pagedBy: ['organisation_id', 'order_id'],
    },
    erase: (userIds) => sql`with forgotten as (
        delete from coupon_people p using coupon_redemptions r where r.user_id = any(${userIds}::uuid[])
          and p.organisation_id = r.organisation_id and p.coupon_id = r.coupon_id and p.person = r.person
      )
      update coupon_redemptions set user_id = null, person = null, address_hash = null, place = null where user_id = any(${userIds}::uuid[])`,
  },
];
