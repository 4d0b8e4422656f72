const BREAKS = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;
/** Control characters but tabs, which are spaces, and NUL, which no text has; and marks of direction. */
const REFUSED = /[^\P{Cc}\t\0]|[\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;
const ALL_REFUSED = new RegExp(REFUSED, 'gu');
/** The pattern of braille without a dot is no space and no ignorable character, and shows as little. */
const SEEN = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cf}\p{Cc}\u2800]/u;

/**
 * Whether a text can be the name of something: it has no line breaks and other control characters, with which it could pretend to be more than a name, and no
 * characters that change the direction of what follows them, with which it could pretend to be another name. Joiners and marks, which Persian, Indic scripts
 * and emoji need, are fine.
 */
export const isOneLine = (text: string): boolean => !REFUSED.test(text);

/** Whether a reader sees anything of a text. A name that nobody sees pretends that there is none. */
export const isSeen = (text: string): boolean => SEEN.test(text);

/** Makes a text from outside the name of something, empty if nothing of it is seen. */
export function oneLine(text: string): string {
  const plain = text.replaceAll(BREAKS, ' ').replaceAll(ALL_REFUSED, '');
  return isSeen(plain) ? plain : '';
}
