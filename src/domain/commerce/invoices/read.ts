import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { jsonTime } from '../../../platform/database/json.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import type { Contents, InvoiceBuyer, InvoiceKind } from './issue.ts';
import { partyLines, printInvoice } from './print.ts';

/** Returns the number that a document shows. Documents about sandbox orders are marked as such and numbered separately. */
export const shownNumber = (invoice: string): RawBuilder<string> =>
  sql`case when ${sql.ref(`${invoice}.livemode`)} then '' else 'TEST-' end || case ${sql.ref(`${invoice}.kind`)} when 'invoice' then 'INV-' else 'CN-' end
    || ${sql.ref(`${invoice}.year`)} || '-' || lpad(${sql.ref(`${invoice}.number`)}::text, greatest(6, length(${sql.ref(`${invoice}.number`)}::text)), '0')`;

/** The documents about an order, oldest first. For queries that read `orders`. */
export const invoicesOfOrder: RawBuilder<Shape<'InvoiceSummary'>[]> = sql`(select coalesce(json_agg(json_build_object(
    'number', ${shownNumber('i')}, 'kind', i.kind, 'amount', i.amount, 'tax', i.tax,
    'issued_at', ${jsonTime(sql`i.issued_at`)}) order by i.id), '[]')
  from invoices i where i.organisation_id = orders.organisation_id and i.order_id = orders.id)`;

const selectInvoices = (db: Executor, organisationId: string, orderId: string) =>
  db
    .selectFrom('invoices')
    .innerJoin('orders', (join) => join.onRef('orders.organisation_id', '=', 'invoices.organisation_id').onRef('orders.id', '=', 'invoices.order_id'))
    .where('invoices.organisation_id', '=', organisationId)
    .where('invoices.order_id', '=', orderId);

export interface InvoiceFile {
  name: string;
  content: Buffer;
}

type InvoiceTools = Pick<Tools, 'db' | 'typesetter'>;

/**
 * Prints a document about an order of the caller.
 * @param number the number that the document shows; by default that of the invoice about the payment
 * @throws NotFoundError also if nothing was paid
 */
export function downloadOwnInvoice(tools: InvoiceTools, { organisationId, actorId }: Caller, orderId: string, number?: string): Promise<InvoiceFile> {
  requireIds(orderId);
  return printFirst(tools, selectInvoices(tools.db, organisationId, orderId).where('orders.buyer_id', '=', actorId), number);
}

/**
 * Prints a document about any order of the organisation, even if the buyer was erased.
 * @param number the number that the document shows; by default that of the invoice about the payment
 * @throws NotFoundError also if nothing was paid
 * @throws DomainError permission_denied
 */
export async function downloadInvoice(tools: InvoiceTools, { organisationId, role }: Caller, orderId: string, number?: string): Promise<InvoiceFile> {
  if (role !== 'owner') throw new DomainError('permission_denied', "Only owners may read all buyers' invoices.");
  requireIds(orderId);
  return printFirst(tools, selectInvoices(tools.db, organisationId, orderId), number);
}

/** @throws NotFoundError */
async function printFirst({ typesetter }: InvoiceTools, invoices: ReturnType<typeof selectInvoices>, number: string | undefined): Promise<InvoiceFile> {
  const found = await invoices
    .$call((query) => (number === undefined ? query.where('invoices.source_id', 'is', null) : query.where(shownNumber('invoices'), '=', number)))
    .select(['invoices.amount', 'invoices.tax', 'invoices.livemode', 'invoices.issued_at', 'invoices.source_id', shownNumber('invoices').as('number')])
    .select([
      sql<InvoiceKind>`invoices.kind`.as('kind'),
      sql<Contents>`invoices.contents`.as('contents'),
      sql<InvoiceBuyer | null>`invoices.buyer`.as('buyer'),
      sql<string | null>`(select ${shownNumber('paid')} from invoices paid where paid.organisation_id = invoices.organisation_id
        and paid.order_id = invoices.order_id and paid.source_id is null)`.as('paid_number'),
    ])
    .orderBy('invoices.id')
    .limit(1)
    .executeTakeFirstOrThrow(() => new NotFoundError());
  const { buyer, contents } = found;
  const business = buyer?.business ? partyLines(contents.language, buyer.business) : [];
  return {
    name: `${found.number}.pdf`,
    content: await printInvoice({ typesetter }, { ...found, buyer: buyer ? [...new Set([...business, buyer.name, buyer.email])] : [] }),
  };
}
