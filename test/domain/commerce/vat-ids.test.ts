import { countries } from 'jsvat';
import { isLinear } from '../../../scripts/contract/linear.ts';
import { isReverseCharge, netPrice } from '../../../src/domain/commerce/invoices/reverse-charge.ts';
import { isInUnion, isVatIdOf, vatIdOf } from '../../../src/domain/commerce/invoices/vat-ids.ts';

/** One VAT ID of each member state, with right check digits. */
const VALID: Record<string, string> = {
  ...{ AT: 'ATU13585627', BE: 'BE0428759497', BG: 'BG175074752', CY: 'CY10259033P', CZ: 'CZ25123891', DE: 'DE136695976', DK: 'DK13585628' },
  ...{ EE: 'EE100931558', ES: 'ESB58378431', FI: 'FI20774740', FR: 'FR40303265045', GR: 'EL094259216', HR: 'HR33392005961', HU: 'HU12892312' },
  ...{ IE: 'IE6433435OA', IT: 'IT00743110157', LT: 'LT119511515', LU: 'LU15027442', LV: 'LV40003521600', MT: 'MT11679112', NL: 'NL000099998B57' },
  ...{ PL: 'PL8567346215', PT: 'PT501964843', RO: 'RO18547290', SE: 'SE556188840401', SI: 'SI50223054', SK: 'SK2022749619' },
};

test('a VAT ID of each of the 27 member states is known by its form', () => {
  expect(Object.keys(VALID)).toHaveLength(27);
  for (const [country, vatId] of Object.entries(VALID)) expect([country, isInUnion(country), isVatIdOf(country, vatId)]).toEqual([country, true, true]);
});

test('a VAT ID with a wrong check digit, of another country or without its prefix is none', () => {
  for (const [country, vatId] of Object.entries(VALID)) {
    const wrong = vatId.replace(/\d(?=\D*$)/, (digit) => `${(Number(digit) + 1) % 10}`);
    expect([wrong, isVatIdOf(country, wrong)]).toEqual([wrong, false]);
    expect(isVatIdOf(country === 'FR' ? 'DE' : 'FR', vatId)).toBe(false);
    expect(isVatIdOf(country, vatId.slice(2))).toBe(false);
  }
  for (const [country, vatId] of [
    ['CH', 'CHE123456788MWST'],
    ['GB', 'GB980780684'],
    ['GR', 'GR094259216'],
    ['DE', ''],
  ] as const)
    expect(isVatIdOf(country, vatId)).toBe(false);
});

test('what only makes a VAT ID easier to read does not count', () => {
  expect(vatIdOf(' fr 40-303.265/045 ')).toBe('FR40303265045');
});

test('reverse charge needs two member states, and a VAT ID on both sides', () => {
  const seller = { country: 'DE', vat_id: 'DE136695976' };
  const buyer = { country: 'FR', vat_id: 'FR40303265045' };
  expect(isReverseCharge(seller, buyer)).toBe(true);
  expect(isReverseCharge(seller, null)).toBe(false);
  expect(isReverseCharge(seller, { ...buyer, vat_id: null })).toBe(false);
  expect(isReverseCharge(seller, { country: 'DE', vat_id: 'DE136695976' })).toBe(false);
  expect(isReverseCharge(seller, { country: 'CH', vat_id: 'CHE123456788MWST' })).toBe(false);
  expect(isReverseCharge({ ...seller, vat_id: null }, buyer)).toBe(false);
  expect(isReverseCharge({ ...seller, country: null }, buyer)).toBe(false);
  expect(isReverseCharge({ ...seller, country: 'CH' }, buyer)).toBe(false);
});

test('a price without its tax is rounded half up to what the gateway can charge', () => {
  expect(netPrice(4900, { rate: 1900 }, 'EUR')).toBe(4118);
  expect(netPrice(4900, null, 'EUR')).toBe(4900);
  expect(netPrice(15, { rate: 2000 }, 'EUR')).toBe(13);
  expect(netPrice(119_00, { rate: 1900 }, 'MGA')).toBe(100_00);
  expect(netPrice(10_000, { rate: 1900 }, 'KWD')).toBe(8400);
});

test('every regular expression that VAT IDs are compared with is proved to take linear time', () => {
  const patterns = countries.filter(({ codes: [country] }) => isInUnion(country as string)).flatMap(({ rules }) => rules.regex);
  expect(patterns.length).toBeGreaterThan(27);
  expect(patterns.filter((pattern) => !isLinear(pattern)).map(String)).toEqual([]);
});
