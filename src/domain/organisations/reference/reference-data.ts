import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { CURRENCIES, minorUnitsOf } from '../../kernel/money.ts';
import type { Tools } from '../../kernel/tools.ts';

const NAMES = new Intl.DisplayNames('en', { type: 'currency' });

const CURRENCY_LIST: Shape<'Currency'>[] = CURRENCIES.map((code) => ({ code, name: NAMES.of(code) ?? code, minor_units: minorUnitsOf(code) }));

const pageOf = <T>(all: readonly T[], { page, page_size }: Paging): Page<T> => ({
  count: all.length,
  results: all.slice((page - 1) * page_size, page * page_size),
});

export const listCurrencies = (paging: Paging): Page<Shape<'Currency'>> => pageOf(CURRENCY_LIST, paging);

/** Time zones that the runtime's data (CLDR) still lists under a name that IANA has replaced. */
const RENAMED: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

const TIME_ZONES = Intl.supportedValuesOf('timeZone')
  .map((name) => RENAMED[name] ?? name)
  .sort();

/** Lists every IANA time zone with its current offset from UTC. */
export function listTimeZones({ clock }: Pick<Tools, 'clock'>, paging: Paging): Page<Shape<'TimeZone'>> {
  const { count, results } = pageOf(TIME_ZONES, paging);
  return { count, results: results.map((name) => ({ name, offset_minutes: offsetMinutes(name, clock.now()) })) };
}

function offsetMinutes(timeZone: string, now: number): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(now);
  const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d{2}):(\d{2})/.exec(parts.find((part) => part.type === 'timeZoneName')?.value ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
