import { ArchiveError, type ZipReader } from '../../../../../platform/archives/zip-reader.ts';

/** Maximum size of all texts of one archive together: pages, descriptions and questions. */
const MOST_TEXT_BYTES = 64 * 1024 * 1024;
/** Minimum size that a text counts as, so that the number of small texts is limited. */
const LEAST_BYTES = 2048;
/** Maximum size of one text. */
export const MOST_BYTES = 8 * 1024 * 1024;

const HEAD_BYTES = 4096;

const RESERVED = /[<>:"|?*]/g;

const folded = (name: string): string => name.normalize('NFC').toLowerCase();

/** Returns the folder of an entry, without a trailing slash. */
export const folderOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('/')));

/** Returns the last part of a path. */
export const baseName = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/** The entries of an archive below the folder that holds its manifest, found by the addresses that stand in its texts. */
export class Entries {
  readonly #zip: ZipReader;
  readonly #root: string;
  readonly #names: Map<string, string>;
  #left = MOST_TEXT_BYTES;

  /** @param root the folder of the manifest, with a trailing slash, or an empty text */
  constructor(zip: ZipReader, root: string) {
    this.#zip = zip;
    this.#root = root;
    this.#names = new Map(
      [...zip.sizes.keys()].filter((name) => name.startsWith(root)).map((name) => [folded(name.slice(root.length)), name.slice(root.length)]),
    );
  }

  get names(): Iterable<string> {
    return this.#names.values();
  }

  sizeOf(name: string): number {
    return this.#zip.sizes.get(this.#root + name) ?? 0;
  }

  /**
   * Returns the name of the entry at an address, which may be percent-encoded, have a query string, lead upwards, be written in another case, or have signs
   * that Windows does not allow in names, for which the archive has underscores if it was unpacked and packed there. Returns undefined if there is none.
   * @param folder what the address is relative to
   */
  find(address: string, folder = ''): string | undefined {
    const [path = ''] = address.split('#', 1);
    const [withoutQuery = ''] = path.split('?', 1);
    const wanted = new Set([path, withoutQuery].flatMap((one) => [one, decoded(one)]));
    for (const one of [...wanted, ...[...wanted].map((name) => name.replaceAll(RESERVED, '_'))]) {
      const name = resolved(one.replaceAll('\\', '/'), folder);
      const found = name === undefined ? undefined : this.#names.get(folded(name));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** @throws ArchiveError also if the text, or all texts together, are larger than allowed */
  async read(name: string): Promise<Buffer> {
    this.#left -= Math.max(LEAST_BYTES, this.sizeOf(name));
    if (this.#left < 0) throw new ArchiveError('too_large', `the texts of the archive have more than ${MOST_TEXT_BYTES} bytes, or are too many`);
    return this.#zip.read(this.#root + name, MOST_BYTES);
  }

  /** Returns the first bytes of an entry.
   * @throws ArchiveError */
  async head(name: string): Promise<Buffer> {
    const stream = await this.#zip.open(this.#root + name);
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= HEAD_BYTES) break;
    }
    return Buffer.concat(chunks).subarray(0, HEAD_BYTES);
  }

  /** Returns the name of an entry in the whole archive. */
  pathOf = (name: string): string => this.#root + name;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Resolves a path within a folder. An absolute path begins at the top. Returns undefined if it leads out of the archive. */
function resolved(path: string, folder: string): string | undefined {
  const parts = path.startsWith('/') || folder === '' ? [] : folder.split('/');
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}
