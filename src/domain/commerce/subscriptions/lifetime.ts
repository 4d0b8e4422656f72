import { sql } from 'kysely';
import { amountIn, graceEnd } from './columns.ts';

/** For statements on `catalogue_subscriptions s`: the time from which a subscription is paid, after its trial; null if it has never begun. */
export const paidFrom = sql`greatest(s.started_at, s.trial_ends_at)`;

/** The time until which a subscription was live: it has ended, or has been unpaid since the grace period was over; null if it is live. */
export const liveUntil = sql`coalesce(s.ended_at, case when s.state = 'unpaid' then ${graceEnd(sql`s.past_due_at`)} end)`;

/** Whether a subscription is live now. An overdue one counts until it is unpaid; a trial does not count. */
export const isLiveNow = sql`s.state in ('active', 'past_due')`;

/** The amount that is paid for each period before a discount, if the version of the plan is joined as `v`. */
export const periodPrice = amountIn('s');
