import { type Kysely, sql } from 'kysely';
import { up } from '../../migrations/0670-affiliate-funnel.ts';
import { createTestDatabase } from '../support/database.ts';

const SHOP = '01890000-0000-7000-8000-000000000001';
const [EARNED, FREE] = ['01890000-0000-7000-8000-000000000002', '01890000-0000-7000-8000-000000000003'];
const AFFILIATE = '01890000-0000-7000-8000-000000000004';

test('the funnel begins with the sales and refunds that have earned until then, on their own days', async () => {
  const database = await createTestDatabase();
  try {
    const db = database.db as unknown as Kysely<unknown>;
    await sql`drop table affiliate_sub_ids, affiliate_sign_ups, affiliate_funnel_days, affiliate_funnel_money`.execute(db);
    await db.transaction().execute(async (trx) => {
      // Without the keys of other tables, and without what their changes cause.
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`insert into organisations (id, name, subdomain, timezone) values (${SHOP}, 'Shop', 'shop', 'Asia/Tokyo')`.execute(trx);
      await sql`insert into affiliates (organisation_id, id, status, joined_via) values (${SHOP}, ${AFFILIATE}, 'approved', gen_random_uuid())`.execute(trx);
      await sql`insert into affiliate_referrals (organisation_id, order_id, affiliate_id, sub_id, course_id, course_title, rate, rule, hold_days, created_at)
        select ${SHOP}, id, ${AFFILIATE}, 'autumn', gen_random_uuid(), 'Course', '{}', 'program', 30, now() from unnest(${[EARNED, FREE]}::uuid[]) id`.execute(
        trx,
      );
      await sql`insert into affiliate_commissions
          (organisation_id, id, order_id, sequence, affiliate_id, course_id, currency, livemode, base, amount, status, payable_at, earned_at)
        select ${SHOP}, gen_random_uuid(), ${EARNED}, n, ${AFFILIATE}, gen_random_uuid(), 'EUR', true, 3900, 780, 'pending', now(), now()
        from generate_series(0, 1) n`.execute(trx);
      for (const [order, fact, at, entries] of [
        [EARNED, 'paid', '2026-03-01T15:30:00Z', { sales: -5000, discounts: 100, tax_owed: -900, gateway_clearing: 5800 }],
        [FREE, 'paid', '2026-03-01T15:30:00Z', { sales: -5000, gateway_clearing: 5000 }],
        [EARNED, 'refunded', '2026-03-05T10:00:00Z', { refunds: 1000, tax_owed: 180, gateway_clearing: -1180 }],
        [EARNED, 'refunded', '2026-03-05T11:00:00Z', { refunds: 500, gateway_clearing: -500 }],
        [EARNED, 'refund_failed', '2026-03-07T10:00:00Z', { refunds: -1000, tax_owed: -180, gateway_clearing: 1180 }],
        [EARNED, 'dispute_opened', '2026-03-08T10:00:00Z', { disputes_held: 5300, gateway_clearing: -5300 }],
      ] as const)
        await sql`with entered as (insert into ledger_transactions (organisation_id, id, order_id, fact, source_id, currency, livemode, occurred_at)
            values (${SHOP}, gen_random_uuid(), ${order}, ${fact}, gen_random_uuid(), 'EUR', true, ${at}) returning id)
          insert into ledger_entries (organisation_id, transaction_id, account, amount)
          select ${SHOP}, entered.id, key, value::bigint from entered, json_each_text(${JSON.stringify(entries)}::json)`.execute(trx);
    });
    await up(db);
    const { rows } = await sql`select day::text, affiliate_id, link_id, sub_id, currency, orders::int, revenue::int, refunds::int, refunded::int
      from affiliate_funnel_money order by day`.execute(db);
    const own = { affiliate_id: AFFILIATE, link_id: null, sub_id: 'autumn', currency: 'EUR' };
    expect(rows).toEqual([
      { ...own, day: '2026-03-02', orders: 1, revenue: 4900, refunds: 0, refunded: 0 },
      { ...own, day: '2026-03-05', orders: 0, revenue: 0, refunds: 2, refunded: 1500 },
      { ...own, day: '2026-03-07', orders: 0, revenue: 0, refunds: -1, refunded: -1000 },
    ]);
  } finally {
    await database.drop();
  }
});
