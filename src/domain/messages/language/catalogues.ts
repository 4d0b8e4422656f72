import { readFileSync } from 'node:fs';
import { IntlMessageFormat } from 'intl-messageformat';
import type { Messages } from '../../../../generated/messages.ts';

/** The languages that messages are written in, as BCP 47 tags. Each has its catalogue in `catalogues/`. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt'] as const;

export type Language = (typeof LANGUAGES)[number];

/** The language for readers whose language has no catalogue. Its catalogue defines the messages and their arguments. */
export const FALLBACK: Language = 'en';

export type MessageKey = keyof Messages;

/** A parsed message, ready to be formatted. */
type Parsed = ReturnType<IntlMessageFormat['getAst']>;

const parsed = new Map<Language, Readonly<Record<MessageKey, Parsed>>>();

/** Returns the messages of a language, which are read and parsed once. */
export function catalogueOf(language: Language): Readonly<Record<MessageKey, Parsed>> {
  const known = parsed.get(language);
  if (known) return known;
  const texts: Record<string, string> = JSON.parse(readFileSync(new URL(`catalogues/${language}.json`, import.meta.url), 'utf8'));
  const messages = Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, new IntlMessageFormat(text, language, undefined, { ignoreTag: true }).getAst()]),
  ) as Record<MessageKey, Parsed>;
  parsed.set(language, messages);
  return messages;
}
