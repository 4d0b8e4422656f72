/** Formatting characters (including zero-width and bidirectional ones and the soft hyphen), variation selectors, and the tatweel, which stretches Arabic. */
export const INVISIBLE = /[\p{Cf}\p{Variation_Selector}\u0640]/gu;
/** Scripts that do not separate words. */
const UNSEPARATED = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const UNSEPARATED_RUN = new RegExp(`[${UNSEPARATED}]+`, 'gu');
export const IS_UNSEPARATED = new RegExp(`[${UNSEPARATED}]`, 'u');
const WORDS = new Intl.Segmenter('en', { granularity: 'word' });
const LONGEST_WORD = 100;
const BETWEEN = '\0';

/** Returns the canonical form of a text in which words are compared, without differences in width, case and invisible characters. */
export const foldedText = (text: string): string =>
  text.normalize('NFKC').replaceAll(INVISIBLE, '').toUpperCase().toLowerCase().replaceAll('ς', 'σ').replaceAll('i\u0307', 'i').normalize('NFKC');

/** Returns the words of a folded text, in order. */
const wordsIn = (folded: string): string[] =>
  [...WORDS.segment(folded)].flatMap(({ segment, isWordLike }) => (isWordLike ? [[...segment].slice(0, LONGEST_WORD).join('')] : []));

/**
 * Returns the words by which a text is found. In scripts that do not separate words, these are all characters and all pairs of neighbours, because word
 * boundaries there depend on the surrounding words.
 */
export function indexedWords(text: string): string[] {
  const folded = foldedText(text);
  const pieces = [...folded.matchAll(UNSEPARATED_RUN)].flatMap(([run]) => [...run, ...pairsOf(run)]);
  return [...new Set([...wordsIn(folded.replaceAll(UNSEPARATED_RUN, ' ')), ...pieces])];
}

/** Returns the words that a text must have to be found by this search. */
export function wantedWords(search: string): string[] {
  const folded = foldedText(search);
  const pieces = [...folded.matchAll(UNSEPARATED_RUN)].flatMap(([run]) => ([...run].length === 1 ? [run] : pairsOf(run)));
  return [...new Set([...wordsIn(folded.replaceAll(UNSEPARATED_RUN, ' ')), ...pieces])];
}

function pairsOf(run: string): string[] {
  const characters = [...run];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/** Whether the text contains one of these words or sequences of words. In scripts that do not separate words, any part of the text counts. */
export function containsHeldWord(text: string, held: readonly string[]): boolean {
  if (held.length === 0) return false;
  const folded = foldedText(text);
  const words = joined(wordsIn(folded));
  return held.some((entry) => {
    const wanted = foldedText(entry);
    const sequence = wordsIn(wanted);
    return IS_UNSEPARATED.test(wanted) || sequence.length === 0 ? folded.includes(wanted.trim()) : words.includes(joined(sequence));
  });
}

const joined = (words: readonly string[]): string => `${BETWEEN}${words.join(BETWEEN)}${BETWEEN}`;
