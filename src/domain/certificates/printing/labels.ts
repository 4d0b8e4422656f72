import texts from './labels.json' with { type: 'json' };

/** The words on a certificate. */
export type Labels = (typeof texts)['en'];

const LANGUAGES = Object.keys(texts) as (keyof typeof texts)[];

/** Returns the words in a language, with its dates, or else in English. Chinese is written in its traditional form where that is usual. */
export function labelsFor(language: string): { labels: Labels; language: string } {
  const locale = new Intl.Locale(language);
  const wanted = locale.language === 'zh' && locale.maximize().script === 'Hant' ? 'zh-Hant' : locale.language;
  const found = LANGUAGES.find((each) => each === wanted);
  return found ? { labels: texts[found], language } : { labels: texts.en, language: 'en' };
}

/** Formats a day, YYYY-MM-DD, as is usual in the language. */
export const longDate = (language: string, day: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC', numberingSystem: 'latn', calendar: 'gregory' }).format(new Date(`${day}T00:00:00Z`));
