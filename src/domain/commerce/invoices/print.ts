import { readFileSync } from 'node:fs';
import { longDate } from '../../certificates/printing/labels.ts';
import { moneyText } from '../../kernel/money.ts';
import type { Tools } from '../../kernel/tools.ts';
import type { Contents, InvoiceKind } from './issue.ts';
import texts from './labels.json' with { type: 'json' };
import { type TaxLine, taxBetween } from './tax.ts';

const TEMPLATE = readFileSync(new URL('invoice.typ', import.meta.url), 'utf8');

const LANGUAGES = Object.keys(texts) as (keyof typeof texts)[];

interface PrintedInvoice {
  kind: InvoiceKind;
  number: string;
  /** The number of the invoice about the payment. */
  paid_number: string | null;
  source_id: string | null;
  livemode: boolean;
  amount: number;
  tax: number;
  contents: Contents;
  /** The lines about the buyer; none if the buyer was erased before the document was issued, or if it need not be kept any longer. */
  buyer: readonly string[];
  /** RFC 3339. */
  issued_at: string;
}

/** The details of a business on a document. */
export interface Party {
  name: string;
  address: string | null;
  vat_id: string | null;
}

/** Returns the lines about a business on a document in this language. */
export const partyLines = (language: string, { name, address, vat_id }: Party): string[] => [
  name,
  ...(address === null ? [] : address.split('\n')),
  ...(vat_id === null ? [] : [`${labelsOf(language).labels.vat_id}: ${vat_id}`]),
];

/** Returns the texts of a language, or else the English ones, and the language that they are in. */
function labelsOf(spoken: string) {
  const found = LANGUAGES.find((each) => each === new Intl.Locale(spoken).language);
  return found ? { labels: texts[found], language: spoken } : { labels: texts.en, language: 'en' };
}

/** Prints an invoice or a credit note in the language of the seller, or else in English. The same document always has the same bytes. */
export function printInvoice({ typesetter }: Pick<Tools, 'typesetter'>, invoice: PrintedInvoice): Promise<Buffer> {
  const { kind, number, paid_number, source_id, livemode, amount, tax, contents, buyer, issued_at } = invoice;
  const {
    language: spoken,
    seller,
    issued_on,
    paid_on,
    title,
    quantity,
    currency,
    subtotal,
    coupon_code,
    discount,
    total,
    tax_lines,
    prices_include_tax = true,
    reverse_charge,
  } = contents;
  const { labels, language } = labelsOf(spoken);
  const money = (value: number) => moneyText(language, value, currency);
  const facts = [
    [labels.number, number],
    [labels.date, longDate(language, issued_on)],
    ...(source_id === null ? [[labels.paid, longDate(language, paid_on)]] : [[labels.concerns, paid_number ?? '']]),
  ];
  const taxes = taxTexts(tax_lines, { total, amount, tax });
  // A document about a payment adds the tax to the prices, as the order does. A document about another amount states the tax that the amount contains.
  const isAdded = source_id === null && !prices_include_tax;
  const item = quantity > 1 ? `${title} (${labels.quantity}: ${quantity})` : title;
  const lines =
    source_id === null
      ? [
          [item, money(subtotal)],
          ...(discount > 0 ? [[coupon_code === null ? labels.discount : `${labels.discount}: ${coupon_code}`, money(-discount)]] : []),
          ...(isAdded ? taxes.map(([line, share]) => [line, money(share)]) : []),
        ]
      : [[`${kind === 'credit_note' ? labels.refunded : labels.restored}: ${item}`, money(amount)]];
  return typesetter.pdf({
    template: TEMPLATE,
    title: `${labels[kind]} ${number}`,
    language,
    date: issued_at,
    inputs: {
      heading: labels[kind],
      facts,
      seller: [labels.seller, ...partyLines(language, seller)],
      buyer: buyer.length > 0 ? [labels.buyer, ...buyer] : [],
      columns: [labels.item, labels.amount],
      lines,
      total: [labels.total, money(amount)],
      taxes: [
        ...(tax > 0 ? [[labels.untaxed, money(amount - tax)]] : []),
        ...(isAdded ? [] : taxes.map(([line, share]) => [`${labels.includes} ${line}`, money(share)])),
      ],
      notes: [...(reverse_charge ? [labels.reverse_charge] : []), ...(livemode ? [] : [labels.test])],
    },
  });

  function taxTexts(kept: readonly TaxLine[], of: { total: number; amount: number; tax: number }): [string, number][] {
    const percent = (rate: number) => new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 }).format(rate / 10_000);
    const [only, ...more] = kept;
    if (only && more.length === 0) return [[`${only.label} (${percent(only.rate)})`, of.tax]];
    return kept.map(({ label, rate, amount: share }) => [`${label} (${percent(rate)})`, taxBetween({ total: of.total, tax: share }, 0, of.amount)]);
  }
}
