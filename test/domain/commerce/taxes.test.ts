import fc from 'fast-check';
import { addedTaxOf, grossPrice, soldOf, taxOf } from '../../../src/domain/commerce/invoices/tax.ts';
import { chargeRuleOf } from '../../../src/platform/payments/charges.ts';

const CURRENCIES = ['EUR', 'JPY', 'MGA', 'KWD', 'ISK'];

test('a tax that was added to a price is the same amount when it is taken out of the sum, in every currency and at every rate', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.integer({ min: 1, max: 10_000 }), fc.constantFrom(...CURRENCIES), (units, rate, currency) => {
      const step = chargeRuleOf(currency)?.step ?? 1;
      const price = units * step;
      const total = grossPrice(price, { rate }, currency);
      const tax = taxOf(addedTaxOf(total, { label: 'VAT', rate, country: null }, currency));
      expect([total - tax, tax % step]).toEqual([price, 0]);
    }),
  );
});

test('several taxes of the gateway leave what was sold, and a discount its share of them', () => {
  const tax_lines = [
    { label: 'GST', rate: 500, country: 'CA', amount: 213 },
    { label: 'QST', rate: 998, country: 'CA', amount: 425 },
  ];
  const order = { subtotal: 4900, total: 4900, tax: 638, prices_include_tax: true, gateway_tax: true, tax_lines };
  expect(soldOf(order)).toBe(4262);
  expect(soldOf({ ...order, subtotal: 9800 })).toBe(8524);
  expect(soldOf({ ...order, prices_include_tax: false })).toBe(4900);
  expect(soldOf({ ...order, total: 0, tax: 0, tax_lines: [] })).toBe(4900);
});
