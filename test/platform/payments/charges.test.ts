import { CURRENCIES, isCurrency, minorUnitsOf } from '../../../src/domain/kernel/money.ts';
import { chargeFaultOf, chargeRuleOf, fromGatewayAmount, toGatewayAmount } from '../../../src/platform/payments/charges.ts';

/** From Stripe's documentation: the currencies that it counts in whole units, in hundredths although they have none, and in thousandths. */
const WHOLE = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ');
const HUNDREDTHS = ['ISK', 'UGX'];
const THOUSANDTHS = ['BHD', 'JOD', 'KWD', 'OMR', 'TND'];

const chargeable = CURRENCIES.filter((code) => chargeRuleOf(code));

test.each(chargeable)('10 units of %s are as many at the gateway as its documentation says', (currency) => {
  const amount = 10 * 10 ** minorUnitsOf(currency);
  const digits = WHOLE.includes(currency) ? 0 : THOUSANDTHS.includes(currency) ? 3 : 2;
  expect(toGatewayAmount(amount, currency)).toBe(10 * 10 ** digits);
  expect(fromGatewayAmount(10 * 10 ** digits, currency)).toBe(amount);
});

test('every currency of the gateway is one of ISO 4217, and the exceptions are among them', () => {
  expect(chargeable).toHaveLength(137);
  expect([...WHOLE, ...HUNDREDTHS, ...THOUSANDTHS].filter((code) => !(isCurrency(code) && chargeRuleOf(code)))).toEqual([]);
  expect(['IRR', 'XXX', 'eur'].map(chargeRuleOf)).toEqual([null, null, null]);
  expect(() => toGatewayAmount(100, 'IRR')).toThrow(RangeError);
});

test.each(chargeable)('the smallest and the largest payment in %s can be charged, and what is one step outside cannot', (currency) => {
  const { minimum, maximum, step } = chargeRuleOf(currency) ?? { minimum: 0, maximum: 0, step: 0 };
  expect([minimum, maximum].map((amount) => chargeFaultOf(amount, currency))).toEqual([null, null]);
  expect([minimum - step, maximum + step].map((amount) => chargeFaultOf(amount, currency))).toEqual(['amount_too_small', 'amount_too_large']);
  expect(toGatewayAmount(maximum, currency)).toBeLessThan(currency === 'IDR' ? 10 ** 12 : 10 ** 8);
});

test.each([
  [50, 'EUR', null],
  [49, 'EUR', 'amount_too_small'],
  [49, 'JPY', 'amount_too_small'],
  [17_499, 'HUF', 'amount_too_small'],
  [17_500, 'HUF', null],
  [5125, 'KWD', 'amount_not_a_step'],
  [150, 'MGA', 'amount_not_a_step'],
  [100, 'IRR', 'currency_not_chargeable'],
])('%i %s: %p', (amount, currency, fault) => {
  expect(chargeFaultOf(amount, currency)).toBe(fault);
});
