import { type FileType, typeOf } from '../../../archive/file-types.ts';
import { numberedId } from '../../../archive/numbered-ids.ts';
import type { FoundCourse } from '../format.ts';
import { baseName, type Entries } from './entries.ts';
import type { Ledger } from './ledger.ts';

export interface CourseFile {
  id: string;
  kind: FileType['kind'];
  title: string;
}

/** Returns whether the name is that of a document, so that a URL with this name is shown as one. */
export const isDocument = (name: string): boolean => typeOf(name)?.kind === 'document';

const LONGEST_NAME = 200;

/** The files of an archive that become files of the course. */
export class CourseFiles {
  readonly #entries: Entries;
  readonly #ledger: Ledger;
  readonly #byName = new Map<string, CourseFile | undefined>();
  readonly media: FoundCourse['media'][number][] = [];
  readonly documents: FoundCourse['documents'][number][] = [];

  constructor(entries: Entries, ledger: Ledger) {
    this.#entries = entries;
    this.#ledger = ledger;
  }

  /** Returns what an entry becomes. A file of a kind that courses do not have is left out. */
  take(name: string): CourseFile | undefined {
    if (this.#byName.has(name)) return this.#byName.get(name);
    const file = this.#add(name);
    this.#byName.set(name, file);
    return file;
  }

  #add(name: string): CourseFile | undefined {
    const title = Array.from(baseName(name)).slice(0, LONGEST_NAME).join('');
    const found = typeOf(name);
    if (!found) {
      this.#ledger.skip({ place: name, title }, 'file_not_supported');
      return undefined;
    }
    const { kind, contentType } = found;
    const file = { path: this.#entries.pathOf(name), file_name: title, content_type: contentType, size_bytes: this.#entries.sizeOf(name) };
    const id = kind === 'document' ? numberedId('document', this.documents.length + 1) : numberedId('media', this.media.length + 1);
    if (kind === 'document') this.documents.push({ id, title, url: null, file });
    else this.media.push({ id, title, kind, file });
    this.#ledger.find({ id, place: name, title });
    return { id, kind, title };
  }
}
