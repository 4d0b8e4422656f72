import { type RawBuilder, sql } from 'kysely';
import { countChangedDays } from '../../src/domain/analytics/days/count-days.ts';
import { listPurchases } from '../../src/domain/analytics/purchases/list-purchases.ts';
import { contractInput } from '../../src/domain/kernel/contract-input.ts';
import { createCourse } from '../../src/domain/studio/courses/create-course.ts';
import { systemClock } from '../../src/platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../src/platform/database/connect.ts';
import { callerOf } from './gradebook.ts';
import { addOrganisation, addStaff, type Seed } from './seed.ts';

export const PURCHASE_SCALES = [100_000, 1_000_000] as const;
export type Purchases = (typeof PURCHASE_SCALES)[number];
const COURSES = 20;
/** Number of users, such that none reaches the limit of 1,200 requests in 5 minutes, and no two concurrent requests come from the same user. */
const STAFF = 96;
const FAR_PAGE = 5000;
const PAGE_SIZE = 20;

/** An organisation with many sales. */
export interface SellingOrganisation {
  staff: Seed['users'];
  /** The cursor of page 5,000 of its purchases. */
  cursor: string;
}

/** Adds organisations with these numbers of orders, which were paid in the last three years and are counted by day. */
export async function seedPurchases(db: Database): Promise<Record<Purchases, SellingOrganisation>> {
  const ids = { 100000: await addSeller(db, 100_000), 1000000: await addSeller(db, 1_000_000) };
  await sql`vacuum analyze orders, ledger_transactions, ledger_entries`.execute(db);
  await countChangedDays(db);
  await sql`vacuum analyze analytics_money_days, analytics_changes`.execute(db);
  const staffed = async (orders: Purchases) => ({
    staff: await addStaff(db, ids[orders], `seller-${orders}`, STAFF),
    cursor: await farCursor(db, ids[orders]),
  });
  return { 100000: await staffed(100_000), 1000000: await staffed(1_000_000) };
}

async function addSeller(db: Database, orders: number): Promise<string> {
  const organisationId = await addOrganisation(db, `sold-${orders}`);
  for (let course = 1; course <= COURSES; course++)
    await createCourse({ db }, callerOf({ organisationId }), contractInput('CourseWrite', { title: `Course ${course}`, status: 'published' }));
  await inTransaction(db, (trx) => fill(trx, organisationId, orders));
  return organisationId;
}

/** Fills the tables without triggers, each of which would do something for every row: the rows fit together, and all days are counted afterwards. */
async function fill(trx: Executor, organisationId: string, orders: number): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`set local session_replication_role = replica`.execute(trx);
  await sql`
    insert into orders (organisation_id, id, course_id, course_title, state, currency, subtotal, total, gateway, livemode, account_id, created_at, expires_at,
      checked_at, paid_at)
    select ${organisationId}::uuid, gen_random_uuid(), course.id, course.title, 'paid', 'EUR', 4900, 4900, 'stripe', true, 'acct', paid_at, paid_at + interval '1 day',
      paid_at, paid_at
    from generate_series(1, ${orders}::int) number
    join (select id, title, row_number() over (order by id) as place from courses where organisation_id = ${organisationId}) course
      on course.place = number % ${COURSES}::int + 1
    cross join lateral (select now() - number * interval '3 years' / ${orders}::int as paid_at) moment`.execute(trx);
  await enterSales(trx, sql`organisation_id = ${organisationId}`);
}

/** Enters the paid orders that meet the condition into the ledger, also without its triggers. */
export async function enterSales(trx: Executor, condition: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into ledger_transactions (organisation_id, id, order_id, course_id, fact, movement, currency, livemode, occurred_at)
    select organisation_id, id, id, course_id, 'paid', 'sale', currency, livemode, paid_at from orders where ${condition}`.execute(trx);
  await sql`
    insert into ledger_entries (organisation_id, transaction_id, account, amount)
    select organisation_id, id, account, amount from orders cross join (values ('gateway_clearing', 4900), ('sales', -4900)) posting (account, amount)
    where ${condition}`.execute(trx);
}

async function farCursor(db: Database, organisationId: string): Promise<string> {
  const tools = { db, clock: systemClock, payments: null };
  const { next } = await listPurchases(tools, callerOf({ organisationId }), { ordering: '-occurred_at', page: FAR_PAGE - 1, page_size: PAGE_SIZE });
  if (next === null) throw new Error(`there are fewer than ${FAR_PAGE} pages of purchases`);
  return next;
}
