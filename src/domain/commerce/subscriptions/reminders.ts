import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import { notify } from '../../kernel/events/notify.ts';
import { inBatches, SMALL_BATCH } from '../../kernel/retention/batches.ts';
import type { Tools } from '../../kernel/tools.ts';

const DAY_MS = 24 * 3600_000;

/** Number of days before the end of a period when its subscriber is reminded. */
const DAYS_AHEAD = { trial: 3, year: 14 } as const;

interface Period {
  state: Shape<'SubscriptionState'>;
  plan: Pick<Shape<'SubscribedPlan'>, 'interval'>;
  period_end: string | null;
}

const kindOf = ({ state, plan: { interval } }: Period): keyof typeof DAYS_AHEAD | null =>
  state === 'trialing' ? 'trial' : interval === 'year' ? 'year' : null;

/** Returns when the subscriber is to be reminded of the end of the period. A period that continues keeps its reminder, so that it has only one. */
export function reminderOf(kept: Period & { remind_at: string | null }, after: Period & { period_end: string }): string | null {
  const kind = kindOf(after);
  if (kept.period_end === after.period_end && kindOf(kept) === kind) return kept.remind_at;
  return kind && new Date(Date.parse(after.period_end) - DAYS_AHEAD[kind] * DAY_MS).toISOString();
}

/**
 * Reminds subscribers of a trial or a year that ends soon, and of what is charged then, unless the subscription ends with it. A late run reminds only of what
 * is still ahead.
 */
export function remindSubscribers({ db, clock }: Pick<Tools<Database>, 'db' | 'clock'>): Promise<void> {
  const now = timeOf(clock);
  return inBatches(
    (limit) =>
      inTransaction(db, async (trx) => {
        const { rows } = await sql<{ organisation_id: string; id: string; state: 'trialing' | 'active'; is_ahead: boolean }>`
          update catalogue_subscriptions set remind_at = null
          where ctid = any (array(select ctid from catalogue_subscriptions
            where remind_at <= ${now} and state in ('trialing', 'active') and not cancels_at_period_end limit ${limit} for update skip locked))
          returning organisation_id, id, state, period_end > ${now}::timestamptz as is_ahead`.execute(trx);
        const ahead = rows.filter(({ is_ahead }) => is_ahead);
        await notify(
          trx,
          ...ahead.map(({ organisation_id, id, state }) => ({
            organisation_id,
            object_id: id,
            event: state === 'trialing' ? ('subscription_trial_ending' as const) : ('subscription_renewing' as const),
          })),
        );
        return rows.length;
      }),
    SMALL_BATCH,
  );
}
