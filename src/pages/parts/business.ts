import type { Shape } from '../../domain/kernel/contract.ts';
import { COUNTRIES } from '../../domain/kernel/countries.ts';
import type { Visit } from '../visit.ts';
import { faultsOf, field, folded, lines, select } from './form.ts';
import type { Html } from './html.ts';

function countriesFor({ language }: Visit['reader']): [string, string][] {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const { compare } = new Intl.Collator(language);
  return COUNTRIES.map((code): [string, string] => [code, names.of(code) ?? code]).sort(([, one], [, other]) => compare(one, other));
}

const MEMBERS = ['name', 'address', 'country', 'vat_id'] as const;

const isNamed = (sent: Visit['form']): boolean => MEMBERS.some((name) => Boolean(sent[`business.${name}`]?.trim()));

/** Lets people buy for a business. The fields are folded away unless they are used, and all of them are empty if the buyer buys for themselves. */
export function businessFields(visit: Visit, known: Shape<'Business'> | null = null): Html {
  const { say, form: sent, reader } = visit;
  const isWrong = faultsOf(visit).some(({ field: name }) => name.startsWith('business'));
  const shared = { isOptional: true } as const;
  return folded(
    say('page.business.title'),
    isWrong || isNamed(sent),
    field(visit, { name: 'business.name', label: say('page.business.name'), autocomplete: 'organization', value: known?.name ?? '', ...shared }),
    lines(visit, {
      name: 'business.address',
      label: say('page.business.address'),
      autocomplete: 'street-address',
      value: known?.address ?? '',
      max: 500,
      ...shared,
    }),
    select(visit, {
      name: 'business.country',
      label: say('page.business.country'),
      value: known?.country ?? '',
      options: [['', say('page.business.choose')], ...countriesFor(reader)],
    }),
    field(visit, {
      name: 'business.vat_id',
      label: say('page.business.vat_id'),
      autocomplete: 'off',
      hint: say('page.business.vat_id_text'),
      value: known?.vat_id ?? '',
      ...shared,
    }),
  );
}

/** Returns the business entered in the form, or undefined if there is none. Empty fields are left out, so that the operation reports what is missing. */
export function businessOf(sent: Visit['form']): Readonly<Record<string, string>> | undefined {
  if (!isNamed(sent)) return undefined;
  const given = MEMBERS.map((name) => [name, (sent[`business.${name}`] ?? '').replaceAll('\r\n', '\n').trim()] as const);
  return Object.fromEntries(given.filter(([, text]) => text !== ''));
}
