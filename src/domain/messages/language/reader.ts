import { IntlMessageFormat } from 'intl-messageformat';
import type { Messages } from '../../../../generated/messages.ts';
import { catalogueOf, FALLBACK, LANGUAGES, type Language, type MessageKey } from './catalogues.ts';

/** Writes the messages to one person. */
export interface Reader {
  /** BCP 47 tag, for the reader's computer. */
  language: string;
  /** Returns a message. Its arguments appear unchanged: nothing in them is markup. */
  say<Key extends MessageKey>(key: Key, ...values: keyof Messages[Key] extends never ? [] : [Messages[Key]]): string;
  /** Returns the items as an enumeration. */
  list(items: readonly string[]): string;
}

interface Wanted {
  /** BCP 47 tag of the reader's conventions for dates and numbers. */
  tag: string;
  catalogue: Language;
}

/**
 * Returns the writer of messages in the first of these languages that has a catalogue, or else in English. A tag matches the catalogue of its primary language,
 * as `de-AT` matches `de` (RFC 4647, section 3.4). Times are given in the reader's time zone.
 * @param wanted BCP 47 tags, the most wanted first; null and undefined are skipped
 * @param timeZone IANA time zone
 */
export function readerOf(wanted: readonly (string | null | undefined)[], timeZone: string): Reader {
  const { tag, catalogue } = wanted.map(lookUp).find((found) => found !== undefined) ?? { tag: FALLBACK, catalogue: FALLBACK };
  const messages = catalogueOf(catalogue);
  const formats = { date: { moment: { ...MOMENT, timeZone } } };
  return {
    language: tag,
    say: (key, ...[values]) => String(new IntlMessageFormat(messages[key], tag, formats, { formatters: FORMATTERS }).format(values)),
    list: (items) => new Intl.ListFormat(tag, { type: 'unit' }).format(items),
  };
}

/** The format `{x, date, moment}` of the catalogues. */
const MOMENT: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
};

function lookUp(wanted: string | null | undefined): Wanted | undefined {
  if (wanted === null || wanted === undefined) return undefined;
  const tag = new Intl.Locale(wanted).baseName;
  for (let range = tag; range; range = range.slice(0, Math.max(0, range.lastIndexOf('-')))) {
    const catalogue = LANGUAGES.find((language) => language.toLowerCase() === range.toLowerCase());
    if (catalogue) return { tag, catalogue };
  }
  return undefined;
}

/** Maximum number of cached formatters. Creating one takes much longer than using it. There are as many as combinations of language and time zone. */
const MOST_KEPT = 500;

function kept<Options, Formatter>(create: (tags?: string | string[], options?: Options) => Formatter) {
  const formatters = new Map<string, Formatter>();
  return (tags?: string | string[], options?: Options): Formatter => {
    const key = JSON.stringify([tags, options]);
    const known = formatters.get(key);
    if (known) return known;
    if (formatters.size >= MOST_KEPT) formatters.clear();
    const made = create(tags, options);
    formatters.set(key, made);
    return made;
  };
}

const FORMATTERS = {
  getNumberFormat: kept((tags, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(tags, options)),
  getDateTimeFormat: kept((tags, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tags, options)),
  getPluralRules: kept((tags, options?: Intl.PluralRulesOptions) => new Intl.PluralRules(tags, options)),
};
