import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import { addJob, type JobRuns, type Timetable } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { isOf } from '../gateway/is-of.ts';
import { alignAccess } from './access.ts';
import { GRACE_DAYS, isOver, readSubscription } from './columns.ts';
import { endWithdrawn } from './end-withdrawn.ts';
import { endLeft, endLeftLater } from './endings.ts';
import { remindSubscribers } from './reminders.ts';
import { settleSubscription } from './settle.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    settle_subscription: { organisation_id: string; subscription_id: string };
    settle_due_subscriptions: PlainJob;
    /** Stops all charges at the gateway, because all instalments are paid, or because the gateway has ended the subscription itself. */
    end_at_gateway: { organisation_id: string; subscription_id: string };
    /** Ends a subscription whose access was withdrawn for good, so that nobody pays for what they do not get. */
    end_withdrawn_subscription: { organisation_id: string; subscription_id: string };
    /** Ends subscriptions at the gateway whose subscriber or organisation was deleted. */
    end_left_subscriptions: PlainJob;
    end_left_subscription: { id: string };
    /** Gives subscribers the courses of a plan, or of all plans, after these have changed. */
    align_subscriptions: { organisation_id: string; plan_id?: string };
    remind_subscribers: PlainJob;
    mail_subscription: { organisation_id: string; subscription_id: string; news: 'past_due' | 'unpaid' | 'cancelling' | 'cancelled' };
  }
}

/**
 * Adds a job for each subscription that may have changed with time, or of which a notification may have been lost: with an open page, a period that has ended
 * or is not known to be paid, an overdue payment, or an uncompleted change of the plan or the business.
 */
async function settleDue(db: Database, now: number): Promise<void> {
  const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
  const members = { organisation_id: sql`s.organisation_id`, subscription_id: sql`s.id` };
  const job = addJob('settle_subscription', members, { key: sql`'settle_subscription ' || s.id` });
  await sql`select ${job} from catalogue_subscriptions s
    where s.state in ('incomplete', 'trialing', 'active', 'past_due', 'unpaid') and coalesce(s.period_end, s.expires_at) <= ${ago(0)}
    union all
    select ${job} from catalogue_subscriptions s
    where (s.state in ('incomplete', 'past_due', 'unpaid') or s.change_id is not null or s.business_change_id is not null or (s.state = 'active' and s.paid_until < s.period_end))
      and coalesce(s.period_end, s.expires_at) > ${ago(0)}
      and (s.checked_at <= ${ago(24 * 60)} or (s.checked_at <= ${ago(10)} and (s.state = 'incomplete' or s.change_id is not null or s.business_change_id is not null))
        or (s.checked_at <= ${ago(60)} and s.state = 'active')
        or (s.state = 'past_due' and s.past_due_at <= ${ago(GRACE_DAYS * 24 * 60)}))`.execute(db);
}

async function endAtGateway({ db, payments }: Tools<Database>, key: { organisationId: string; subscriptionId: string }): Promise<void> {
  const row = await readSubscription(db, key).executeTakeFirst();
  if (row && isOver(row.state) && row.gateway_id !== null && payments && isOf(payments, row)) await payments.subscriptions.end(row.account_id, row.gateway_id);
}

export const subscriptionJobs = {
  settle_subscription: async (tools, { organisation_id, subscription_id }) => {
    await settleSubscription(tools, tools.payments, { organisationId: organisation_id, subscriptionId: subscription_id });
  },
  settle_due_subscriptions: ({ db, clock }) => settleDue(db, clock.now()),
  end_at_gateway: (tools, { organisation_id, subscription_id }) => endAtGateway(tools, { organisationId: organisation_id, subscriptionId: subscription_id }),
  end_withdrawn_subscription: (tools, { organisation_id, subscription_id }) =>
    endWithdrawn(tools, { organisationId: organisation_id, subscriptionId: subscription_id }),
  end_left_subscriptions: ({ db }) => endLeftLater(db),
  end_left_subscription: endLeft,
  align_subscriptions: ({ db, clock }, { organisation_id, plan_id }) =>
    inTransaction(db, (trx) => alignAccess(trx, organisation_id, plan_id === undefined ? {} : { planId: plan_id }, timeOf(clock))),
  remind_subscribers: (tools) => remindSubscribers(tools),
} satisfies JobRuns<
  | 'settle_subscription'
  | 'settle_due_subscriptions'
  | 'end_at_gateway'
  | 'end_withdrawn_subscription'
  | 'end_left_subscriptions'
  | 'end_left_subscription'
  | 'align_subscriptions'
  | 'remind_subscribers'
>;

export const subscriptionTimetable = {
  settle_due_subscriptions: '*/5 * * * *',
  end_left_subscriptions: '*/5 * * * *',
  remind_subscribers: '35 * * * *',
} satisfies Timetable;
