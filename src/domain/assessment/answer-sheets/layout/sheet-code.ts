/**
 * The machine-readable code of a printed page: 57 bits, of which 10 name the layout, 45 the sheet and 2 the page, followed by 70 check bits of the binary BCH
 * code (127, 57) over x^7 + x^3 + 1 and one parity bit. Two such words differ in at least 24 cells. Up to two damaged cells are corrected. From 3 to 21 damaged
 * cells are always refused, and only one in 10^17 random patterns would pass.
 */
export interface SheetCode {
  /** Three digits. */
  readonly layout: string;
  /** Nine letters and digits of Crockford's base 32. */
  readonly sheet: string;
  /** From 1 to 4. */
  readonly page: number;
}

export const CODE_BITS = 128;
const DATA_BITS = 57n;
const CHECK_BITS = 70n;
const SHEET_BITS = 45n;
const PAGE_BITS = 2n;
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const SHEET_LENGTH = 9;

/** The code's generator: the product of the minimal polynomials of the first 21 odd powers of a root of x^7 + x^3 + 1, with t = 11. */
const GENERATOR = bchGenerator(11);

export function encodeSheetCode({ layout, sheet, page }: SheetCode): boolean[] {
  const data = (((BigInt(layout) << SHEET_BITS) | sheetNumber(sheet)) << PAGE_BITS) | BigInt(page - 1);
  const shifted = data << CHECK_BITS;
  const word = shifted | remainder(shifted);
  return bitsOf((word << 1n) | parity(word));
}

/** Returns null if more than two cells are damaged, or if the cells are not those of a code. */
export function decodeSheetCode(cells: readonly boolean[]): SheetCode | null {
  const word = corrected(cells.reduce((sum, cell) => (sum << 1n) | (cell ? 1n : 0n), 0n));
  if (word === null) return null;
  const data = word >> (CHECK_BITS + 1n);
  const layout = Number(data >> (SHEET_BITS + PAGE_BITS));
  // Blank paper and black paper are code words, too, but no layout has their numbers.
  if (layout === 0 || layout > 999) return null;
  return {
    layout: String(layout).padStart(3, '0'),
    sheet: sheetText((data >> PAGE_BITS) & ((1n << SHEET_BITS) - 1n)),
    page: Number(data & ((1n << PAGE_BITS) - 1n)) + 1,
  };
}

/** Makes a sheet's ID from 45 random bits. */
export function sheetIdFrom(random: Uint8Array): string {
  const bits = random.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return sheetText(bits & ((1n << SHEET_BITS) - 1n));
}

function sheetText(number: bigint): string {
  return number
    .toString(32)
    .padStart(SHEET_LENGTH, '0')
    .replace(/./g, (digit) => ALPHABET[Number.parseInt(digit, 32)] ?? '');
}

function sheetNumber(sheet: string): bigint {
  return [...sheet].reduce((sum, letter) => (sum << 5n) | BigInt(ALPHABET.indexOf(letter)), 0n);
}

function bitsOf(word: bigint): boolean[] {
  return Array.from({ length: CODE_BITS }, (_, index) => ((word >> BigInt(CODE_BITS - 1 - index)) & 1n) === 1n);
}

function parity(word: bigint): bigint {
  let odd = 0n;
  for (let rest = word; rest > 0n; rest >>= 1n) odd ^= rest & 1n;
  return odd;
}

function remainder(word: bigint): bigint {
  let rest = word;
  for (let bit = DATA_BITS + CHECK_BITS - 1n; bit >= CHECK_BITS; bit -= 1n) {
    if ((rest >> bit) & 1n) rest ^= GENERATOR << (bit - CHECK_BITS);
  }
  return rest;
}

/** Returns the check bits with the parity of the whole: 0 for a code word, and linear in the damaged bits. */
function syndrome(word: bigint): bigint {
  return (remainder(word >> 1n) << 1n) | parity(word);
}

let singleErrors: Map<bigint, bigint> | undefined;

function corrected(word: bigint): bigint | null {
  const damage = syndrome(word);
  if (damage === 0n) return word;
  singleErrors ??= new Map(Array.from({ length: CODE_BITS }, (_, bit) => [syndrome(1n << BigInt(bit)), 1n << BigInt(bit)]));
  const one = singleErrors.get(damage);
  if (one !== undefined) return word ^ one;
  for (const [single, first] of singleErrors) {
    const second = singleErrors.get(damage ^ single);
    if (second !== undefined) return word ^ first ^ second;
  }
  return null;
}

function bchGenerator(errors: number): bigint {
  const powers = [1];
  for (let index = 1; index < 127; index += 1) {
    const doubled = (powers[index - 1] ?? 0) << 1;
    powers.push(doubled & 128 ? doubled ^ 0b10001001 : doubled);
  }
  const logs = new Map(powers.map((value, index) => [value, index]));
  const multiply = (a: number, b: number) => (a && b ? (powers[((logs.get(a) ?? 0) + (logs.get(b) ?? 0)) % 127] ?? 0) : 0);
  const roots = new Set<number>();
  for (let odd = 1; odd < 2 * errors; odd += 2) {
    for (let root = odd % 127, step = 0; step < 7; step += 1, root = (root * 2) % 127) roots.add(root);
  }
  // Coefficients from the lowest power upwards; each root r multiplies by (x + r).
  let product = [1];
  for (const root of roots) {
    const value = powers[root] ?? 0;
    product = [...product, 0].map((_, power) => multiply(product[power] ?? 0, value) ^ (product[power - 1] ?? 0));
  }
  return product.reduceRight((sum, coefficient) => (sum << 1n) | BigInt(coefficient), 0n);
}
