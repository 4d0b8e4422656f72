import { readdirSync, readFileSync } from 'node:fs';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { argumentsOf } from '../../../../scripts/messages.ts';
import { readConfig } from '../../../../src/config.ts';
import { FALLBACK, LANGUAGES, type MessageKey } from '../../../../src/domain/messages/language/catalogues.ts';
import { type Reader, readerOf } from '../../../../src/domain/messages/language/reader.ts';

const FOLDER = 'src/domain/messages/language/catalogues';

const textsOf = (language: string): Record<string, string> => JSON.parse(readFileSync(`${FOLDER}/${language}.json`, 'utf8'));

const english = textsOf(FALLBACK);
const KEYS = Object.keys(english) as MessageKey[];

const SAMPLES = { string: 'Ada', number: 3, Date: new Date('2026-07-05T12:30:00Z') };
const samplesFor = (key: MessageKey) => Object.fromEntries([...argumentsOf(english[key] as string)].map(([name, type]) => [name, SAMPLES[type]]));
/** Names of a usual length. */
const USUAL = {
  ...{ course: 'Bread Baking for Beginners', lesson: 'Sourdough essay', file: 'bread-baking.imscc', plan: 'Yearly membership', item: 'Business' },
  ...{ organisation: 'Harbour Academy', learner: 'María Fernández', affiliate: 'María Fernández', day: '2026-07-05' },
};

/** Returns what the choices of a message lead to: every combination of their values. */
function choicesOf(text: string): Record<string, string>[] {
  const options = new Map<string, Set<string>>();
  const visit = (element: MessageFormatElement): void => {
    if (element.type === TYPE.select) options.set(element.value, new Set([...(options.get(element.value) ?? []), ...Object.keys(element.options)]));
    if (element.type === TYPE.select || element.type === TYPE.plural) for (const { value } of Object.values(element.options)) value.forEach(visit);
  };
  parse(text, { ignoreTag: true }).forEach(visit);
  let all: Record<string, string>[] = [{}];
  for (const [name, values] of options) all = all.flatMap((chosen) => [...values].map((value) => ({ ...chosen, [name]: value })));
  return all;
}

/** Prepositions and articles that a language writes as one word, such as "pelo". In French, the same words before an infinitive are a pronoun. */
const UNCONTRACTED: Partial<Record<string, RegExp>> = {
  es: /(?<!\p{L})(?:a|de) el(?!\p{L})/u,
  fr: /(?<!\p{L})(?:à|de) les?(?!\p{L}| \p{L}+(?:er|ir|re)(?!\p{L}))/u,
  pt: /(?<!\p{L})(?:a|de|em|por) [ao]s?(?!\p{L})/u,
};

/** Formats a message whose key and arguments the compiler does not know. */
const say = (reader: Reader, key: MessageKey, values: object): string => (reader.say as (key: string, values: object) => string)(key, values);

test('the languages of the program are those that have a catalogue', () => {
  expect(
    readdirSync(FOLDER)
      .map((file) => file.replace(/\.json$/, ''))
      .sort(),
  ).toEqual([...LANGUAGES].sort());
});

describe.each(LANGUAGES)('the catalogue %s', (language) => {
  const texts = textsOf(language);
  const reader = readerOf([language], 'UTC');

  test('has the messages of the English catalogue, in the same order', () => {
    expect(Object.keys(texts)).toEqual(KEYS);
  });

  test('names the same arguments in each message as the English catalogue, with the same types', () => {
    const namedIn = (all: Record<string, string>) => Object.fromEntries(KEYS.map((key) => [key, [...argumentsOf(all[key] ?? '')].sort()]));
    expect(namedIn(texts)).toEqual(namedIn(english));
  });

  test('formats every message with every number, and leaves no placeholder in it', () => {
    for (const key of KEYS) {
      for (const number of [0, 1, 2, 5, 21, 1_000_000]) {
        const values = Object.fromEntries(Object.entries(samplesFor(key)).map(([name, value]) => [name, typeof value === 'number' ? number : value]));
        expect(say(reader, key, values)).toMatch(/^[^{}]+$/);
      }
    }
  });

  test('writes a preposition and the article after it as one word where the language does, whatever was chosen', () => {
    const things = (['storage', 'plan'] as const).map((kind) => reader.say('mail.platform_reversal.name', { kind, item: 'Business' }));
    const wrong = KEYS.flatMap((key) =>
      choicesOf(texts[key] as string)
        .flatMap((chosen) => things.map((thing) => say(reader, key, { ...samplesFor(key), ...chosen, thing })))
        .filter((text) => UNCONTRACTED[language]?.test(text)),
    );
    expect(wrong).toEqual([]);
  });

  test('leaves ICU syntax and HTML in arguments as they are', () => {
    const hostile = `{name} '{x}' # <b>&amp;</b> {n, plural, other {}}`;
    const isShown = (key: MessageKey, name: string) => (english[key] as string).includes(`{${name}}`);
    for (const key of KEYS) {
      const values = Object.fromEntries(
        Object.entries(samplesFor(key)).map(([name, value]) => [name, value === SAMPLES.string && isShown(key, name) ? hostile : value]),
      );
      if (Object.values(values).includes(hostile) && key !== 'notice.lesson_opened.subject') expect(say(reader, key, values)).toContain(hostile);
    }
  });

  test('ends no subject, no button, no name and no entry of a list with a full stop, and every sentence with punctuation', () => {
    const wrong = KEYS.filter((key) => !key.startsWith('page.')).filter((key) => {
      const text = say(reader, key, { ...samplesFor(key), url: 'https://example.org' });
      return /\.(subject|link|name)$|^mail\.security\.(when|browser|ip|way\.\w+)$/.test(key)
        ? /[.]$/.test(text)
        : !/[.,:!]$|https:\/\/example\.org$/.test(text);
    });
    expect(wrong).toEqual([]);
  });

  test('ends the texts of pages as the English catalogue does', () => {
    const endOf = (text: string) => /[.:?!]?$/.exec(text)?.[0];
    expect(KEYS.filter((key) => key.startsWith('page.') && endOf(texts[key] ?? '') !== endOf(english[key] ?? ''))).toEqual([]);
  });

  test('has subjects under 60 characters, with names of a usual length, whatever happened', () => {
    const long = KEYS.filter((key) => key.endsWith('.subject')).flatMap((key) =>
      choicesOf(english[key] as string)
        .flatMap((chosen) => [1, 12].map((count) => say(reader, key, { ...samplesFor(key), ...USUAL, ...chosen, count })))
        .filter((subject) => subject.length >= 60),
    );
    expect(long).toEqual([]);
  });

  test('has texts for codes that fit in one text message of 160 characters', () => {
    const [codes, longest] = [KEYS.filter((key) => key.startsWith('sms.')), { code: '123456', service: readConfig({}).serviceName }];
    expect(codes.length).toBeGreaterThan(0);
    for (const text of codes.map((key) => say(reader, key, longest))) expect(text).toMatch(GSM_TEXT);
  });
});

