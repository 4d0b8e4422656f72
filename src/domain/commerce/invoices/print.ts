import { readFileSync } from 'node:fs';
import { longDate } from '../../certificates/printing/labels.ts';
import { moneyText } from '../../kernel/money.ts';
import type { Tools } from '../../kernel/tools.ts';
import type { Contents, InvoiceBuyer, InvoiceKind } from './issue.ts';
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
  /** Null if the buyer's account was deleted before the document was issued, or the document need not be kept any more. */
  buyer: InvoiceBuyer | null;
  /** RFC 3339. */
  issued_at: string;
}

/** Prints an invoice or a credit note in the language of the seller, or else in English. The same document always has the same bytes. */
export function printInvoice({ typesetter }: Pick<Tools, 'typesetter'>, invoice: PrintedInvoice): Promise<Buffer> {
  const { kind, number, paid_number, source_id, livemode, amount, tax, contents, buyer, issued_at } = invoice;
  const { language: spoken, seller, issued_on, paid_on, title, quantity, currency, subtotal, coupon_code, discount, total, tax_lines } = contents;
  const found = LANGUAGES.find((each) => each === new Intl.Locale(spoken).language);
  const [labels, language] = found ? [texts[found], spoken] : [texts.en, 'en'];
  const money = (value: number) => moneyText(language, value, currency);
  const facts = [
    [labels.number, number],
    [labels.date, longDate(language, issued_on)],
    ...(source_id === null ? [[labels.paid, longDate(language, paid_on)]] : [[labels.concerns, paid_number ?? '']]),
  ];
  const item = quantity > 1 ? `${title} (${labels.quantity}: ${quantity})` : title;
  const lines =
    source_id === null
      ? [[item, money(subtotal)], ...(discount > 0 ? [[`${labels.discount}: ${coupon_code}`, money(-discount)]] : [])]
      : [[`${kind === 'credit_note' ? labels.refunded : labels.restored}: ${item}`, money(amount)]];
  return typesetter.pdf({
    template: TEMPLATE,
    title: `${labels[kind]} ${number}`,
    language,
    date: issued_at,
    inputs: {
      heading: labels[kind],
      facts,
      seller: [labels.seller, seller.name, ...(seller.address ?? '').split('\n'), ...(seller.vat_id === null ? [] : [`${labels.vat_id}: ${seller.vat_id}`])],
      buyer: buyer ? [labels.buyer, ...new Set([buyer.name, buyer.email])] : [],
      columns: [labels.item, labels.amount],
      lines,
      total: [labels.total, money(amount)],
      taxes: [
        ...(tax > 0 ? [[labels.untaxed, money(amount - tax)]] : []),
        ...taxTexts(tax_lines, { total, amount, tax }).map(([line, share]) => [`${labels.includes} ${line}`, money(share)]),
      ],
      test: livemode ? null : labels.test,
    },
  });

  function taxTexts(kept: readonly TaxLine[], of: { total: number; amount: number; tax: number }): [string, number][] {
    const percent = (rate: number) => new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 }).format(rate / 10_000);
    const [only, ...more] = kept;
    if (only && more.length === 0) return [[`${only.label} (${percent(only.rate)})`, of.tax]];
    return kept.map(({ label, rate, amount: share }) => [`${label} (${percent(rate)})`, taxBetween({ total: of.total, tax: share }, 0, of.amount)]);
  }
}
