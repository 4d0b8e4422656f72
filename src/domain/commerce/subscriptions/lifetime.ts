import { sql } from 'kysely';
import { amountIn, graceEnd } from './columns.ts';

/** For statements on `catalogue_subscriptions s`: from when a subscription is paid, after its trial; null if it has never begun. */
export const paidFrom = sql`greatest(s.started_at, s.trial_ends_at)`;

/** Until when it was live: it has ended, or it has been unpaid since the grace was over; null if it is live. */
export const liveUntil = sql`coalesce(s.ended_at, case when s.state = 'unpaid' then ${graceEnd(sql`s.past_due_at`)} end)`;

/** Whether it is live now. What is overdue counts until it is unpaid, and a trial counts as none. */
export const isLiveNow = sql`s.state in ('active', 'past_due')`;

/** What is paid for each period before a discount, if the version of the plan is joined as `v`. */
export const periodPrice = amountIn('s');
