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
import { type Owed, owedBefore } from './owed.ts';

/** Number of rows that are read at once. */
const STEP = 500;
interface Bom {
  /** Whether the file begins with a byte order mark. */
  bom: boolean;
}

const COLUMNS = ['id', 'earned_at', 'affiliate_id', 'order_id', 'course_id', 'course_title', 'currency', 'livemode', 'base', 'rate', 'rule', 'amount'] as const;
const STATE = ['status', 'flag', 'is_disputed', 'payable_at', 'settled', 'settled_at', 'settlement_reference', 'sub_id', 'plan_id'] as const;

const rateText = (rate: Rate): string => (rate.type === 'percent' ? `${rate.hundredths / 100} %` : `${rate.amount} ${rate.currency}`);

/** Writes the commissions of the organisation as CSV, oldest first, while they are read.
 * @throws ValidationError */
export function exportCommissions({ db }: Pick<Tools<Database>, 'db'>, { organisationId }: Caller, { bom, ...asked }: Bom & CommissionFilter): Readable {
  const filter = checkedFilter(asked);
  const read = (after: Place | null) =>
    selectMatching(db, organisationId, filter)
      .select('affiliate_commissions.created_at')
      .$if(after !== null, (query) => query.where(isAfter(after as Place)))
      .orderBy('affiliate_commissions.created_at')
      .orderBy('affiliate_commissions.id')
      .limit(STEP)
      .execute();
  return Readable.from(csvOf(commissionRows(read), bom));
}

interface Place {
  id: string;
  created_at: string;
}

const isAfter = ({ created_at, id }: Place) =>
  sql<boolean>`(affiliate_commissions.created_at, affiliate_commissions.id) > (${created_at}::timestamptz, ${id}::uuid)`;

type Row = Awaited<ReturnType<ReturnType<typeof selectMatching>['execute']>>[number] & Place;

/** @param read returns the next commissions after this one, or the first */
async function* commissionRows(read: (after: Place | null) => Promise<Row[]>): AsyncGenerator<Value[]> {
  yield [...COLUMNS, ...STATE];
  for (let after: Place | null = null; ; ) {
    const rows: Row[] = await read(after);
    for (const row of rows) yield [...COLUMNS, ...STATE].map((name) => cell(name === 'rate' ? rateText(row.rate) : row[name]));
    const last = rows.at(-1);
    if (!last || rows.length < STEP) return;
    after = last;
  }
}

const cell = (value: Value | boolean): Value => (typeof value === 'boolean' ? String(value) : value);

/**
 * Writes what affiliates are owed as CSV, a row for each affiliate, currency and mode, and records in the audit log who read their names, addresses and payout
 * contacts. Amounts that are negative or too small carry over.
 * @throws ValidationError
 */
export function exportPayouts(
  { db, keyring }: Pick<Tools, 'db' | 'keyring'>,
  caller: Caller,
  { bom, earned_before }: Bom & { earned_before?: string | undefined },
): Promise<Readable> {
  const { organisationId } = caller;
  const faults = new Faults();
  const before = earned_before === undefined ? undefined : checkedMoment(earned_before, faults, 'earned_before');
  faults.check();
  return inTransaction(db, async (trx) => {
    const rows = await readPayees(trx, organisationId, before ?? null);
    const after = { earned_before: before ?? null, rows: rows.length };
    await recordChange(trx, caller, { action: 'affiliate.payouts_exported', objectId: organisationId, before: null, after });
    return Readable.from(csvOf(payoutRows(rows, keyring.openIfKnown), bom));
  });
}

interface Payee extends Owed {
  name: string | null;
  email: string | null;
  payout_contact: Buffer | null;
}

async function readPayees(trx: Executor, organisationId: string, before: string | null): Promise<Payee[]> {
  const owed = owedBefore(organisationId, before, await readProgram(trx, organisationId));
  const { rows } = await sql<Payee>`
    select owed.*, u.name, u.email, a.payout_contact from (${owed}) owed
    join affiliates a on a.organisation_id = ${organisationId} and a.id = owed.affiliate_id
    left join users u on u.id = a.user_id
    order by owed.affiliate_id, owed.currency, owed.livemode desc`.execute(trx);
  return rows;
}

/** Placeholder for a payout contact that can no longer be decrypted. The affiliate has to enter it again. */
const UNREADABLE = '(unreadable)';

const PAYOUT_COLUMNS = ['affiliate_id', 'name', 'email', 'payout_contact', 'currency', 'livemode', 'earned', 'taken_back', 'net', 'minimum', 'is_due'] as const;

function* payoutRows(rows: readonly Payee[], open: (sealed: Buffer) => Buffer | null): Generator<Value[]> {
  yield [...PAYOUT_COLUMNS];
  for (const { payout_contact: sealed, ...row } of rows) {
    const shown = { ...row, payout_contact: sealed && (open(sealed)?.toString() ?? UNREADABLE) };
    yield PAYOUT_COLUMNS.map((name) => cell(shown[name]));
  }
}
