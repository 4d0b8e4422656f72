import type { Faults } from './errors.ts';
import { isCurrency } from './money.ts';

/** RFC 5646, section 4.4.1. */
const LONGEST_LANGUAGE = 35;

/** Checks a language tag and returns it in canonical form (BCP 47, RFC 5646). */
export function canonicalLanguage(tag: string, faults: Faults, field = 'language'): string {
  try {
    const canonical = new Intl.Locale(tag).toString();
    if (canonical.length <= LONGEST_LANGUAGE) return canonical;
    faults.add(field, 'too_long', `Must have at most ${LONGEST_LANGUAGE} characters in canonical form.`);
    return tag;
  } catch {
    faults.add(field, 'unknown', 'Must be a BCP 47 language tag.');
    return tag;
  }
}

/** Returns the direction in which a language is written, for `dir` in HTML. */
export const directionOf = (tag: string): 'ltr' | 'rtl' => (new Intl.Locale(tag) as LocaleWithDirection).getTextInfo().direction;

/** TypeScript does not know the method yet. */
type LocaleWithDirection = Intl.Locale & { getTextInfo(): { direction: 'ltr' | 'rtl' } };

/** Time zones that were found valid, because looking one up costs as much as a query. A name may be spelled in many ways, so they are not without end. */
const knownTimezones = new Set<string>();
const MOST_KNOWN = 1000;

/** Accepts IANA time zone names only. Intl alone would also accept offsets such as +01:00. */
export function checkTimezone(zone: string, faults: Faults, field = 'timezone'): void {
  if (knownTimezones.has(zone)) return;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    if (knownTimezones.size < MOST_KNOWN) knownTimezones.add(zone);
  } catch {
    faults.add(field, 'unknown', 'Must be an IANA time zone.');
  }
}

export function checkCurrency(code: string, faults: Faults, field = 'currency'): void {
  if (!isCurrency(code)) faults.add(field, 'unknown', 'Must be an ISO 4217 currency code.');
}
