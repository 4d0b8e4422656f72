/**
 * The single form in which typed text is compared: answers, searches and names. The database has the same function (`folded`), which a migration generates from
 * the tables below. After a change to the tables, another migration must generate it again.
 */

/** Superscripts, subscripts and fractions, which are not just letters and digits that look different: x² is not x2. */
const OWN_RANGES =
  'AA B2-B3 B9-BA BC-BE 2B0-2B8 2E0-2E4 10FC 1D2C-1D2E 1D30-1D3A 1D3C-1D4D 1D4F-1D6A 1D78 1D9B-1DBF 2070-2071 2074-208E 2090-209C 2120 2122 2150-215F 2189 2C7C-2C7D 2D6F 3192-319F A69C-A69D A770 A7F1-A7F4 A7F8-A7F9 AB5C-AB5F AB69 10781-10785 10787-107B0 107B2-107BA 1E030-1E06D 1F16A-1F16C';

/** Signs of units that contain such characters. */
const UNITS: readonly (readonly [string, string])[] = [
  ['㍸', 'dm²'],
  ['㍹', 'dm³'],
  ['㎟', 'mm²'],
  ['㎠', 'cm²'],
  ['㎡', 'm²'],
  ['㎢', 'km²'],
  ['㎣', 'mm³'],
  ['㎤', 'cm³'],
  ['㎥', 'm³'],
  ['㎦', 'km³'],
  ['㎨', 'm∕s²'],
  ['㎯', 'rad∕s²'],
];

/** Typographic quotes, apostrophes and dashes, with their keyboard equivalents. */
const PLAIN: readonly (readonly [string, string])[] = [
  ["'", '`´‘’‚‛‹›ʼ′'],
  ['"', '“”„‟«»″'],
  ['-', '‐‑‒–—―−'],
];

/** Invisible characters: default ignorable characters of Unicode, and annotation marks. */
const INVISIBLE_RANGES =
  'AD 34F 61C 115F-1160 17B4-17B5 180B-180F 200B-200F 202A-202E 2060-206F 3164 FE00-FE0F FEFF FFA0 FFF0-FFFB 1BCA0-1BCA3 1D173-1D17A E0000-E0FFF';

/** Capital letters of Unicode 11 and later, which the database's library may be too old to know. */
const LATE_CAPITAL_RANGES =
  '1C89 1C90-1CBA 1CBD-1CBF 2C2F A7B8 A7BA A7BC A7BE A7C0 A7C2 A7C4-A7C7 A7C9 A7CB-A7CC A7CE A7D0 A7D2 A7D4 A7D6 A7D8 A7DA A7DC A7F5 10570-1057A 1057C-1058A 1058C-10592 10594-10595 10D50-10D65 16E40-16E5F 16EA0-16EB8';

const SPACE_RANGES = '9-D 20 85 1680 2028-2029';

/** First of the private characters that temporarily replace the characters that keep their form: no two private characters of this area look like a text. */
const ASIDE = 0xf0000;

const rangesOf = (ranges: string): [first: number, last: number][] =>
  ranges.split(' ').map((range) => {
    const [first = '', last = first] = range.split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
const charactersOf = (ranges: string): string[] =>
  rangesOf(ranges).flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, place) => String.fromCodePoint(first + place)));
const escaped = (code: number): string => `\\u{${code.toString(16)}}`;
const classOf = (ranges: string): string =>
  `[${rangesOf(ranges)
    .map(([first, last]) => `${escaped(first)}-${escaped(last)}`)
    .join('')}]`;

const OWN = charactersOf(OWN_RANGES);
const asideOf = (place: number): string => String.fromCodePoint(ASIDE + place);
const BEFORE = new Map([...UNITS, ...PLAIN.flatMap(([plain, typed]) => [...typed].map((one) => [one, plain] as const))]);
const PUT_ASIDE = new Map(OWN.map((one, place) => [one, asideOf(place)]));
const PUT_BACK = new Map(OWN.map((one, place) => [asideOf(place), one]));

const anyOf = (characters: Iterable<string>): RegExp => new RegExp(`[${[...characters].map((one) => escaped(one.codePointAt(0) ?? 0)).join('')}]`, 'gu');
const TO_REPLACE = anyOf(BEFORE.keys());
const TO_PUT_ASIDE = anyOf(PUT_ASIDE.keys());
const TO_PUT_BACK = anyOf(PUT_BACK.keys());
const INVISIBLE = new RegExp(classOf(INVISIBLE_RANGES), 'gu');
const SPACES = new RegExp(`${classOf(SPACE_RANGES)}+`, 'gu');
const IS_ASCII = /^[ -_a-~]*$/;

