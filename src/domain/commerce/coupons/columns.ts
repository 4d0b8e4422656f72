import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Shape } from '../../kernel/contract.ts';

export const NOTHING_BEGUN: RawBuilder<null> = sql`null::uuid`;

/**
 * Counts the uses that checkouts no longer hold, because they have expired or their order gives its use up. The coupon's own count includes them until somebody
 * else needs them.
 */
export const lapsedUses = (
  now: string,
  own: Expression<string | null> = NOTHING_BEGUN,
): RawBuilder<number> => sql`(select count(*)::integer from coupon_redemptions r
  where r.organisation_id = coupons.organisation_id and r.coupon_id = coupons.id and r.held_until is not null
    and (r.held_until <= ${now} or r.order_id = ${own}))`;

/** Returns the status of a coupon, the first of these that applies now. For queries that read `coupons`. */
export const couponStatus = (now: string, own: Expression<string | null> = NOTHING_BEGUN): RawBuilder<Shape<'CouponStatus'>> => sql`case
  when coupons.deactivated_at is not null then 'deactivated'
  when coupons.expires_at <= ${now} then 'expired'
  when coupons.uses >= coupons.max_uses and coupons.uses >= coupons.max_uses + ${lapsedUses(now, own)} then 'used_up'
  when coupons.starts_at > ${now} then 'scheduled'
  else 'active' end`;

/** Whether a coupon applies to the course. For queries that read `coupons`. */
export const appliesToCourse = (courseId: string): RawBuilder<boolean> => sql`(coupons.is_for_all_courses or exists (
  select from coupon_courses c where c.organisation_id = coupons.organisation_id and c.coupon_id = coupons.id and c.course_id = ${courseId}))`;
