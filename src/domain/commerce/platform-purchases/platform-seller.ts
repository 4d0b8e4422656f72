import type { Executor } from '../../../platform/database/connect.ts';
import type { TaxRate } from '../invoices/tax.ts';

/** Returns the tax that the prices of the service contain, if any. The operator decides about it. */
export async function readPlatformTax(db: Executor): Promise<TaxRate | null> {
  const {
    tax_label: label,
    tax_rate: rate,
    country,
  } = await db.selectFrom('platform_seller').select(['tax_label', 'tax_rate', 'country']).executeTakeFirstOrThrow();
  return label === null || rate === null ? null : { label, rate, country };
}

/** Returns how the service calls itself on pages of the gateway and on invoices. */
export const readPlatformName = async (db: Executor): Promise<string> => (await db.selectFrom('platform_seller').select('name').executeTakeFirstOrThrow()).name;
