import { sql } from 'kysely';
import type { Database } from '../../src/platform/database/connect.ts';
import { addOrganisation, addStaff, type Seed } from './seed.ts';

/** Numbers of clicks in an affiliate programme, with a tenth as many commissions. Each of its affiliates has brought 5,000 people. */
export const CLICK_SCALES = [100_000, 1_000_000] as const;
const CLICKS_OF_ONE = 5000;
const LINKS = 5;

/** Number of users, such that none reaches the limit of 1,200 requests in 5 minutes, and no two concurrent requests come from the same user. */
const STAFF = 96;

export interface Programs {
  /** Staff of the organisations with these programmes, by number of clicks. */
  staff: Record<(typeof CLICK_SCALES)[number], Seed['users']>;
  /** Code of a link. */
  code: string;
}

/** Adds two programmes: the large one belongs to the organisation of the seed, the small one to another. */
export async function seedAffiliates(db: Database, { organisationId, users }: Seed): Promise<Programs> {
  const other = await addOrganisation(db, 'affiliates');
  const staff = { 100000: await addStaff(db, other, 'affiliates', STAFF), 1000000: users };
  await fillProgram(db, other, 100_000);
  await fillProgram(db, organisationId, 1_000_000);
  await sql`vacuum analyze`.execute(db);
  const links = await sql<{ code: string }>`select code from affiliate_links where organisation_id = ${organisationId} order by id limit 1`.execute(db);
  return { staff, code: links.rows[0]?.code as string };
}

async function fillProgram(db: Database, organisationId: string, clicks: number): Promise<void> {
  const affiliates = clicks / CLICKS_OF_ONE;
  const organisation = sql`${organisationId}::uuid`;
  await sql`insert into affiliate_programs (organisation_id, settings) values (${organisation}, '{"is_enabled": true, "cookie_consent": "not_required"}')`.execute(
    db,
  );
  await sql`insert into affiliate_invites (organisation_id, id, code, label) values (${organisation}, gen_random_uuid(), 'BENCH', '')`.execute(db);
  await sql`with people as (insert into users (id, email, email_key, name)
      select gen_random_uuid(), ${organisationId}::text || n || '@affiliate.example', ${organisationId}::text || n || '@affiliate.example', 'Affiliate ' || n
      from generate_series(1, ${affiliates}::int) n returning id),
    made as (insert into affiliates (organisation_id, id, user_id, status, joined_via)
      select i.organisation_id, gen_random_uuid(), people.id, 'approved', i.id from people, affiliate_invites i where i.organisation_id = ${organisation}
      returning organisation_id, id)
    insert into affiliate_links (organisation_id, id, affiliate_id, code, label)
    select organisation_id, gen_random_uuid(), id, substr(md5(id::text || n), 1, 20), '' from made, generate_series(1, ${LINKS}::int) n`.execute(db);
  await sql`with visitors as (insert into affiliate_visitors (organisation_id, link_id, day, visitor_hash)
      select organisation_id, id, (now() at time zone 'UTC')::date, sha256(n::text::bytea) from affiliate_links, generate_series(1, ${CLICKS_OF_ONE / LINKS}::int) n
      where organisation_id = ${organisation})
    insert into affiliate_click_totals (organisation_id, link_id, affiliate_id, clicks, visitors)
    select organisation_id, id, affiliate_id, ${CLICKS_OF_ONE / LINKS}::int, ${CLICKS_OF_ONE / LINKS}::int from affiliate_links
    where organisation_id = ${organisation}`.execute(db);
  await sql`with orders as (insert into affiliate_referrals
      (organisation_id, order_id, affiliate_id, link_id, clicked_at, course_id, course_title, rate, rule, hold_days, created_at)
      select organisation_id, gen_random_uuid(), affiliate_id, id, now(), (select id from courses order by id offset n % 5 limit 1), 'A course',
        '{"type": "percent", "hundredths": 2000}', 'program', 30, now() from affiliate_links, generate_series(1, ${CLICKS_OF_ONE / LINKS / 10}::int) n
      where organisation_id = ${organisation} returning organisation_id, order_id, affiliate_id, course_id)
    insert into affiliate_commissions
      (organisation_id, id, order_id, sequence, affiliate_id, course_id, currency, livemode, base, amount, status, payable_at, earned_at)
    select organisation_id, gen_random_uuid(), order_id, 0, affiliate_id, course_id, 'EUR', true, 4900, 980, 'pending', now() + interval '30 days', now()
    from orders`.execute(db);
  // On each of the last 30 days, each link had clicks with two sub-ids, one of which sold something on every tenth day.
  const days = sql`(select organisation_id, id as link_id, affiliate_id, current_date - n % 30 as day, 'placement-' || n / 30 as sub_id, n
    from affiliate_links, generate_series(0, 59) n where organisation_id = ${organisation}) days`;
  await sql`insert into affiliate_funnel_days (organisation_id, day, affiliate_id, link_id, sub_id, clicks, visitors, sign_ups)
    select organisation_id, day, affiliate_id, link_id, sub_id, 3, 3, 1 from ${days}`.execute(db);
  await sql`insert into affiliate_funnel_money (organisation_id, day, affiliate_id, link_id, sub_id, currency, livemode, orders, revenue, refunds, refunded)
    select organisation_id, day, affiliate_id, link_id, sub_id, 'EUR', true, 1, 4900, 0, 0 from ${days} where n < 30 and n % 10 = 0`.execute(db);
}
