import { Temporal } from 'temporal-polyfill';
import { isCountry } from './countries.ts';
import type { Faults } from './errors.ts';
import { isCurrency } from './money.ts';

/** Maximum length of a language tag (RFC 5646, section 4.4.1). */
const LONGEST_LANGUAGE = 35;

/** Checks a language tag and returns it in canonical form (BCP 47, RFC 5646). */
export function canonicalLanguage(tag: string, faults: Faults, field = 'language'): string {
  try {
    const canonical = new Intl.Locale(tag).toString();
    if (canonical.length <= LONGEST_LANGUAGE) return canonical;
    faults.add(field, 'too_long', `Must be at most ${LONGEST_LANGUAGE} characters long in canonical form.`);
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

/** Time zones that were found valid, because looking one up costs as much as a query. A name can be spelled in many ways, so the set is limited. */
const knownTimezones = new Set<string>();
const MOST_KNOWN = 1000;

/** Names of old systems that Intl knows. The time zone database lacks them, and PostgreSQL misreads them or fails. */
const FOREIGN = /^(systemv\/.*|us\/pacific-new)$/i;
const ZONE = /^[a-z][a-z0-9_+-]*(?:\/[a-z0-9_+-]+)*$/i;

/** Checks that the IANA time zone database has the name. Offsets such as +01:00 and abbreviations such as PST, which only Intl knows, are rejected. */
export function checkTimezone(zone: string, faults: Faults, field = 'timezone'): void {
  if (knownTimezones.has(zone)) return;
  if (!isTimezone(zone)) faults.add(field, 'unknown', 'Must be an IANA time zone.');
  else if (knownTimezones.size < MOST_KNOWN) knownTimezones.add(zone);
}

/** Whether the IANA time zone database has a time zone of this name. */
export function isTimezone(name: string): boolean {
  if (!ZONE.test(name) || FOREIGN.test(name)) return false;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}

export function checkCurrency(code: string, faults: Faults, field = 'currency'): void {
  if (!isCurrency(code)) faults.add(field, 'unknown', 'Must be an ISO 4217 currency code.');
}

export function checkCountry(code: string, faults: Faults, field = 'country'): void {
  if (!isCountry(code)) faults.add(field, 'unknown', 'Must be an ISO 3166-1 alpha-2 code.');
}
