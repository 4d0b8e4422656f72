import { type Kysely, sql } from 'kysely';
import { up } from '../../migrations/0585-untimed-commissions.ts';
import { newId } from '../../src/domain/kernel/ids.ts';
import { createTestDatabase } from '../support/database.ts';

test('commissions from before keep their IDs, and their times and order are those that the IDs hold', async () => {
  const database = await createTestDatabase();
  try {
    const db = database.db as unknown as Kysely<unknown>;
    const ids = Array.from({ length: 3 }, newId);
    await sql`
      alter table affiliate_commissions drop column created_at;
      create index affiliate_commissions_of_affiliate on affiliate_commissions (organisation_id, affiliate_id, id);
      create index affiliate_commissions_of_course on affiliate_commissions (organisation_id, course_id, id);
      create index affiliate_commissions_of_plan on affiliate_commissions (organisation_id, plan_id, id) where plan_id is not null`.execute(db);
    await db.transaction().execute(async (trx) => {
      // Without the keys of other tables, and without totals.
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`insert into affiliate_commissions
          (organisation_id, id, order_id, sequence, affiliate_id, course_id, currency, livemode, base, amount, status, payable_at, earned_at)
        select gen_random_uuid(), id, gen_random_uuid(), 0, gen_random_uuid(), gen_random_uuid(), 'EUR', false, 4900, 980, 'pending', now(), now()
        from unnest(${ids.toReversed()}::uuid[]) id`.execute(trx);
    });
    await up(db);
    const { rows } = await sql<{ id: string; created_at: string }>`select id, created_at from affiliate_commissions order by created_at, id`.execute(db);
    expect(rows.map(({ id }) => id)).toEqual(ids);
    for (const { id, created_at } of rows) expect(new Date(created_at).getTime()).toBe(Number.parseInt(id.replace('-', '').slice(0, 12), 16));
  } finally {
    await database.drop();
  }
});
