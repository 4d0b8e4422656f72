import { sql } from 'kysely';
import type { PersonalData } from '../../kernel/personal-data.ts';
import { amountIn, endReasonIn, paymentErrorIn } from './columns.ts';

/** Payments are part of the orders. A live subscription of a person who is erased ends at the gateway (`subscription_endings`). */
export const subscriptionData: readonly PersonalData[] = [
  {
    tables: ['catalogue_subscriptions'],
    exported: {
      name: 'subscriptions',
      about: 'What you have subscribed to.',
      rows: (
        userId,
      ) => sql`select s.organisation_id, s.id, p.title as plan, ${amountIn('s')} as amount, s.prices_include_tax, s.gateway_tax, v.currency, v.interval, s.coupon_code, s.business, s.next_business, s.state, s.trial_ends_at, s.period_start,
          s.period_end, s.cancels_at_period_end, s.paid_periods, ${paymentErrorIn('s')} as payment_error, s.livemode, s.created_at, s.ended_at, ${endReasonIn('s')} as end_reason
        from catalogue_subscriptions s
        join catalogue_plan_versions v on v.organisation_id = s.organisation_id and v.plan_id = s.plan_id and v.version = s.plan_version
        join catalogue_plans p on p.organisation_id = s.organisation_id and p.id = s.plan_id
        where s.user_id = ${userId}`,
      pagedBy: ['organisation_id', 'id'],
    },
    erase: (userIds) => sql`update catalogue_subscriptions set user_id = null, business = null, next_business = null where user_id = any(${userIds}::uuid[])`,
  },
  { tables: ['subscription_endings'], reason: 'It contains no personal data, only what is to be ended at the gateway.' },
];
