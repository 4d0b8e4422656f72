import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { newId } from '../../kernel/ids.ts';
import type { Business } from './reverse-charge.ts';
import type { TaxLine } from './tax.ts';

export type InvoiceKind = 'invoice' | 'credit_note';

/** The contents of a document at the time when it was issued. */
export interface Contents {
  /** The seller's language (BCP 47). */
  language: string;
  seller: { name: string; address: string | null; vat_id: string | null };
  /** YYYY-MM-DD, in the time zone of the seller. */
  issued_on: string;
  paid_on: string;
  title: string;
  quantity: number;
  currency: string;
  subtotal: number;
  coupon_code: string | null;
  discount: number;
  total: number;
  tax_lines: TaxLine[];
  /** Whether the subtotal contains the tax. Missing in documents from before subtotals without tax were possible. */
  prices_include_tax?: boolean;
  /** Whether the buyer owes the tax. Missing in documents from before that was possible. */
  reverse_charge?: boolean;
}

/** The buyer, whose data are erased when the document need not be kept any longer. */
export interface InvoiceBuyer {
  /** The buyer's name, or the email address of a guest, whose name is not known. */
  name: string;
  email: string;
  /** The business for which the buyer has bought, if any. */
  business?: Business;
}

/** The order or the reversal that a document is about. */
export interface IssuedFor {
  organisationId: string;
  orderId: string;
  kind: InvoiceKind;
  /** The ID of the refund or the dispute; null for the payment. */
  sourceId: string | null;
  /** The tax that the amount contains. */
  tax: number;
  amount: number;
}

/**
 * Issues documents about locked orders, each under the next number of its kind and year. Other documents of the organisation wait until the transaction ends.
 * Issuing them must therefore be its last step, after all other locks, and all transactions take the numbers in the same order.
 * @param now RFC 3339
 */
export async function issueInvoices(trx: Executor, documents: readonly IssuedFor[], now: string): Promise<void> {
  for (const document of byKind(documents)) await issueInvoice(trx, document, now);
}

/** Sorts documents in the order in which all transactions take their numbers. */
export const byKind = <D extends { kind: InvoiceKind }>(documents: readonly D[]): D[] =>
  documents.toSorted((one, other) => (one.kind < other.kind ? -1 : one.kind > other.kind ? 1 : 0));

async function issueInvoice(trx: Executor, { organisationId, orderId, kind, sourceId, amount, tax }: IssuedFor, now: string): Promise<void> {
  const dayOf = (time: unknown) => sql`to_char(${time}::timestamptz at time zone organisations.timezone, 'YYYY-MM-DD')`;
  await sql`
    with described as (
      select organisations.id as organisation_id, orders.id as order_id, orders.livemode,
        extract(year from ${now}::timestamptz at time zone organisations.timezone)::integer as year,
        jsonb_build_object(
          'language', organisations.language,
          'seller', jsonb_build_object('name', coalesce(seller.legal_name, organisations.name), 'address', seller.address, 'vat_id', seller.vat_id),
          'issued_on', ${dayOf(now)}, 'paid_on', ${dayOf(sql`orders.paid_at`)},
          'title', orders.course_title, 'quantity', orders.quantity, 'currency', orders.currency, 'subtotal', orders.subtotal,
          'coupon_code', orders.coupon_code, 'discount', orders.discount, 'total', orders.total, 'tax_lines', orders.tax_lines,
          'prices_include_tax', orders.prices_include_tax, 'reverse_charge', orders.reverse_charge) as contents,
        case when users.id is not null then jsonb_build_object('name', users.name, 'email', users.email)
          when guest.email is not null then jsonb_build_object('name', guest.email, 'email', guest.email) end
          || case when orders.business is null then '{}' else jsonb_build_object('business', orders.business) end as buyer
      from orders join organisations on organisations.id = orders.organisation_id
        left join seller_details seller on seller.organisation_id = orders.organisation_id
        left join users on users.id = orders.buyer_id
        left join guest_orders guest on guest.organisation_id = orders.organisation_id and guest.order_id = orders.id
      where orders.organisation_id = ${organisationId} and orders.id = ${orderId}
    ), numbered as (
      insert into invoice_numbers as kept (organisation_id, livemode, kind, year, last_number)
        select organisation_id, livemode, ${kind}, year, 1 from described
        on conflict (organisation_id, livemode, kind, year) do update set last_number = kept.last_number + 1
        returning last_number
    )
    insert into invoices (organisation_id, id, order_id, source_id, kind, livemode, year, number, amount, tax, contents, buyer, issued_at)
      select organisation_id, ${newId()}::uuid, order_id, ${sourceId}::uuid, ${kind}, livemode, year, last_number, ${amount}::bigint, ${tax}::bigint, contents, buyer,
        ${now}::timestamptz from described, numbered`.execute(trx);
}