const replacing = (text: string, characters: RegExp, by: ReadonlyMap<string, string>): string => text.replaceAll(characters, (one) => by.get(one) ?? one);

/**
 * Returns a text without the differences that a reader does not see or does not mind: width and other presentation forms, case (`ß` becomes `ss`; the four
 * Turkish letters i are one), typographic and plain quotes, dashes and apostrophes, the number of spaces, and invisible characters.
 * @param keepsCase whether upper and lower case are different
 */
export function foldText(text: string, { keepsCase = false } = {}): string {
  if (IS_ASCII.test(text)) return (keepsCase ? text : text.toLowerCase()).replaceAll(SPACES, ' ');
  const plain = replacing(text.replaceAll(INVISIBLE, ''), TO_REPLACE, BEFORE);
  const normal = replacing(replacing(plain, TO_PUT_ASIDE, PUT_ASIDE).normalize('NFKC'), TO_REPLACE, BEFORE);
  const cased = keepsCase ? normal : foldCase(normal).normalize('NFKC');
  return replacing(cased, TO_PUT_BACK, PUT_BACK).replaceAll(SPACES, ' ');
}

const foldCase = (text: string): string => text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').replaceAll('i\u0307', 'i');

/** Returns the form in which a whole text is compared, such as an answer or a name: spaces around it do not count. */
export const comparedText = (text: string, options: { keepsCase?: boolean } = {}): string => foldText(text, options).trim();

/** Returns the statement that creates the database function. */
export function foldedFunction(): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const code = (value: number) => (value > 0xffff ? `\\U${value.toString(16).padStart(8, '0')}` : `\\u${value.toString(16).padStart(4, '0')}`);
  const pattern = (ranges: string) =>
    quoted(
      `[${rangesOf(ranges)
        .map(([first, last]) => (first === last ? code(first) : `${code(first)}-${code(last)}`))
        .join('')}]`,
    );
  const typed = PLAIN.map(([, one]) => one).join('');
  const plain = PLAIN.map(([one, all]) => one.repeat([...all].length)).join('');
  const units = UNITS.reduce((made, [unit, spelled]) => `replace(${made}, ${quoted(unit)}, ${quoted(spelled)})`, 'content');
  const unit = quoted(`[${UNITS.map(([one]) => one).join('')}]`);
  const capitals = charactersOf(LATE_CAPITAL_RANGES);
  const aside = OWN.map((_, place) => asideOf(place)).join('');
  return `create or replace function folded(content text) returns text language plpgsql immutable strict parallel safe as $$
  declare
    has_own boolean;
  begin
    if octet_length(content) = length(content) then
      content := lower(replace(content, '\`', '''') collate "C");
    else
      content := regexp_replace(content, ${pattern(INVISIBLE_RANGES)}, '', 'g');
      if content ~ ${unit} then content := ${units}; end if;
      has_own := content ~ ${pattern(OWN_RANGES)};
      content := translate(content, ${quoted(typed)}, ${quoted(plain)});
      if has_own then content := translate(content, ${quoted(OWN.join(''))}, ${quoted(aside)}); end if;
      content := translate(normalize(content, nfkc), ${quoted(typed)}, ${quoted(plain)});
      if content ~ ${pattern(LATE_CAPITAL_RANGES)} then
        content := translate(content, ${quoted(capitals.join(''))}, ${quoted(capitals.map(foldCase).join(''))});
      end if;
      content := replace(replace(lower(upper(lower(content collate "und-x-icu"))), U&'\\03C2', U&'\\03C3'), U&'i\\0307', 'i');
      content := normalize(content, nfkc);
      if has_own then content := translate(content, ${quoted(aside)}, ${quoted(OWN.join(''))}); end if;
    end if;
    if content ~ ${pattern(SPACE_RANGES.replace(' 20', ''))} or strpos(content, '  ') > 0 then
      content := regexp_replace(content, ${pattern(SPACE_RANGES).slice(0, -1)}+', ' ', 'g');
    end if;
    return content;
  end $$`;
}
