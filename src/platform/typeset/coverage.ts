import { ALPHABETS, type Characters, EAST_ASIAN, type Family, readCharacters } from './fonts.ts';

/** Characters without a shape of their own: white space, and signs that only affect how their neighbours are drawn. */
const SHAPELESS = /[\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu;
export const ASCII_ONLY = /^[\x20-\x7e]*$/;

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Knows which letters which fonts can draw. */
export interface Coverage {
  /** Returns the letters of the text that no family has. A letter and its marks must be in one family. */
  missing(text: string): string[];
  /** Returns the text without these letters, in the composed form of Unicode (NFC). */
  drawable(text: string): string;
  /** Returns the families that the text needs if they are tried in this order, always including the first. */
  needed(families: readonly Family[], text: string): Family[];
}

let loaded: Promise<Coverage> | undefined;

/** Reads the characters of all fonts when first needed. */
export const loadCoverage = (): Promise<Coverage> =>
  (loaded ??= Promise.all([...ALPHABETS, ...EAST_ASIAN].map(async (family) => [family, await readCharacters(family.file)] as const)).then((read) =>
    coverageOf(new Map(read)),
  ));

function coverageOf(fonts: ReadonlyMap<Family, Characters>): Coverage {
  const draws = (family: Family, letter: string): boolean => {
    const characters = fonts.get(family) as Characters;
    return [letter, letter.normalize('NFD')].some((form) => [...form.replaceAll(SHAPELESS, '')].every((character) => characters.has(character)));
  };
  const families = [...fonts.keys()];
  const isMissing = (letter: string) => !families.some((family) => draws(family, letter));
  const missing = (text: string) => [...lettersOf(text)].filter(isMissing);
  return {
    missing,
    drawable(text) {
      if (ASCII_ONLY.test(text)) return text;
      const gone = new Set(missing(text));
      const whole = normal(text);
      return gone.size === 0 ? whole : Array.from(letters.segment(whole), ({ segment }) => (gone.has(segment) ? '' : segment)).join('');
    },
    needed(order, text) {
      const firsts = new Set([...lettersOf(text)].map((letter) => order.find((family) => draws(family, letter))));
      return order.filter((family, index) => index === 0 || firsts.has(family));
    },
  };
}

/** Returns the different letters of a text, each with its marks. */
const lettersOf = (text: string): Set<string> => new Set(Array.from(letters.segment(normal(text)), ({ segment }) => segment));

const normal = (text: string): string => text.toWellFormed().normalize('NFC');
