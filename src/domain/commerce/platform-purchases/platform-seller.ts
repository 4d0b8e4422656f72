import type { Executor } from '../../../platform/database/connect.ts';
import { isReverseCharge, payable } from '../invoices/reverse-charge.ts';
import { type TaxRate, taxRateOf } from '../invoices/tax.ts';
import { isVatIdOf, vatIdOf } from '../invoices/vat-ids.ts';

/** Returns the tax that the prices of the service contain, if any. The operator sets it. */
export const readPlatformTax = async (db: Executor): Promise<TaxRate | null> => taxRateOf(await readSeller(db));

interface Asked {
  /** The price with the tax. */
  price: number;
  currency: string;
  reverseCharge: boolean;
}

/** Returns the amount that an organisation pays at a price of the service. */
export const amountOf = async (db: Executor, { price, currency, reverseCharge }: Asked): Promise<number> =>
  payable(price, { tax: await readPlatformTax(db), pricesIncludeTax: true, reverseCharge }, currency);

/** The party that owes the tax, according to the current details of both sides. */
export interface TaxDuty {
  /** Whether the organisation owes the tax, and pays prices without it. */
  reverseCharge: boolean;
  /** Number of changes of the service's details so far. */
  sellerRevision: number;
}

/**
 * Decides who owes the tax on what an organisation pays the service: the organisation does if both sides are taxed in the European Union, in two member states,
 * and the VAT ID in its details as a seller has the form of its country.
 */
export async function readTaxDuty(db: Executor, organisationId: string): Promise<TaxDuty> {
  const { revision: sellerRevision, ...seller } = await readSeller(db);
  const details = await db.selectFrom('seller_details').select(['country', 'vat_id']).where('organisation_id', '=', organisationId).executeTakeFirst();
  const { country = null, vat_id = null } = details ?? {};
  const isBusiness = country !== null && vat_id !== null && isVatIdOf(country, vatIdOf(vat_id));
  return { reverseCharge: isBusiness && isReverseCharge(seller, { country, vat_id }), sellerRevision };
}

const readSeller = (db: Executor) =>
  db.selectFrom('platform_seller').select(['tax_label', 'tax_rate', 'country', 'vat_id', 'revision']).executeTakeFirstOrThrow();

/** Returns the name of the service on pages of the gateway and on invoices. */
export const readPlatformName = async (db: Executor): Promise<string> => (await db.selectFrom('platform_seller').select('name').executeTakeFirstOrThrow()).name;
