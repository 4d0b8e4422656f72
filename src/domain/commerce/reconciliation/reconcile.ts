import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { AccountGoneError, type Payments } from '../../../platform/payments/payments.ts';
import { notify } from '../../kernel/events/notify.ts';
import type { Tools } from '../../kernel/tools.ts';
import { bookFees } from './book-fees.ts';
import { compareDay } from './compare-day.ts';
import { importEntries } from './import-entries.ts';

const DAY_MS = 24 * 3600_000;
/** Number of days that the first comparison of an account covers. */
const FIRST_DAYS = 30;
/** Number of days that are compared again each time, because entries that arrive late resolve differences. */
const AGAIN_DAYS = 7;

/**
 * Compares the books with an account at the gateway, one day (UTC) after the other up to yesterday, and enters the gateway's fees. It can be called at any time
 * and repeatedly. Staff are notified of a day that differs.
 * @throws PaymentsUnavailableError
 */
export async function reconcileAccount(
  { db, clock, payments }: Pick<Tools<Database>, 'db' | 'clock' | 'payments'>,
  organisationId: string,
  accountId: string,
): Promise<void> {
  if (!payments) return;
  const yesterday = dayOf(clock.now() - DAY_MS);
  const { last, again } = await knownDays(db, payments, organisationId, accountId);
  const first = again ?? (await firstDay(db, payments, organisationId, accountId, dayOf(clock.now() - FIRST_DAYS * DAY_MS)));
  for (let day = first; day <= yesterday; day = dayOf(Date.parse(day) + DAY_MS)) {
    const key = { organisationId, accountId, day };
    const isKnown = last !== null && day <= last;
    const imported = isKnown ? null : await importEntries(db, payments, key).catch(unlessGone);
    if (!isKnown && imported === null) return;
    await inTransaction(db, async (trx) => {
      await bookFees(trx, payments, key);
      const { id, isNew, differences } = await compareDay(trx, payments, key, imported?.others ?? null, timeOf(clock));
      if (isNew && differences > 0) await notify(trx, { organisation_id: organisationId, event: 'books_differ', object_id: id });
    });
  }
}

declare module '../../kernel/events/notify.ts' {
  interface Notices {
    /** Notice of a comparison that found differences. */
    books_differ: true;
  }
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Ignores the error if the seller has disconnected the account. */
function unlessGone(error: unknown): null {
  if (error instanceof AccountGoneError) return null;
  throw error;
}

/** Returns the day of the first order, or the given one if that is later. */
async function firstDay(db: Executor, { gateway }: Payments, organisationId: string, accountId: string, least: string): Promise<string> {
  const { rows } = await sql<{ day: string }>`select greatest(${least}::date, min(created_at at time zone 'UTC')::date)::text as day from orders
    where organisation_id = ${organisationId} and gateway = ${gateway} and account_id = ${accountId}`.execute(db);
  return (rows[0] as { day: string }).day;
}

/** Returns the last day that was compared, and the first of those to compare again. */
async function knownDays(db: Executor, { gateway, livemode }: Payments, organisationId: string, accountId: string) {
  const { rows } = await sql<{ last: string | null; again: string | null }>`
    select max(day)::text as last, greatest(min(day), max(day) - ${AGAIN_DAYS - 1}::int)::text as again from reconciliations
    where organisation_id = ${organisationId} and gateway = ${gateway} and livemode = ${livemode} and account_id = ${accountId}`.execute(db);
  return rows[0] as { last: string | null; again: string | null };
}
