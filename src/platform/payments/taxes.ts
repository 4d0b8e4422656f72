/** Whether a price contains the tax that the gateway computes, or the tax is added to it. */
export type TaxBehavior = 'inclusive' | 'exclusive';

/** How the gateway computes the tax of the payments of a subscription. */
export interface RecurringTax {
  behavior: TaxBehavior;
  /** Whether it computes none for now, because the subscriber owes it. It asks for their address all the same. */
  isSuspended: boolean;
}

/** Whether the gateway is to compute a tax. */
export const isComputed = (tax: RecurringTax | null | undefined): tax is RecurringTax => tax !== null && tax !== undefined && !tax.isSuspended;

/** A tax that the gateway has computed. */
export interface GatewayTax {
  label: string;
  /** In hundredths of a percent. */
  rate: number;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  /** In minor units of the currency of the payment. */
  amount: number;
}
