import { type Kysely, sql } from 'kysely';

/**
 * The IDs of new commissions are random, because affiliates see them and must not learn when somebody bought something. `created_at` has the time that those of
 * before hold (UUIDv7), and gives the order. The column gets its values by a change of its type, because that fires no triggers.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table affiliate_commissions add column created_at timestamptz(3)`.execute(db);
  await sql`
    -- compatible: the column is new, and its default fills it for processes that do not know it
    alter table affiliate_commissions
      alter column created_at type timestamptz(3)
        using to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0),
      alter column created_at set default clock_timestamp(),
      alter column created_at set not null`.execute(db);
  await sql`
    drop index affiliate_commissions_of_affiliate, affiliate_commissions_of_course, affiliate_commissions_of_plan;
    create index affiliate_commissions_of_affiliate on affiliate_commissions (organisation_id, affiliate_id, created_at, id);
    create index affiliate_commissions_of_course on affiliate_commissions (organisation_id, course_id, created_at, id);
    create index affiliate_commissions_of_plan on affiliate_commissions (organisation_id, plan_id, created_at, id) where plan_id is not null;
    create index affiliate_commissions_of_organisation on affiliate_commissions (organisation_id, created_at, id);
  `.execute(db);
}
