import { readFileSync } from 'node:fs';
import { LANGUAGES, type Language } from '../../src/domain/messages/language/catalogues.ts';

type Replaced = readonly (readonly [old: RegExp, instead: string])[];

/** Words and phrases that were replaced in every English text. The introduction of the contract has the glossary. */
const ENGLISH: Replaced = [
  [/\benroll(s|ments?)?\b/i, 'enrol, enrolment'],
  [/\bcatalogs?\b/i, 'catalogue'],
  [/\bcancel(ed|ing)\b/i, 'cancelled, cancelling'],
  [/\bcolors?\b|\bcolored\b/i, 'colour, coloured'],
  [/\bcenter(ed)?\b/i, 'centre'],
  [/\b(neighbor|behavior|favor|honor)(s|ed|ing)?\b/i, 'the same with -our'],
  [/\b(organ|recogn|sanit|normal|anonym|optim|capital|customi|categor|synchron|minim|initial)iz(e|es|ed|ing|ation)\b/i, 'the same with -ise'],
  [/\blog(s|ged|ging)? (in|out) (to|with|as|again)\b/i, 'sign in, sign out'],
  [/\b(places?|spots?) (in|of) (a|an|the|this|several|your) (course|cohort|order|plan)/i, 'seat'],
  [/\b(several|more|free|further|many) (places|spots)\b/i, 'seats'],
  [/\b(take|takes|took|taken|taking) (an? |the )?(\w+ )?(course|import|deletion|cancellation|invitation|grade|it|them) back\b/i, 'undo, withdraw'],
  [/\bpayment page of the sandbox\b|\bsandbox page\b/i, 'sandbox checkout'],
  [/\b(page|link|checkout) (has|have) ended\b/i, 'has expired'],
  [/\bmoney that goes back\b|\bg[eo]ts? (back )?the money( back)?\b|\bmoney back\b/i, 'refund'],
  [/\bthe own\b/i, 'your own'],
  [/\b(by|an?|the|no) mail\b(?! (domain|provider|program|server))/i, 'email'],
  [/\bmails\b/i, 'emails'],
  [/\baffiliate programs?\b/i, 'affiliate programme'],
  [/\banswers? nobody\b|\bthe answer is (404|403|409|400)\b/i, 'returns'],
];

/** The glossary: the word for each thing that people see, how they are addressed, and the words that were replaced, in each language. */
export interface Glossary {
  address: Record<Language, { form: string; never?: string[] }>;
  terms: (Record<Language, string> & { never?: Partial<Record<Language, string[]>> })[];
}

export const GLOSSARY: Glossary = JSON.parse(readFileSync('src/domain/messages/language/glossary.json', 'utf8'));

/** Matches any of these words or phrases as a whole. A star stands for any letters. */
const anyOf = (words: readonly string[]) => new RegExp(`(?<!\\p{L})(?:${words.map((word) => word.replaceAll('*', '\\p{L}*')).join('|')})(?!\\p{L})`, 'iu');

/** Returns the words that the glossary of people's texts has replaced in a language. */
function glossaryWords(language: Language): Replaced {
  const { form, never: address = [] } = GLOSSARY.address[language];
  const words = GLOSSARY.terms.map((term): [string[], string] => [term.never?.[language] ?? [], term[language]]);
  return [[address, form] as const, ...words].filter(([old]) => old.length > 0).map(([old, instead]) => [anyOf(old), instead]);
}

/**
 * Words that test/contract/prose.test.ts searches every text for: `documents` are the contract, the guides, the pages of errors and the texts of the source;
 * the languages are those of emails, text messages, notices and pages. Code and published names, in backticks, are not searched.
 */
export const REPLACED_WORDS: Record<string, Replaced> = {
  documents: [...ENGLISH, [/\bhand(s|ed|ing)? in\b/i, 'submit']],
  ...Object.fromEntries(LANGUAGES.map((language) => [language, [...(language === 'en' ? ENGLISH : []), ...glossaryWords(language)]])),
};
