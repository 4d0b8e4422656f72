import type { ReversalTimes } from '../../../platform/payments/payments.ts';
import { factTime } from '../gateway/fact-time.ts';
import { type TaxedTotal, taxBetween } from '../invoices/tax.ts';
import type { MoneyFact } from '../orders/ledger.ts';
import { type ChargedTotal, platformFeeBetween } from '../orders/platform-fee.ts';
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

/** Facts that the gateway dates by the end of a refund or a dispute, and not by its beginning. */
const ENDINGS: readonly Fact[] = ['refund_failed', 'dispute_won', 'dispute_lost'];

const timeOf = (fact: Fact, { begunAt, endedAt }: ReversalTimes, now: string): string => factTime(ENDINGS.includes(fact) ? endedAt : begunAt, now);

/** What must be in the books for each state. A refund that fails before it has succeeded has moved nothing. */
const REFUND_FACTS: Readonly<Record<RefundRow['state'], Fact[]>> = { pending: [], requires_action: [], succeeded: ['refunded'], failed: [] };
const DISPUTE_FACTS: Readonly<Record<DisputeRow['state'], Fact[]>> = {
  open: ['dispute_opened'],
  won: ['dispute_opened', 'dispute_won'],
  lost: ['dispute_opened', 'dispute_lost'],
};

export interface ChangedReversals {
  /** What was known before. */
  kept: { refunds: readonly RefundRow[]; disputes: readonly DisputeRow[] };
  refunds: readonly Change<RefundRow>[];
  disputes: readonly Change<DisputeRow>[];
}

/** Something that has happened to the money of a payment. */
interface ReversalFact {
  fact: Fact;
  /** The refund or the dispute. */
  sourceId: string;
  /** RFC 3339 */
  occurredAt: string;
  amount: number;
  tax: number;
  postings: readonly Posting[];
  /** What document the buyer needs about it. */
  document: 'invoice' | 'credit_note' | null;
}

/** Returns what has happened to the money of a payment, in order, and what it moves in the books. Shares of tax and fee add up to those of the payment. */
export function reversalFacts(paid: ChargedTotal & TaxedTotal, { kept, refunds, disputes }: ChangedReversals, now: string): ReversalFact[] {
  const gone = (rows: readonly { state: string; amount: number }[], state: string) =>
    rows.reduce((sum, row) => (row.state === state ? sum + row.amount : sum), 0);
  let back = gone(kept.refunds, 'succeeded') + gone(kept.disputes, 'lost');
  let returned = refundedHere(kept.refunds);
  const facts = [
    ...refunds.flatMap(({ row, before, times }) => refundFacts(row, before).map((fact) => ({ fact, ...row, times, returnsFee: returnsFee(row) }))),
    ...disputes.flatMap(({ row, before, times }) => disputeFacts(row, before).map((fact) => ({ fact, ...row, times, returnsFee: false }))),
  ];
  return facts.map(({ fact, id: sourceId, amount, times, returnsFee: givesBack }) => {
    let [tax, fee] = [0, 0];
    const change = fact === 'refund_failed' ? -amount : amount;
    if (givesBack) {
      fee = Math.abs(platformFeeBetween(paid, returned, returned + change));
      returned += change;
    }
    if (isFinal(fact)) {
      tax = Math.abs(taxBetween(paid, back, back + change));
      back += change;
    }
    return {
      fact,
      sourceId,
      occurredAt: timeOf(fact, times, now),
      amount,
      tax,
      postings: POSTINGS[fact]({ amount, tax, fee }),
      document: isFinal(fact) ? DOCUMENTS[fact] : null,
    };
  });
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
