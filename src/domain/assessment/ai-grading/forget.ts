import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Database, Executor } from '../../../platform/database/connect.ts';
import { inRecordedBatches, SMALL_BATCH } from '../../kernel/retention/batches.ts';
import type { Tools } from '../../kernel/tools.ts';

/**
 * Deletes the contents of requests to a model and of its answers once they are older than the operator keeps them. Tokens stay, because jobs add up their costs
 * from them.
 */
export async function forgetExchanges({ db, clock, retention: { aiExchangeDays } }: Pick<Tools<Database>, 'db' | 'clock' | 'retention'>): Promise<void> {
  const until = sql`${timeOf(clock)}::timestamptz - make_interval(days => ${aiExchangeDays}::int)`;
  const forget = async (trx: Executor, limit: number) => {
    const { rows } = await sql<{
      organisation_id: string;
    }>`update ai_grading_exchanges set instructions = null, input = null, answer = null where ctid = any (array(
        select ctid from ai_grading_exchanges where instructions is not null and created_at < ${until}
        limit ${limit} for update skip locked)) returning organisation_id`.execute(trx);
    return rows;
  };
  await inRecordedBatches(db, 'ai_grading_exchanges', forget, SMALL_BATCH);
}
