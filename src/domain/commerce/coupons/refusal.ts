import { ValidationError } from '../../kernel/errors.ts';
import type { CouponRefusal } from './apply-coupon.ts';

const REASONS: Readonly<Record<CouponRefusal, string>> = {
  unknown: 'There is no such coupon.',
  scheduled: 'The coupon is not valid yet.',
  expired: 'The coupon has expired.',
  used_up: 'The coupon has been used up.',
  used_by_person: 'You have already used the coupon the maximum number of times.',
  held_by_person: 'You have another checkout in progress with this coupon. Complete it, or try again in an hour.',
  held_at_address: 'Three other checkouts with this coupon are in progress from your network. Try again in an hour.',
  other_item: 'The coupon does not apply to this item.',
  needs_account: 'Sign in to use this coupon.',
  other_currency: 'The coupon does not apply to this currency.',
};

/** Tells a buyer why the code that they entered gives no discount. */
export const couponRefused = (refusal: CouponRefusal): ValidationError =>
  new ValidationError([{ field: 'coupon_code', code: refusal, message: REASONS[refusal] }]);
