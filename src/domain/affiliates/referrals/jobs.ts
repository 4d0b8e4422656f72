import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { JobRuns, Timetable } from '../../kernel/jobs.ts';
import { deleteInBatches } from '../../kernel/retention/batches.ts';
import { bindTouches } from './bind-touches.ts';
import type { TokenTouch } from './referral-token.ts';
import { noteSighting, type Sighting } from './sightings.ts';
import type { Touch } from './touches.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    bind_touches: { user_id: string; touches: (Touch | TokenTouch)[]; sighting?: Sighting | null };
    forget_visitors: PlainJob;
  }
}

/**
 * Deletes the visitors of past days, after the keys by which they could be recognised. Then deletes the tokens that expired long ago, and the networks with
 * which no order is compared any longer.
 */
async function forgetVisitors(db: Database, now: string): Promise<void> {
  const isPast = sql`day < (${now}::timestamptz at time zone 'UTC')::date`;
  await deleteInBatches(db, 'affiliate_click_keys', isPast);
  await deleteInBatches(db, 'affiliate_visitors', isPast, { isRecorded: true });
  await deleteInBatches(db, 'affiliate_used_tokens', sql`clicked_at < ${now}::timestamptz - interval '1 day'`);
  for (const table of ['affiliate_sightings', 'affiliate_order_networks'] as const)
    await deleteInBatches(db, table, sql`seen_at < ${now}::timestamptz - interval '2 days'`);
}

export const referralJobs = {
  async bind_touches({ db }, { user_id, touches, sighting }) {
    await bindTouches(db, user_id, touches);
    if (sighting) await noteSighting(db, sighting);
  },
  forget_visitors: ({ db, clock }) => forgetVisitors(db, timeOf(clock)),
} satisfies JobRuns<'bind_touches' | 'forget_visitors'>;

/** Just after midnight, UTC. */
export const referralTimetable = { forget_visitors: '5 0 * * *' } satisfies Timetable;
