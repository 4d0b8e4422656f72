const BREAKS = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;
const REORDERING = /[\u202A-\u202E\u2066-\u2069]/g;
const REFUSED = /[\n\v\f\r\u0085\u2028\u2029\u202A-\u202E\u2066-\u2069]/;

/**
 * Whether a text can be the name of something: it has no line breaks, with which it could pretend to be more than a name, and no characters that change the
 * direction of what follows them, with which it could pretend to be another name. Joiners and marks, which Persian, Indic scripts and emoji need, are fine.
 */
export const isOneLine = (text: string): boolean => !REFUSED.test(text);

/** Makes a text from outside the name of something. */
export const oneLine = (text: string): string => text.replaceAll(BREAKS, ' ').replaceAll(REORDERING, '');
