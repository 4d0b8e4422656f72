/** The rule for charges of a gateway in a currency. All amounts are in the minor units of ISO 4217. */
export interface ChargeRule {
  /** The step of which all amounts are multiples. */
  step: number;
  /** The smallest amount. If the gateway settles in another currency, it also has a minimum in that currency, which is known only at the payment. */
  minimum: number;
  maximum: number;
  /** The gateway's amount for `step`. It differs from `step` where the gateway counts a currency in other units than ISO 4217 does. */
  gatewayStep: number;
}

/**
 * The currencies in which Stripe takes payments by card, its smallest amounts, and the exceptions from its rule that amounts are in minor units and have
 * at most eight digits. From Stripe's documentation of supported currencies (docs.stripe.com/currencies). The sandbox takes the same.
 */
const CURRENCIES = `USD AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CVE CZK DJF DKK
  DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD JOD JPY KES KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR LRD LSL
  MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SEK SGD SHP
  SLE SOS SRD SZL THB TJS TND TOP TRY TTD TWD TZS UAH UGX UYU UZS VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW`.split(/\s+/);

const MINIMA: Readonly<Record<string, number>> = {
  AED: 200,
  AUD: 50,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  CZK: 1500,
  DKK: 250,
  EUR: 50,
  GBP: 30,
  HKD: 400,
  HUF: 17_500,
  INR: 50,
  JPY: 50,
  MXN: 1000,
  MYR: 200,
  NOK: 300,
  NZD: 50,
  PLN: 200,
  RON: 200,
  SEK: 300,
  SGD: 50,
  THB: 1000,
  USD: 50,
};

/** Currencies whose amounts have steps, or other units at the gateway. */
const STEPS: Readonly<Record<string, Pick<ChargeRule, 'step' | 'gatewayStep'>>> = {
  ISK: { step: 1, gatewayStep: 100 },
  UGX: { step: 1, gatewayStep: 100 },
  MGA: { step: 100, gatewayStep: 1 },
  BHD: { step: 10, gatewayStep: 10 },
  JOD: { step: 10, gatewayStep: 10 },
  KWD: { step: 10, gatewayStep: 10 },
  OMR: { step: 10, gatewayStep: 10 },
  TND: { step: 10, gatewayStep: 10 },
};

/** Maximum amount in the gateway's units. */
const MAXIMUM = 99_999_999;
const MAXIMA: Readonly<Record<string, number>> = { IDR: 999_999_999_999 };

const RULES: ReadonlyMap<string, ChargeRule> = new Map(
  CURRENCIES.map((currency) => {
    const { step, gatewayStep } = STEPS[currency] ?? { step: 1, gatewayStep: 1 };
    const maximum = Math.floor((MAXIMA[currency] ?? MAXIMUM) / gatewayStep) * step;
    return [currency, { step, gatewayStep, minimum: MINIMA[currency] ?? step, maximum }];
  }),
);

/** Returns null if the gateway takes no payments in the currency. */
export const chargeRuleOf = (currency: string): ChargeRule | null => RULES.get(currency) ?? null;

export type ChargeFault = 'currency_not_chargeable' | 'amount_not_a_step' | 'amount_too_small' | 'amount_too_large';

/** Returns why the gateway cannot charge an amount above 0, or null if it can. */
export function chargeFaultOf(amount: number, currency: string): ChargeFault | null {
  const rule = chargeRuleOf(currency);
  if (!rule) return 'currency_not_chargeable';
  if (amount < rule.minimum) return 'amount_too_small';
  if (amount > rule.maximum) return 'amount_too_large';
  return amount % rule.step === 0 ? null : 'amount_not_a_step';
}

/** Converts an amount that the gateway can charge into the gateway's units. */
export function toGatewayAmount(amount: number, currency: string): number {
  const { step, gatewayStep } = requireRule(currency);
  return (amount / step) * gatewayStep;
}

/** Converts an amount of the gateway into minor units of ISO 4217. */
export function fromGatewayAmount(amount: number, currency: string): number {
  const { step, gatewayStep } = requireRule(currency);
  return (amount * step) / gatewayStep;
}

function requireRule(currency: string): ChargeRule {
  const rule = chargeRuleOf(currency);
  if (!rule) throw new RangeError(`The gateway takes no payments in ${currency}.`);
  return rule;
}
