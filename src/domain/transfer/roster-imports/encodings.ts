import { analyse } from 'chardet';
import type { Shape } from '../../kernel/contract.ts';

export type Encoding = Shape<'RosterEncoding'>;

const MARKS: readonly [string, Encoding][] = [
  ['efbbbf', 'utf-8'],
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
];

/** Encodings by the names that the detector uses. Instead of ISO encodings, those of Windows are used, which have the same letters and are far more common. */
const DETECTED: Readonly<Record<string, Encoding>> = {
  'ISO-8859-1': 'windows-1252',
  'ISO-8859-2': 'iso-8859-2',
  'ISO-8859-7': 'windows-1253',
  'ISO-8859-8': 'windows-1255',
  'ISO-8859-9': 'windows-1254',
  'windows-1250': 'windows-1250',
  'windows-1251': 'windows-1251',
  'windows-1252': 'windows-1252',
  'windows-1253': 'windows-1253',
  'windows-1254': 'windows-1254',
  'windows-1255': 'windows-1255',
  'windows-1256': 'windows-1256',
  'windows-1257': 'windows-1257',
  'windows-1258': 'windows-1258',
  'windows-874': 'windows-874',
  'KOI8-R': 'koi8-r',
  Shift_JIS: 'shift_jis',
  'EUC-JP': 'euc-jp',
  'EUC-KR': 'euc-kr',
  GB18030: 'gb18030',
  Big5: 'big5',
};

/** Minimum confidence, of 100. The detector gives lower values to any text. */
const LEAST_CONFIDENCE = 20;
const SAMPLE_BYTES = 64 * 1024;

/**
 * Decodes a text whose encoding nobody has named: by its byte order mark, as UTF-8 if it is valid, and otherwise in the encoding that its letters suggest, or
 * that of Windows in Western Europe. The text is null if the bytes are not in the encoding that the mark names.
 */
export function recognize(bytes: Buffer): readonly [string | null, Encoding] {
  const marked = MARKS.find(([mark]) => bytes.subarray(0, mark.length / 2).toString('hex') === mark);
  if (marked) return [decode(bytes, marked[1]), marked[1]];
  for (const encoding of ['utf-8', ...guesses(bytes)] as const) {
    const text = decode(bytes, encoding);
    if (text !== null) return [text, encoding];
  }
  return [decode(bytes, 'windows-1252'), 'windows-1252'];
}

/** Suggests encodings. Looks only at values with letters beyond ASCII, because email addresses look like English in every encoding. */
function guesses(bytes: Buffer): Encoding[] {
  const values = bytes
    .subarray(0, SAMPLE_BYTES)
    .toString('latin1')
    .split(/[\n\r\t,;]/)
    .filter((value) => /[\u0080-\u00ff]/.test(value));
  return analyse(Buffer.from(values.join('\n'), 'latin1'))
    .filter(({ confidence }) => confidence >= LEAST_CONFIDENCE)
    .flatMap(({ name }) => DETECTED[name] ?? []);
}

/** Returns null if the bytes are not text in this encoding. */
export function decode(bytes: Buffer, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
