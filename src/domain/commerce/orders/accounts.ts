/** The accounts of the books, by the figure to which their sum adds up. What has come in is negative in the accounts of sales and of tax. */
export const ACCOUNTS = {
  gross: ['sales'],
  discounts: ['discounts'],
  tax: ['tax_owed'],
  refunds: ['refunds'],
  disputes: ['disputes_held', 'disputes', 'losses'],
  gateway_fees: ['gateway_fees'],
  platform_fees: ['platform_fees'],
} as const;

export type Figure = keyof typeof ACCOUNTS;

/** An account of the books. The gateway's has what all others say together. */
export type Account = (typeof ACCOUNTS)[Figure][number] | 'gateway_clearing';

/** The figures of what was sold and not given back, without tax. */
const REVENUE: readonly Figure[] = ['gross', 'discounts', 'refunds', 'disputes'];

/** What is taken off it, so that the net amount is left. */
const FEES: readonly Figure[] = ['gateway_fees', 'platform_fees'];

/** What an organisation keeps is the first of these figures less the others. */
export const NET = [...REVENUE, ...FEES];

/** The accounts whose negative sum is the revenue. Money of an open dispute is taken off it. */
export const REVENUE_ACCOUNTS: readonly Account[] = REVENUE.flatMap((figure) => ACCOUNTS[figure]);

/** Money that the bank holds until it has decided about a dispute. */
export const HELD: Account = 'disputes_held';

/** What has gone back beyond what was paid, because a payment was both refunded and disputed. */
export const LOST: Account = 'losses';
