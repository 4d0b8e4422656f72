/** An amount in minor units of its currency (ISO 4217), whatever units the gateway itself counts in. */
export interface Money {
  amount: number;
  currency: string;
}
