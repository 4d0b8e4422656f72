import { sql } from 'kysely';
import { jsonTime } from '../../../platform/database/json.ts';
import { eventPublisher, type Fact } from '../../kernel/events/publish-event.ts';
import { person } from '../../kernel/person.ts';
import { endReasonIn, graceEnd, NEXT_PLAN, PLAN, paymentErrorIn, type SubscriptionKey } from './columns.ts';

/** A subscription and its subscriber, who may have been erased. */
interface OwnedSubscription extends SubscriptionKey {
  userId: string | null;
}

interface RenewedSubscription extends OwnedSubscription {
  /** The gateway's invoice for the period that was paid. */
  invoiceId: string;
}

declare module '../../kernel/events/notify.ts' {
  interface Notices {
    subscription_trial_ending: true;
    subscription_renewing: true;
    /** Notice of a subscription that has ended or remains unpaid. */
    subscription_lost: true;
  }
}

const column = (name: string) => sql.raw(`catalogue_subscriptions.${name}`);

const SUBSCRIPTION = {
  subscription_id: column('id'),
  user: sql`case when users.id is not null then ${person} end`,
  plan: PLAN,
  state: column('state'),
  trial_ends_at: jsonTime(column('trial_ends_at')),
  period_start: jsonTime(column('period_start')),
  period_end: jsonTime(column('period_end')),
  cancels_at_period_end: column('cancels_at_period_end'),
  next_plan: NEXT_PLAN,
  paid_periods: column('paid_periods'),
  access_until: sql`case when ${column('state')} = 'past_due' then ${jsonTime(graceEnd(column('past_due_at')))} end`,
  payment_error: paymentErrorIn('catalogue_subscriptions'),
  livemode: column('livemode'),
  ended_at: jsonTime(column('ended_at')),
  end_reason: endReasonIn('catalogue_subscriptions'),
} satisfies Fact<'subscription.started'>['data'];

const subscriptionFact = ({ organisationId, subscriptionId, userId }: OwnedSubscription): Fact<'subscription.started'> => ({
  userId,
  data: SUBSCRIPTION,
  from: sql`from catalogue_subscriptions left join users on users.id = catalogue_subscriptions.user_id
    where catalogue_subscriptions.organisation_id = ${organisationId} and catalogue_subscriptions.id = ${subscriptionId}`,
});

const renewedFact = ({ organisationId, subscriptionId, userId, invoiceId }: RenewedSubscription): Fact<'subscription.renewed'> => ({
  userId,
  data: { ...SUBSCRIPTION, order_id: sql`orders.id`, total: sql`orders.total` },
  from: sql`from catalogue_subscriptions
    join orders on orders.organisation_id = catalogue_subscriptions.organisation_id and orders.subscription_id = catalogue_subscriptions.id
      and orders.gateway_invoice_id = ${invoiceId}
    left join users on users.id = catalogue_subscriptions.user_id
    where catalogue_subscriptions.organisation_id = ${organisationId} and catalogue_subscriptions.id = ${subscriptionId}`,
});

export const publishEvent = eventPublisher({
  'subscription.started': subscriptionFact,
  'subscription.renewed': renewedFact,
  'subscription.past_due': subscriptionFact,
  'subscription.unpaid': subscriptionFact,
  'subscription.cancelled': subscriptionFact,
  'subscription.resumed': subscriptionFact,
  'subscription.changed': subscriptionFact,
});
