import { type RawBuilder, sql } from 'kysely';
import type { Shape } from '../../kernel/contract.ts';
import { completedCount, lessonCount } from '../../learning/progress/counts.ts';
import { judgeRefund, keptPolicy } from './policy.ts';

type Obstacle = NonNullable<Shape<'PurchaseOrder'>['refund_obstacle']>;

type MoneyObstacle = Extract<Obstacle, 'not_paid' | 'disputed' | 'refund_pending' | 'refunded'>;

/** The state of the money of an order. */
export interface OrderMoney {
  state: 'pending' | 'processing' | 'paid' | 'failed' | 'expired';
  total: number;
  refunded: number;
  refund_state: Shape<'RefundState'> | null;
  dispute_state: Shape<'DisputeState'> | null;
}

/** The data that decide whether buyers can get a refund themselves. */
export interface OrderUse extends OrderMoney {
  paid_at: string | null;
  /** When the buyer got what was paid for; null if they have not got it, or if the time is unknown. */
  access_from: string | null;
  /** The policy that the order keeps. */
  refund_policy: unknown;
  progress_percent: number | null;
  has_certificate: boolean;
}

/** The columns about the use of a purchase: by the buyer, or by those who have redeemed the codes of the order. For queries that read `orders`. */
export const USE_COLUMNS = [
  'orders.refund_policy',
  'orders.access_from',
  ofEnrollments<number | null>(sql`max(100.0 * ${completedCount} / nullif(${lessonCount}, 0))::float8`).as('progress_percent'),
  ofEnrollments<boolean>(
    sql`count(*) > 0`,
    sql`where exists (select from certificates where certificates.organisation_id = enrollments.organisation_id
    and certificates.enrollment_id = enrollments.id and certificates.revoked_at is null)`,
  ).as('has_certificate'),
] as const;

function ofEnrollments<T>(value: RawBuilder<unknown>, condition: RawBuilder<unknown> = sql``): RawBuilder<T> {
  return sql`(select ${value} from (
      select e.id from enrollments e where e.organisation_id = orders.organisation_id and e.course_id = orders.course_id and e.user_id = orders.buyer_id
        and orders.quantity = 1 and not orders.is_gift
      union all
      select g.enrollment_id from access_codes c join enrollment_grants g on g.organisation_id = c.organisation_id and g.source_id = c.id
        where c.organisation_id = orders.organisation_id and c.order_id = orders.id) used
    join enrollments on enrollments.organisation_id = orders.organisation_id and enrollments.id = used.id ${condition})`;
}

/** Returns why nobody, including staff, can refund the order now. */
export function obstacleOf({ state, total, refunded, refund_state, dispute_state }: OrderMoney): MoneyObstacle | null {
  if (state !== 'paid' || total === 0) return 'not_paid';
  if (dispute_state === 'open') return 'disputed';
  if (refund_state === 'pending' || refund_state === 'requires_action') return 'refund_pending';
  return refunded >= total || dispute_state === 'lost' ? 'refunded' : null;
}

/** Returns until when the buyer can get a refund without the consent of staff, and why they cannot now, if so. */
export function refundTerms(order: OrderUse, now: string): Pick<Shape<'PurchaseOrder'>, 'refund_until' | 'refund_obstacle'> {
  const { paid_at, access_from, refund_policy, progress_percent, has_certificate } = order;
  if (paid_at === null || order.total === 0) return { refund_until: null, refund_obstacle: 'not_paid' };
  const since = access_from !== null && access_from > paid_at ? access_from : paid_at;
  const used = { since, progressPercent: progress_percent ?? 0, hasCertificate: has_certificate === true };
  const { until, obstacle } = judgeRefund(keptPolicy(refund_policy), used, now);
  return { refund_until: until, refund_obstacle: obstacleOf(order) ?? obstacle };
}
