/** Whether a price contains the tax that the gateway computes, or the tax is added to it. */
export type TaxBehavior = 'inclusive' | 'exclusive';

/** How the gateway computes the tax of the payments of a subscription. */
export interface RecurringTax {
  behavior: TaxBehavior;
  /** Whether the gateway computes no tax for now, because the subscriber owes it. It still asks for their address. */
  isSuspended: boolean;
}

/** Whether the gateway is to compute a tax. */
export const isComputed = (tax: RecurringTax | null | undefined): tax is RecurringTax => tax !== null && tax !== undefined && !tax.isSuspended;

/** A tax that the gateway has computed. */
export interface GatewayTax {
  label: string;
  /** Rate in hundredths of a percent. */
  rate: number;
  /** Country code of ISO 3166-1 alpha-2. */
  country: string | null;
  /** Amount in minor units of the currency of the payment. */
  amount: number;
}
