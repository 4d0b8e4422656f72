import { type RawBuilder, sql } from 'kysely';
import type { Shape } from '../../kernel/contract.ts';

/** Whether a coupon can be used now: the first of these that is true. For queries that read `coupons`. */
export const couponStatus = (now: string): RawBuilder<Shape<'CouponStatus'>> => sql`case
  when coupons.deactivated_at is not null then 'deactivated'
  when coupons.expires_at <= ${now} then 'expired'
  when coupons.uses >= coupons.max_uses then 'used_up'
  when coupons.starts_at > ${now} then 'scheduled'
  else 'active' end`;

/** Whether a coupon applies to the course. For queries that read `coupons`. */
export const appliesToCourse = (courseId: string): RawBuilder<boolean> => sql`(coupons.is_for_all_courses or exists (
  select from coupon_courses c where c.organisation_id = coupons.organisation_id and c.coupon_id = coupons.id and c.course_id = ${courseId}))`;
