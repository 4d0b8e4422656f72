import { type FileHandle, open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A family of fonts, in the weights 400 and 700. */
export interface Family {
  /** The name under which Typst finds the family. */
  name: string;
  /** The folders of its two fonts. */
  folders: readonly string[];
  /** The file with weight 400. The one with weight 700 has the same characters. */
  file: string;
}

const { resolve } = createRequire(import.meta.url);

const family = (name: string): Family => {
  const folder = dirname(resolve(`@expo-google-fonts/${name.toLowerCase().replaceAll(' ', '-')}/package.json`));
  const file = `${name.replaceAll(' ', '')}_400Regular.ttf`;
  return { name, folders: [join(folder, '400Regular'), join(folder, '700Bold')], file: join(folder, '400Regular', file) };
};

/** The families of alphabets, in the order in which they are tried. Their characters overlap only in signs and digits. */
export const ALPHABETS: readonly Family[] = ['Noto Sans', 'Noto Sans Arabic', 'Noto Sans Hebrew', 'Noto Sans Devanagari', 'Noto Sans Thai'].map(family);

const [JP, KR, SC, TC] = ['Noto Sans JP', 'Noto Sans KR', 'Noto Sans SC', 'Noto Sans TC'].map(family) as [Family, Family, Family, Family];

/** The families of Chinese, Japanese and Korean. They have largely the same characters, in the shapes of each country. */
export const EAST_ASIAN: readonly Family[] = [JP, KR, SC, TC];

/**
 * Returns the families in the order in which they are tried. The language of the document decides on the shapes of Chinese characters; if it writes
 * none itself, kana and hangul in the text do.
 */
export function familiesFor(language: string, text: string): readonly Family[] {
  const first = shapesOf(new Intl.Locale(language).maximize(), text);
  return [...ALPHABETS, first, ...EAST_ASIAN.filter((each) => each !== first)];
}

function shapesOf({ language, script }: Intl.Locale, text: string): Family {
  if (language === 'ja') return JP;
  if (language === 'ko') return KR;
  if (script === 'Hant') return TC;
  if (language === 'zh') return SC;
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return JP;
  return /\p{Script=Hangul}/u.test(text) ? KR : SC;
}

/** The characters of a font: one bit for each code point of Unicode. */
export class Characters {
  readonly #bits = new Uint8Array(0x110000 / 8);

  add(codePoint: number): void {
    this.#bits[codePoint >> 3] = (this.#bits[codePoint >> 3] as number) | (1 << (codePoint & 7));
  }

  has(character: string): boolean {
    const codePoint = character.codePointAt(0) as number;
    return ((this.#bits[codePoint >> 3] as number) & (1 << (codePoint & 7))) !== 0;
  }
}

/** Reads the characters of a TrueType font from its table `cmap` (ISO/IEC 14496-22, section 5.2.1), and nothing else of the file. */
export async function readCharacters(path: string): Promise<Characters> {
  const file = await open(path);
  try {
    const header = await read(file, 0, 12);
    const directory = await read(file, 12, header.readUInt16BE(4) * 16);
    const at = directory.indexOf('cmap', 0, 'latin1');
    return charactersOf(await read(file, directory.readUInt32BE(at + 8), directory.readUInt32BE(at + 12)));
  } finally {
    await file.close();
  }
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer;
}

function charactersOf(cmap: Buffer): Characters {
  const tables = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => cmap.subarray(cmap.readUInt32BE(8 + 8 * index)));
  const [whole, basic] = [12, 4].map((format) => tables.find((table) => table.readUInt16BE(0) === format));
  const characters = new Characters();
  if (whole) addGroups(characters, whole);
  else if (basic) addSegments(characters, basic);
  return characters;
}

/** Adds the characters of a table of format 12: groups of characters with consecutive glyphs. */
function addGroups(characters: Characters, table: Buffer): void {
  for (let group = 0; group < table.readUInt32BE(12); group++) {
    const at = 16 + 12 * group;
    for (let code = table.readUInt32BE(at); code <= table.readUInt32BE(at + 4); code++) characters.add(code);
  }
}

/** Adds those of a table of format 4: segments of the first 65,536 characters, which are shifted to their glyphs, or whose glyphs are listed, 0 being none. */
function addSegments(characters: Characters, table: Buffer): void {
  const size = table.readUInt16BE(6);
  const [ends, starts, shifts, lists] = [14, 16 + size, 16 + 2 * size, 16 + 3 * size] as [number, number, number, number];
  for (let at = 0; at < size; at += 2) {
    const [start, end, shift, list] = [starts, ends, shifts, lists].map((part) => table.readUInt16BE(part + at)) as [number, number, number, number];
    for (let code = start; code <= end && code < 0xffff; code++) {
      const glyph = list === 0 ? (code + shift) & 0xffff : table.readUInt16BE(lists + at + list + 2 * (code - start));
      if (glyph !== 0) characters.add(code);
    }
  }
}
