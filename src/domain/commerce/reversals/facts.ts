import type { ReversalTimes } from '../../../platform/payments/payments.ts';
import { factTime } from '../gateway/fact-time.ts';
import { type TaxedTotal, taxBetween } from '../invoices/tax.ts';
import type { MoneyFact } from '../orders/ledger.ts';
import { type ChargedTotal, platformFeeBetween } from '../orders/platform-fee.ts';
import type { Change, DisputeRow, RefundRow } from './columns.ts';
import { refundedHere, returnsFee } from './fee-share.ts';

type Posting = MoneyFact['postings'][number];

/**
 * The amounts of a refund or a dispute: the whole, the tax that it contains, the fee that the platform gives back, and the loss beyond the payment. A bank can
 * take back all of a payment that was partly refunded before: the seller then loses that part twice.
 */
interface Parts {
  amount: number;
  tax: number;
  fee: number;
  loss: number;
}

/** The postings of each fact in the books. Money of an open dispute is held until the bank has decided. */
const POSTINGS = {
  refunded: ({ amount, tax, fee, loss }) => [
    ['refunds', amount - loss - tax],
    ['losses', loss],
    ['tax_owed', tax],
    ['platform_fees', -fee],
    ['gateway_clearing', fee - amount],
  ],
  refund_failed: ({ amount, tax, fee, loss }) => [
    ['gateway_clearing', amount - fee],
    ['platform_fees', fee],
    ['tax_owed', -tax],
    ['losses', -loss],
    ['refunds', tax + loss - amount],
  ],
  dispute_opened: ({ amount }) => [
    ['disputes_held', amount],
    ['gateway_clearing', -amount],
  ],
  dispute_won: ({ amount }) => [
    ['gateway_clearing', amount],
    ['disputes_held', -amount],
  ],
  dispute_lost: ({ amount, tax, loss }) => [
    ['disputes', amount - loss - tax],
    ['losses', loss],
    ['tax_owed', tax],
    ['disputes_held', -amount],
  ],
} as const satisfies Record<string, (parts: Parts) => readonly Posting[]>;

type Fact = keyof typeof POSTINGS;

/** The facts after which the buyer has got money back, or no longer has it, and the kinds of documents that they need. */
const DOCUMENTS = { refunded: 'credit_note', dispute_lost: 'credit_note', refund_failed: 'invoice' } as const;

type FinalFact = keyof typeof DOCUMENTS;

/** The facts that the gateway dates by the end of a refund or a dispute, and not by its beginning. */
const ENDINGS: readonly Fact[] = ['refund_failed', 'dispute_won', 'dispute_lost'];

const timeOf = (fact: Fact, { begunAt, endedAt }: ReversalTimes, now: string): string => factTime(ENDINGS.includes(fact) ? endedAt : begunAt, now);

/** The facts that must be in the books for each state. A refund that fails before it has succeeded has moved no money. */
const REFUND_FACTS: Readonly<Record<RefundRow['state'], Fact[]>> = { pending: [], requires_action: [], succeeded: ['refunded'], failed: [] };
const DISPUTE_FACTS: Readonly<Record<DisputeRow['state'], Fact[]>> = {
  open: ['dispute_opened'],
  won: ['dispute_opened', 'dispute_won'],
  lost: ['dispute_opened', 'dispute_lost'],
};

export interface ChangedReversals {
  /** The refunds and disputes that were known before. */
  kept: { refunds: readonly RefundRow[]; disputes: readonly DisputeRow[] };
  refunds: readonly Change<RefundRow>[];
  disputes: readonly Change<DisputeRow>[];
}

/** A fact about the money of a payment. */
interface ReversalFact {
  fact: Fact;
  /** The ID of the refund or the dispute. */
  sourceId: string;
  /** RFC 3339 */
  occurredAt: string;
  postings: readonly Posting[];
  /** The document that the buyer needs about the fact, if any. All documents about a payment together never credit more than it. */
  document: { kind: 'invoice' | 'credit_note'; amount: number; tax: number } | null;
}

/**
 * Returns the new facts about the money of a payment with their postings in the books, those of money that came back before those of money that went. The
 * shares of tax and fee add up to those of the payment.
 */
export function reversalFacts(paid: ChargedTotal & TaxedTotal, { kept, refunds, disputes }: ChangedReversals, now: string): ReversalFact[] {
  const gone = (rows: readonly { state: string; amount: number }[], state: string) =>
    rows.reduce((sum, row) => (row.state === state ? sum + row.amount : sum), 0);
  let back = gone(kept.refunds, 'succeeded') + gone(kept.disputes, 'lost');
  let returned = refundedHere(kept.refunds);
  const facts = [
    ...refunds.flatMap(({ row, before, times }) => refundFacts(row, before).map((fact) => ({ fact, ...row, times, returnsFee: returnsFee(row) }))),
    ...disputes.flatMap(({ row, before, times }) => disputeFacts(row, before).map((fact) => ({ fact, ...row, times, returnsFee: false }))),
  ].toSorted((one, other) => Number(other.fact === 'refund_failed') - Number(one.fact === 'refund_failed'));
  const covered = (sum: number) => Math.min(sum, paid.total);
  return facts.map(({ fact, id: sourceId, amount, times, returnsFee: givesBack }) => {
    let [tax, fee, loss] = [0, 0, 0];
    const change = fact === 'refund_failed' ? -amount : amount;
    if (givesBack) {
      fee = Math.abs(platformFeeBetween(paid, returned, returned + change));
      returned += change;
    }
    if (isFinal(fact)) {
      tax = Math.abs(taxBetween(paid, back, back + change));
      loss = amount - Math.abs(covered(back + change) - covered(back));
      back += change;
    }
    return {
      fact,
      sourceId,
      occurredAt: timeOf(fact, times, now),
      postings: POSTINGS[fact]({ amount, tax, fee, loss }),
      document: isFinal(fact) && amount > loss ? { kind: DOCUMENTS[fact], amount: amount - loss, tax } : null,
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
