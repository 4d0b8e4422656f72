import { type Country, checkVAT, countries } from 'jsvat';

const UNION = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');

/** The member states of the European Union, by their ISO 3166-1 alpha-2 codes, with the rules for their VAT IDs. */
const MEMBERS: ReadonlyMap<string, Country> = new Map(
  countries.flatMap((country) => UNION.filter((code) => code === country.codes[0]).map((code) => [code, country] as const)),
);

/** Whether a country is a member state of the European Union. */
export const isInUnion = (country: string): boolean => MEMBERS.has(country);

/** Returns a VAT ID in capitals and without separators. */
export const vatIdOf = (text: string): string => text.replaceAll(/[ ./-]/g, '').toUpperCase();

/**
 * Whether a VAT ID has the form that the member state prescribes, including its check digits. This does not tell whether it was ever issued.
 * @param country the member state
 */
export function isVatIdOf(country: string, vatId: string): boolean {
  const member = MEMBERS.get(country);
  return member !== undefined && checkVAT(vatId, [member]).isValid;
}
