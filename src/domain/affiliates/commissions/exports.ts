import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import { csvOf, type Value } from '../../kernel/csv.ts';
import { Faults } from '../../kernel/errors.ts';
import { checkedMoment } from '../../kernel/expiry.ts';
import type { Tools } from '../../kernel/tools.ts';
import { readProgram } from '../program/program.ts';
import type { Rate } from '../program/rate.ts';
import { type CommissionFilter, checkedFilter, selectMatching } from './commissions.ts';

/** Rows that are read at once. */
const STEP = 500;
const FIRST = '00000000-0000-0000-0000-000000000000';

interface Bom {
  /** Whether the file begins with a byte order mark. */
  bom: boolean;
}

const COLUMNS = ['id', 'earned_at', 'affiliate_id', 'order_id', 'course_id', 'course_title', 'currency', 'livemode', 'base', 'rate', 'rule', 'amount'] as const;
const STATE = ['status', 'flag', 'is_disputed', 'payable_at', 'settled', 'settled_at', 'settlement_reference', 'sub_id'] as const;

const rateText = (rate: Rate): string => (rate.type === 'percent' ? `${rate.hundredths / 100} %` : `${rate.amount} ${rate.currency}`);

/** Writes the commissions of the organisation as CSV, oldest first, while they are read.
 * @throws ValidationError */
export function exportCommissions({ db }: Pick<Tools<Database>, 'db'>, { organisationId }: Caller, { bom, ...asked }: Bom & CommissionFilter): Readable {
  const filter = checkedFilter(asked);
  const read = (after: string) =>
    selectMatching(db, organisationId, filter).where('affiliate_commissions.id', '>', after).orderBy('affiliate_commissions.id').limit(STEP).execute();
  return Readable.from(csvOf(commissionRows(read), bom));
}

type Row = Awaited<ReturnType<ReturnType<typeof selectMatching>['execute']>>[number];

/** @param read returns the next commissions after that with this ID */
async function* commissionRows(read: (after: string) => Promise<Row[]>): AsyncGenerator<Value[]> {
  yield [...COLUMNS, ...STATE];
  for (let after = FIRST; ; ) {
    const rows = await read(after);
    for (const row of rows) yield [...COLUMNS, ...STATE].map((name) => cell(name === 'rate' ? rateText(row.rate) : row[name]));
    const last = rows.at(-1);
    if (!last || rows.length < STEP) return;
    after = last.id;
  }
}

const cell = (value: Value | boolean): Value => (typeof value === 'boolean' ? String(value) : value);

interface Owed {
  affiliate_id: string;
  name: string | null;
  email: string | null;
  currency: string;
  livemode: boolean;
  earned: number;
  taken_back: number;
}

/**
 * Writes what affiliates are owed as CSV, a row for each affiliate, currency and mode, and notes in the audit log who read their names and addresses.
 * Amounts that are negative or too small carry over.
 * @throws ValidationError
 */
export function exportPayouts(
  { db }: Pick<Tools, 'db'>,
  caller: Caller,
  { bom, earned_before }: Bom & { earned_before?: string | undefined },
): Promise<Readable> {
  const { organisationId } = caller;
  const faults = new Faults();
  const before = earned_before === undefined ? undefined : checkedMoment(earned_before, faults, 'earned_before');
  faults.check();
  return inTransaction(db, async (trx) => {
    const { minimum_payouts } = await readProgram(trx, organisationId);
    const rows = await readOwed(trx, organisationId, before ?? null);
    const after = { earned_before: before ?? null, rows: rows.length };
    await recordChange(trx, caller, { action: 'affiliate.payouts_exported', objectId: organisationId, before: null, after });
    const minimumOf = (currency: string) => minimum_payouts.find((one) => one.currency === currency)?.amount ?? 1;
    return Readable.from(csvOf(payoutRows(rows, minimumOf), bom));
  });
}

async function readOwed(trx: Executor, organisationId: string, before: string | null): Promise<Owed[]> {
  const { rows } = await sql<Owed>`
    select c.affiliate_id, u.name, u.email, c.currency, c.livemode,
      coalesce(sum(c.amount) filter (where c.amount > 0), 0)::float8 as earned, coalesce(sum(c.amount) filter (where c.amount < 0), 0)::float8 as taken_back
    from affiliate_commissions c
    join affiliates a on a.organisation_id = c.organisation_id and a.id = c.affiliate_id
    left join users u on u.id = a.user_id
    where c.organisation_id = ${organisationId} and c.status = 'payable' and not c.is_settled and (${before}::timestamptz is null or c.earned_at < ${before})
    group by c.affiliate_id, u.name, u.email, c.currency, c.livemode
    order by c.affiliate_id, c.currency, c.livemode desc`.execute(trx);
  return rows;
}

function* payoutRows(rows: readonly Owed[], minimumOf: (currency: string) => number): Generator<Value[]> {
  yield ['affiliate_id', 'name', 'email', 'currency', 'livemode', 'earned', 'taken_back', 'net', 'minimum', 'is_due'];
  for (const { affiliate_id, name, email, currency, livemode, earned, taken_back } of rows) {
    const net = earned + taken_back;
    const minimum = minimumOf(currency);
    yield [affiliate_id, name, email, currency, String(livemode), earned, taken_back, net, minimum, String(net >= minimum)];
  }
}
