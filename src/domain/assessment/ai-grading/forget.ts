import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inBatches, SMALL_BATCH } from '../../kernel/batches.ts';
import type { Tools } from '../../kernel/tools.ts';

/** Forgets what was sent to a model longer ago than the operator keeps it, and what it answered. Tokens stay, because jobs add up their costs from them. */
export async function forgetExchanges({ db, clock, retention: { aiExchangeDays } }: Pick<Tools<Database>, 'db' | 'clock' | 'retention'>): Promise<void> {
  const until = sql`${timeOf(clock)}::timestamptz - make_interval(days => ${aiExchangeDays}::int)`;
  await inBatches(async (limit) => {
    const { numAffectedRows } = await sql`update ai_grading_exchanges set instructions = null, input = null, answer = null where ctid = any (array(
        select ctid from ai_grading_exchanges where instructions is not null and created_at < ${until}
        limit ${limit} for update skip locked))`.execute(db);
    return Number(numAffectedRows ?? 0);
  }, SMALL_BATCH);
}
