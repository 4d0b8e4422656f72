import { randomInt } from 'node:crypto';

/** Digits and capitals without those that look alike (0 O, 1 I L). */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** A code that a person reads and types. Each character holds almost five random bits. */
export const randomCode = (length: number): string => Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
