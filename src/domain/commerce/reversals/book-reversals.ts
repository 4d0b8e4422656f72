import type { Executor } from '../../../platform/database/connect.ts';
import { issueInvoice } from '../invoices/issue.ts';
import { taxBetween } from '../invoices/tax.ts';
import type { OrderKey, OrderRow } from '../orders/columns.ts';
import { type MoneyFact, recordMoney } from '../orders/ledger.ts';
import { platformFeeBetween } from '../orders/platform-fee.ts';
import type { Change, DisputeRow, RefundRow } from './columns.ts';
import { refundedHere, returnsFee } from './fee-share.ts';

type Posting = MoneyFact['postings'][number];

/** A refund or a dispute: its amount, what of it is tax, and how much of its fee the platform gives back. */
interface Parts {
  amount: number;
  tax: number;
  fee: number;
}

/**
 * What each fact moves in the books. Money of an open dispute is held until the bank has
 * decided.
 */
const POSTINGS = {
  refunded: ({ amount, tax, fee }) => [
    ['refunds', amount - tax],
    ['tax_owed', tax],
    ['platform_fees', -fee],
    ['gateway_clearing', fee - amount],
  ],
  refund_failed: ({ amount, tax, fee }) => [
    ['gateway_clearing', amount - fee],
    ['platform_fees', fee],
    ['tax_owed', -tax],
    ['refunds', tax - amount],
  ],
  dispute_opened: ({ amount }) => [
    ['disputes_held', amount],
    ['gateway_clearing', -amount],
  ],
  dispute_won: ({ amount }) => [
    ['gateway_clearing', amount],
    ['disputes_held', -amount],
  ],
  dispute_lost: ({ amount, tax }) => [
    ['disputes', amount - tax],
    ['tax_owed', tax],
    ['disputes_held', -amount],
  ],
} as const satisfies Record<string, (parts: Parts) => readonly Posting[]>;

type Fact = keyof typeof POSTINGS;

/** Facts after which the buyer has got money back, or has it no more, and what documents they need. */
const DOCUMENTS = { refunded: 'credit_note', dispute_lost: 'credit_note', refund_failed: 'invoice' } as const;

type FinalFact = keyof typeof DOCUMENTS;

/** What must be in the books for each state. A refund that fails before it has succeeded has moved nothing. */
const REFUND_FACTS: Readonly<Record<RefundRow['state'], Fact[]>> = { pending: [], requires_action: [], succeeded: ['refunded'], failed: [] };
const DISPUTE_FACTS: Readonly<Record<DisputeRow['state'], Fact[]>> = {
  open: ['dispute_opened'],
  won: ['dispute_opened', 'dispute_won'],
  lost: ['dispute_opened', 'dispute_lost'],
};

interface Reversals {
  /** What was known before. */
  kept: { refunds: readonly RefundRow[]; disputes: readonly DisputeRow[] };
  refunds: readonly Change<RefundRow>[];
  disputes: readonly Change<DisputeRow>[];
}

/** Money that has gone back for good, or has come back. */
export interface Moved {
  fact: FinalFact;
  sourceId: string;
  amount: number;
  tax: number;
}

/** Enters what has happened to the money of an order in the books. Returns what needs a document. */
export async function bookReversals(trx: Executor, key: OrderKey, order: OrderRow, { kept, refunds, disputes }: Reversals, now: string): Promise<Moved[]> {
  const { currency, livemode } = order;
  const gone = (rows: readonly { state: string; amount: number }[], state: string) =>
    rows.reduce((sum, row) => (row.state === state ? sum + row.amount : sum), 0);
  let back = gone(kept.refunds, 'succeeded') + gone(kept.disputes, 'lost');
  let returned = refundedHere(kept.refunds);
  const moved: Moved[] = [];
  const facts = [
    ...refunds.flatMap(({ row, before }) => refundFacts(row, before).map((fact) => ({ fact, ...row, returnsFee: returnsFee(row) }))),
    ...disputes.flatMap(({ row, before }) => disputeFacts(row, before).map((fact) => ({ fact, ...row, returnsFee: false }))),
  ];
  for (const { fact, id: sourceId, amount, returnsFee: givesBack } of facts) {
    let [tax, fee] = [0, 0];
    const change = fact === 'refund_failed' ? -amount : amount;
    if (givesBack) {
      fee = Math.abs(platformFeeBetween(order, returned, returned + change));
      returned += change;
    }
    if (isFinal(fact)) {
      tax = Math.abs(taxBetween(order, back, back + change));
      back += change;
      moved.push({ fact, sourceId, amount, tax });
    }
    await recordMoney(trx, { ...key, fact, sourceId, currency, livemode, occurredAt: now, postings: POSTINGS[fact]({ amount, tax, fee }) });
  }
  return moved;
}

const isFinal = (fact: Fact): fact is FinalFact => fact in DOCUMENTS;

function refundFacts({ state }: RefundRow, before: RefundRow['state'] | null): Fact[] {
  if (state === before) return [];
  return before === 'succeeded' ? ['refund_failed'] : REFUND_FACTS[state];
}

function disputeFacts({ state }: DisputeRow, before: DisputeRow['state'] | null): Fact[] {
  const entered = before === null ? [] : DISPUTE_FACTS[before];
  return DISPUTE_FACTS[state].filter((fact) => !entered.includes(fact));
}

/** Issues the documents about money that has moved, at the end of the transaction: their numbers make others wait. */
export async function issueForReversals(trx: Executor, key: OrderKey, moved: readonly Moved[], now: string): Promise<void> {
  for (const { fact, ...document } of moved) await issueInvoice(trx, { ...key, kind: DOCUMENTS[fact], ...document }, now);
}