/** The characters of the GSM 7-bit default alphabet (3GPP TS 23.038) that occur in prose. With any other, a text message holds only 70. */
const GSM_TEXT = /^[A-Za-z0-9 .,:;!?'"()/+_@&%=*#$£¥èéùìòÇØøÅåÄÖÑÜ§¿¡äöñüàÆæßÉ-]{1,160}$/;

test.each([
  [['de-AT'], 'de-AT', 'Ihr Anmeldecode'],
  [['pt-BR', 'de'], 'pt-BR', 'Seu código para entrar'],
  [['ja', 'fr'], 'fr', 'Votre code de connexion'],
  [['zh-Hant-TW', 'es-419'], 'es-419', 'Su código para iniciar sesión'],
  [[null, 'fr-CA', 'de'], 'fr-CA', 'Votre code de connexion'],
  [[undefined, 'tlh'], 'en', 'Your sign-in code'],
  [['den', null], 'en', 'Your sign-in code'],
  [[], 'en', 'Your sign-in code'],
])('a reader who wants %j is written to in %s', (wanted, language, subject) => {
  const reader = readerOf(wanted, 'UTC');
  expect([reader.language, reader.say('mail.sign_in_code.subject')]).toEqual([language, subject]);
});

test.each([
  ['en', 'America/New_York', 'July 5, 2026 at 8:30 AM EDT'],
  ['en-GB', 'Europe/London', '5 July 2026 at 13:30 BST'],
  ['de', 'Europe/Berlin', '5. Juli 2026 um 14:30 MESZ'],
  ['fr', 'Europe/Paris', '5 juillet 2026 à 14:30 UTC+2'],
  ['es', 'Europe/Madrid', '5 de julio de 2026 a las 14:30 CEST'],
  ['pt-BR', 'America/Sao_Paulo', '5 de julho de 2026 às 09:30 BRT'],
])('a reader of %s in %s is told times as %s', (language, timeZone, expected) => {
  expect(readerOf([language], timeZone).say('mail.export_ready.text', { until: SAMPLES.Date })).toContain(expected);
});

test('a count takes the plural form of its language', () => {
  const week = { enrolled: 0, learners: 1, lessons: 2, courses: 1_000 };
  expect(readerOf(['fr'], 'UTC').say('notice.weekly_summary.text', week)).toMatch(
    /: 0 inscription, 1 apprenant actif, 2 leçons terminées, 1\s000 cours terminés\.$/,
  );
  expect(readerOf(['de'], 'UTC').say('notice.weekly_summary.text', week)).toMatch(/: 0 Einschreibungen, .* 1\.000 abgeschlossene Kurse\.$/);
});

test('a misspelled key, a missing argument and a wrong type do not compile', () => {
  const { say } = readerOf([], 'UTC');
  const wrong = () => [
    // @ts-expect-error: there is no such message
    say('mail.verification.subjekt'),
    // @ts-expect-error: the message has an argument
    say('mail.greeting'),
    // @ts-expect-error: the argument has another name
    say('mail.greeting', { nmae: 'Ada' }),
    // @ts-expect-error: the argument is a time
    say('mail.export_ready.text', { until: '2026-07-05' }),
    // @ts-expect-error: the message has no arguments
    say('mail.verification.subject', { name: 'Ada' }),
  ];
  expect(wrong).toBeInstanceOf(Function);
});
