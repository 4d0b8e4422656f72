import texts from './labels.json' with { type: 'json' };

/** The words of the player of an exported lesson. */
export type Labels = (typeof texts)['en'];

/** Returns the words in the language of a course, or else in English. */
export function labelsFor(language: string): { labels: Labels; language: string } {
  const wanted = new Intl.Locale(language).language;
  return wanted in texts ? { labels: texts[wanted as keyof typeof texts], language } : { labels: texts.en, language: 'en' };
}
