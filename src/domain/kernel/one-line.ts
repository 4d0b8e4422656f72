const BREAKS = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;
/** Direction marks, and control characters other than tabs, which count as spaces, and NUL, which no text contains. */
const REFUSED = /[^\P{Cc}\t\0]|[\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;
const ALL_REFUSED = new RegExp(REFUSED, 'gu');
/** A character that is visible. The blank braille pattern (U+2800) is neither a space nor an ignorable character, but is just as invisible. */
const SEEN = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cf}\p{Cc}\u2800]/u;

/**
 * Whether a text can be the name of something. It must not have line breaks or other control characters, which could make it look like more than a name, or
 * characters that change the direction of the text after them, which could make it look like another name. Joiners and marks, which Persian, Indic scripts and
 * emoji need, are allowed.
 */
export const isOneLine = (text: string): boolean => !REFUSED.test(text);

/** Whether any part of a text is visible. An invisible name would look like a missing name. */
export const isSeen = (text: string): boolean => SEEN.test(text);

/** Turns external text into a valid name. Returns an empty text if nothing of it is visible. */
export function oneLine(text: string): string {
  const plain = text.replaceAll(BREAKS, ' ').replaceAll(ALL_REFUSED, '');
  return isSeen(plain) ? plain : '';
}
