import type { Executor } from '../../../platform/database/connect.ts';
import { isReverseCharge } from '../invoices/reverse-charge.ts';
import { type TaxRate, taxRateOf } from '../invoices/tax.ts';
import { isVatIdOf, vatIdOf } from '../invoices/vat-ids.ts';

/** Returns the tax that the prices of the service contain, if any. The operator decides about it. */
export const readPlatformTax = async (db: Executor): Promise<TaxRate | null> => taxRateOf(await readSeller(db));

/**
 * Returns whether an organisation that buys now owes the tax itself: both sides are taxed in the European Union, in two member states, and the VAT ID in its
 * details as a seller has the form of its country.
 */
export async function owesPlatformTax(db: Executor, organisationId: string): Promise<boolean> {
  const details = await db.selectFrom('seller_details').select(['country', 'vat_id']).where('organisation_id', '=', organisationId).executeTakeFirst();
  const { country = null, vat_id = null } = details ?? {};
  if (country === null || vat_id === null || !isVatIdOf(country, vatIdOf(vat_id))) return false;
  return isReverseCharge(await readSeller(db), { country, vat_id });
}

const readSeller = (db: Executor) => db.selectFrom('platform_seller').select(['tax_label', 'tax_rate', 'country', 'vat_id']).executeTakeFirstOrThrow();

/** Returns how the service calls itself on pages of the gateway and on invoices. */
export const readPlatformName = async (db: Executor): Promise<string> => (await db.selectFrom('platform_seller').select('name').executeTakeFirstOrThrow()).name;
