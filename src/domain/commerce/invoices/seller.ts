import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { Faults } from '../../kernel/errors.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { checkCountry } from '../../kernel/locale.ts';
import type { Tools } from '../../kernel/tools.ts';
import { lockOrganisation } from '../../organisations/organisations/lock.ts';
import { keepSaleTerms } from '../consent/sale-terms.ts';

type Seller = Shape<'SellerDetails'>;

const NOTHING: Seller = {
  ...{ legal_name: null, address: null, country: null, vat_id: null, tax: null, prices_include_tax: true, gateway_tax: false, takes_delayed_payments: true },
  ...{ terms: null, immediate_access: null, terms_version: null },
};

async function readSeller(db: Executor, organisationId: string): Promise<Seller> {
  const row = await db
    .selectFrom('seller_details as seller')
    .leftJoin('sale_terms', (join) =>
      join.onRef('sale_terms.organisation_id', '=', 'seller.organisation_id').onRef('sale_terms.version', '=', 'seller.terms_version'),
    )
    .select(['legal_name', 'address', 'country', 'vat_id', 'tax_label', 'tax_rate', 'prices_include_tax', 'gateway_tax', 'takes_delayed_payments'])
    .select(['sale_terms.terms', 'sale_terms.immediate_access', 'seller.terms_version'])
    .where('seller.organisation_id', '=', organisationId)
    .executeTakeFirst();
  if (!row) return NOTHING;
  const { tax_label: label, tax_rate: rate, ...details } = row;
  return { ...details, tax: label === null || rate === null ? null : { label, rate } };
}

/** Returns the organisation's details as the seller on invoices, how it is paid, and what buyers must consent to. */
export const getSellerDetails = ({ db }: Pick<Tools, 'db'>, { organisationId }: Caller): Promise<Seller> => readSeller(db, organisationId);

/**
 * Replaces the seller's details on invoices, and the tax, the payment methods and the consent texts for orders that begin from now on.
 * @throws ValidationError if there is no such country
 */
export async function replaceSellerDetails({ db, clock }: Pick<Tools, 'db' | 'clock'>, caller: Caller, input: Shape<'SellerDetailsWrite'>): Promise<Seller> {
  const { organisationId } = caller;
  const faults = new Faults();
  if (typeof input.country === 'string') checkCountry(input.country, faults);
  faults.check();
  return inTransaction(db, async (trx) => {
    await lockOrganisation(trx, organisationId);
    const before = await readSeller(trx, organisationId);
    const texts = { terms: input.terms ?? null, immediate_access: input.immediate_access ?? null };
    const after: Seller = { ...NOTHING, ...input, ...texts, terms_version: await keepSaleTerms(trx, organisationId, texts, timeOf(clock)) };
    const { tax, terms, immediate_access, ...details } = after;
    const row = { ...details, tax_label: tax?.label ?? null, tax_rate: tax?.rate ?? null, updated_at: timeOf(clock) };
    await trx
      .insertInto('seller_details')
      .values({ organisation_id: organisationId, ...row })
      .onConflict((conflict) => conflict.column('organisation_id').doUpdateSet(row))
      .execute();
    await recordChange(trx, caller, { action: 'seller_details.replaced', objectId: organisationId, before: { ...before }, after: { ...after } });
    if (after.country !== before.country || after.vat_id !== before.vat_id)
      await enqueue(trx, 'follow_seller_details', { organisation_id: organisationId }, { key: `follow_seller_details ${organisationId}` });
    return after;
  });
}
