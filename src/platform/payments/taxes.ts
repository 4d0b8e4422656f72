/** Whether a price contains the tax that the gateway computes, or the tax is added to it. */
export type TaxBehavior = 'inclusive' | 'exclusive';

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
