import { isSafe, isSafePattern } from 'redos-detector';

/** Highest number of times that a regular expression may backtrack, whatever the text. Below it, its time is linear. */
const LIMITS = { maxScore: 200, timeout: 10_000 };

/** Whether the time that a pattern of JSON Schema takes provably grows only linearly with the length of the text. */
export const isLinearPattern = (pattern: string): boolean => isSafePattern(pattern, { ...LIMITS, unicode: true }).safe;

/** Whether the time of a regular expression of the source code provably grows only linearly, too. */
export const isLinear = (expression: RegExp): boolean => isSafe(expression, LIMITS).safe;
