import { AUTOMATIC } from './invoices.ts';
import { type Club, paidOrders, type startStripeClub } from './subscriptions.ts';

export type StripeClub = Awaited<ReturnType<typeof startStripeClub>>;

/** A seller whose prices lack the tax that the gateway computes. */
export const EXCLUSIVE = { ...AUTOMATIC, prices_include_tax: false };

/** Activates Stripe Tax on the account of the seller. */
export async function activate(club: Club, state: 'active' | 'pending' | null = 'active'): Promise<void> {
  if (!('peer' in club)) return;
  const { peer, app, shop } = club as StripeClub;
  const { rows } = await app.database.pool.query('select account_id from gateway_accounts where organisation_id = $1', [shop.school.organisation.id]);
  if (state === null) peer.taxed.delete(rows[0].account_id);
  else peer.taxed.set(rows[0].account_id, state);
}

/** What the orders of a subscription say of its payments, oldest first. */
export const ordersOf = (club: Club, id: string) =>
  paidOrders(
    club,
    id,
    `prices_include_tax, gateway_tax, reverse_charge,
      array(select (line ->> 'country') || ' ' || (line ->> 'rate') || ' ' || (line ->> 'amount') from jsonb_array_elements(tax_lines) line) as lines`,
  );

/** An order with a tax of the gateway, and its line: country, rate and amount. */
export const entered = (subtotal: number, tax: number, line: string | null, { discount = 0, added = true } = {}) => ({
  ...{
    subtotal,
    discount,
    total: subtotal - discount + (added ? tax : 0),
    tax,
    prices_include_tax: !added,
    gateway_tax: true,
    reverse_charge: false,
    flag: null,
  },
  lines: line === null ? [] : [line],
});

/** An order of a business that owes the tax. */
export const owed = (price: number, subtotal = price) => ({ ...entered(subtotal, 0, null), total: price, gateway_tax: false, reverse_charge: true });
