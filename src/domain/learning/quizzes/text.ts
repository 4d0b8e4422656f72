const WORDS = new Intl.Segmenter('en', { granularity: 'word' });

/** Counts the words of a text in any script, as Unicode divides them (UAX 29). Counting stops at `most`, because texts can be long. */
export function countWords(text: string, most: number): number {
  let words = 0;
  for (const { isWordLike } of WORDS.segment(text)) {
    if (isWordLike) words++;
    if (words === most) break;
  }
  return words;
}
