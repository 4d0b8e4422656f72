import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { DomainError, NotFoundError } from '../../kernel/errors.ts';
import { newId, requireIds } from '../../kernel/ids.ts';
import { countRows, onPage } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import { byKind, type Contents, type InvoiceKind } from '../invoices/issue.ts';
import { type Party, partyLines, printInvoice } from '../invoices/print.ts';
import { type InvoiceFile, shownNumber } from '../invoices/read.ts';
import { titleOf } from './offers.ts';

/** The contents of a document of the service at the time when it was issued. The organisation is the buyer. */
interface PlatformContents extends Contents {
  buyer: Party;
}

/** The payment or the reversal that a document is about. */
interface IssuedFor {
  organisationId: string;
  paymentId: string;
  kind: InvoiceKind;
  /** The ID of the refund or the dispute; null for the payment. */
  sourceId: string | null;
  amount: number;
  /** The tax that the amount contains. */
  tax: number;
}

/**
 * Issues documents about what an organisation has paid the service, each under the next number of its kind and year. All documents of the service share their
 * numbers, so others wait until the transaction ends: issuing them must be its last step, and their contents are read before the first number is taken.
 * @param now RFC 3339
 */
export async function issuePlatformInvoices(trx: Executor, documents: readonly IssuedFor[], now: string): Promise<void> {
  const titled: [IssuedFor, string][] = [];
  for (const document of byKind(documents)) titled.push([document, await readTitle(trx, document)]);
  for (const [document, title] of titled) await issueInvoice(trx, document, title, now);
}

/** Reads the title of the item that was paid for. */
async function readTitle(trx: Executor, { organisationId, paymentId }: IssuedFor): Promise<string> {
  const { kind, item_id } = await trx
    .selectFrom('platform_payments as paid')
    .innerJoin('platform_purchases as purchase', (join) =>
      join.onRef('purchase.organisation_id', '=', 'paid.organisation_id').onRef('purchase.id', '=', 'paid.purchase_id'),
    )
    .select(['paid.item_id', sql<'plan' | 'storage'>`purchase.kind`.as('kind')])
    .where('paid.organisation_id', '=', organisationId)
    .where('paid.id', '=', paymentId)
    .executeTakeFirstOrThrow();
  return titleOf(trx, kind, item_id);
}

async function issueInvoice(trx: Executor, about: IssuedFor, title: string, now: string): Promise<void> {
  const { organisationId, paymentId, kind, sourceId, amount, tax } = about;
  const dayOf = (time: unknown) => sql`to_char(${time}::timestamptz at time zone own.timezone, 'YYYY-MM-DD')`;
  await sql`
    with described as (
      select purchase.livemode, extract(year from ${now}::timestamptz at time zone own.timezone)::integer as year,
        jsonb_build_object(
          'language', organisations.language, 'seller', jsonb_build_object('name', own.name, 'address', own.address, 'vat_id', own.vat_id),
          'buyer', jsonb_build_object('name', coalesce(details.legal_name, organisations.name), 'address', details.address, 'vat_id', details.vat_id),
          'issued_on', ${dayOf(now)}, 'paid_on', ${dayOf(sql`paid.paid_at`)},
          'title', ${title}::text || ', ' || ${dayOf(sql`paid.period_start`)} || ' – ' || ${dayOf(sql`paid.period_end`)}, 'quantity', 1,
          'currency', paid.currency, 'subtotal', paid.amount, 'coupon_code', null, 'discount', 0, 'total', paid.amount, 'tax_lines', paid.tax_lines,
          'reverse_charge', paid.reverse_charge) as contents
      from platform_payments paid
        join platform_purchases purchase on purchase.organisation_id = paid.organisation_id and purchase.id = paid.purchase_id
        join organisations on organisations.id = paid.organisation_id
        left join seller_details details on details.organisation_id = paid.organisation_id
        cross join platform_seller own
      where paid.organisation_id = ${organisationId} and paid.id = ${paymentId}
    ), numbered as (
      insert into platform_invoice_numbers as kept (livemode, kind, year, last_number)
        select livemode, ${kind}, year, 1 from described
        on conflict (livemode, kind, year) do update set last_number = kept.last_number + 1
        returning last_number
    )
    insert into platform_invoices (id, payer_id, payment_id, source_id, kind, livemode, year, number, amount, tax, contents, issued_at)
      select ${newId()}::uuid, ${organisationId}::uuid, ${paymentId}::uuid, ${sourceId}::uuid, ${kind}, livemode, year, last_number, ${amount}::bigint,
        ${tax}::bigint, contents, ${now}::timestamptz from described, numbered`.execute(trx);
}

/** @throws DomainError permission_denied */
function requireOwner({ role }: Caller): void {
  if (role !== 'owner') throw new DomainError('permission_denied', "Only owners may read the organisation's invoices.");
}

const invoicesOf = (db: Executor, { organisationId }: Caller) => db.selectFrom('platform_invoices').where('platform_invoices.payer_id', '=', organisationId);

/**
 * Lists the invoices and credit notes about what the organisation has paid the service, newest first.
 * @throws DomainError permission_denied
 */
export async function listPlatformInvoices({ db }: Pick<Tools, 'db'>, caller: Caller, paging: Paging): Promise<Page<Shape<'PlatformInvoice'>>> {
  requireOwner(caller);
  const matching = invoicesOf(db, caller);
  const [count, results] = await Promise.all([
    countRows(matching),
    matching
      .select(['id', shownNumber('platform_invoices').as('number'), sql<InvoiceKind>`kind`.as('kind'), 'amount', 'tax', 'livemode', 'issued_at'])
      .select([sql<string>`contents ->> 'title'`.as('title'), sql<string>`contents ->> 'currency'`.as('currency')])
      .orderBy('id', 'desc')
      .$call(onPage(paging))
      .execute(),
  ]);
  return { count, results };
}

/**
 * Prints a document about what the organisation has paid the service.
 * @throws NotFoundError
 * @throws DomainError permission_denied
 */
export async function downloadPlatformInvoice({ db, typesetter }: Pick<Tools, 'db' | 'typesetter'>, caller: Caller, id: string): Promise<InvoiceFile> {
  requireOwner(caller);
  requireIds(id);
  const found = await invoicesOf(db, caller)
    .where('id', '=', id)
    .select(['amount', 'tax', 'livemode', 'issued_at', 'source_id', shownNumber('platform_invoices').as('number')])
    .select([
      sql<InvoiceKind>`kind`.as('kind'),
      sql<PlatformContents>`contents`.as('contents'),
      sql<string | null>`(select ${shownNumber('paid')} from platform_invoices paid where paid.payer_id = platform_invoices.payer_id
        and paid.payment_id = platform_invoices.payment_id and paid.source_id is null)`.as('paid_number'),
    ])
    .executeTakeFirstOrThrow(() => new NotFoundError());
  const { language, buyer } = found.contents;
  return { name: `${found.number}.pdf`, content: await printInvoice({ typesetter }, { ...found, buyer: partyLines(language, buyer) }) };
}
