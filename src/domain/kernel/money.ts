import { shareOf } from '../../platform/payments/share.ts';

export { shareOf };

/**
 * Number of decimal digits of each currency's unit: ISO 4217, list one, as of 1 February 2026, from the public-domain copy in
 * github.com/datasets/currency-codes. Funds codes, precious metals and test codes are left out. CLDR, the data of `Intl`, has other digits for some currencies,
 * because it describes how amounts are written and not how they are counted.
 */
const CODES: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR
    FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU
    MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL
    THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
};

const DIGITS: ReadonlyMap<string, number> = new Map(
  Object.entries(CODES)
    .flatMap(([digits, codes]) => codes.split(/\s+/).map((code): [string, number] => [code, Number(digits)]))
    .sort(([one], [other]) => (one < other ? -1 : 1)),
);

/** The codes of all currencies, in alphabetical order. */
export const CURRENCIES: readonly string[] = [...DIGITS.keys()];

export const isCurrency = (code: string): boolean => DIGITS.has(code);

/** Number of decimal digits of withdrawn currencies, in which older prices may be stored. */
const DIGITS_OF_WITHDRAWN = 2;

/** Returns the number of decimal digits of an amount. Amounts are integers in the smallest unit of the currency. */
export const minorUnitsOf = (currency: string): number => DIGITS.get(currency) ?? DIGITS_OF_WITHDRAWN;

/**
 * Returns the change in a part's share when the amount returned of the total changes from `before` to `after`. The cumulative shares are rounded, not the
 * steps, so that the steps add up to the part. Negative if money comes back.
 */
export function shareBetween({ part, total }: { part: number; total: number }, before: number, after: number, step = 1): number {
  const shareUpTo = (gone: number) => (part === 0 ? 0 : shareOf(part, Math.min(gone, total), total, step));
  return shareUpTo(after) - shareUpTo(before);
}

/** Formats an amount in the way that is usual in the language. */
export function moneyText(language: string, amount: number, currency: string): string {
  const digits = minorUnitsOf(currency);
  // In currencies whose decimals people usually omit, decimals that are not zero are still written.
  const decimals = amount % 10 ** digits === 0 ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(language, { style: 'currency', currency, ...decimals }).format(amount / 10 ** digits);
}
