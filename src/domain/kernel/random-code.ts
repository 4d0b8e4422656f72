import { randomInt } from 'node:crypto';

/** Digits and capital letters, without those that look alike (0 O, 1 I L). */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** Returns a code for people to read and type. Each character holds almost five random bits. */
export const randomCode = (length: number): string => Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
