import { analyse } from 'chardet';

const MARKS: readonly [string, string][] = [
  ['efbbbf', 'utf-8'],
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
];
/** First bytes of texts without a byte order mark whose characters have two bytes, the first or the second of which is zero. */
const UNMARKED: readonly [string, string][] = [
  ['3c00', 'utf-16le'],
  ['003c', 'utf-16be'],
];
const DECLARED = /<\?xml[^>]{0,200}encoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})|<meta[^>]{0,200}charset\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})/i;
const HEAD_BYTES = 2048;
const SAMPLE_BYTES = 64 * 1024;

/** Decodes a text by its byte order mark, as UTF-8 if it is valid, in its declared encoding, or in the one that its letters suggest. */
export function decodeText(bytes: Buffer): string {
  const [, marked] = [...MARKS, ...UNMARKED].find(([mark]) => bytes.subarray(0, mark.length / 2).toString('hex') === mark) ?? [];
  const head = bytes.toString('latin1', 0, HEAD_BYTES);
  const [, xml, html] = DECLARED.exec(head) ?? [];
  for (const encoding of candidates(bytes, marked, xml ?? html)) {
    const text = encoding === undefined ? null : decode(bytes, encoding);
    if (text !== null) return text.replaceAll('\0', '').toWellFormed();
  }
  return bytes.toString('latin1').replaceAll('\0', '');
}

function decode(bytes: Buffer, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function* candidates(bytes: Buffer, marked: string | undefined, declared: string | undefined): Generator<string | undefined> {
  yield* [marked, 'utf-8', declared];
  if (marked !== undefined) return;
  for (const { name } of analyse(bytes.subarray(0, SAMPLE_BYTES))) yield name;
}
