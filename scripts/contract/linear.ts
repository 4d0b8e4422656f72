import { isSafe, isSafePattern } from 'redos-detector';

/** The highest number of times that a regular expression may go back over its text, whatever the text. Below it, its time is linear. */
const LIMITS = { maxScore: 200, timeout: 10_000 };

/** Whether it is proved that the time that a pattern of JSON Schema takes grows only linearly with the length of the text. */
export const isLinearPattern = (pattern: string): boolean => isSafePattern(pattern, { ...LIMITS, unicode: true }).safe;

/** The same for a regular expression of the source code. */
export const isLinear = (expression: RegExp): boolean => isSafe(expression, LIMITS).safe;
