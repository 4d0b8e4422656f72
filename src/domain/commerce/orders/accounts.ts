/** The accounts of the books, grouped by the figure to which they add up. Income is negative in the accounts of sales and of tax. */
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

/** An account of the books. The gateway's account balances all the others. */
export type Account = (typeof ACCOUNTS)[Figure][number] | 'gateway_clearing';

/** The figures of the revenue: sales that were not given back, without tax. */
const REVENUE: readonly Figure[] = ['gross', 'discounts', 'refunds', 'disputes'];

/** The figures that are deducted from the revenue to get the net amount. */
const FEES: readonly Figure[] = ['gateway_fees', 'platform_fees'];

/** The figures of the net amount, which an organisation keeps: the first less all the others. */
export const NET = [...REVENUE, ...FEES];

/** The accounts whose negative sum is the revenue. Money of an open dispute is deducted from it. */
export const REVENUE_ACCOUNTS: readonly Account[] = REVENUE.flatMap((figure) => ACCOUNTS[figure]);

/** The account of money that the bank holds until it has decided about a dispute. */
export const HELD: Account = 'disputes_held';

/** The account of money that went back beyond what was paid, because a payment was both refunded and disputed. */
export const LOST: Account = 'losses';
