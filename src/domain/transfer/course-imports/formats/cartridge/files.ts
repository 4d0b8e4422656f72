import { numberedId } from '../../../archive/numbered-ids.ts';
import type { ImportedCourse } from '../format.ts';
import { baseName, type Entries, extensionOf } from './entries.ts';
import type { Ledger } from './ledger.ts';

const OFFICE = 'application/vnd.openxmlformats-officedocument.';
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument.';

const MEDIA = {
  image: { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp', avif: 'image/avif' },
  video: { mp4: 'video/mp4', m4v: 'video/mp4', mov: 'video/quicktime', webm: 'video/webm', ogv: 'video/ogg' },
  audio: { mp3: 'audio/mpeg', m4a: 'audio/mp4', aac: 'audio/aac', oga: 'audio/ogg', ogg: 'audio/ogg', wav: 'audio/wav', flac: 'audio/flac' },
} as const;

const DOCUMENTS: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  docx: `${OFFICE}wordprocessingml.document`,
  xlsx: `${OFFICE}spreadsheetml.sheet`,
  pptx: `${OFFICE}presentationml.presentation`,
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  odt: `${OPEN_DOCUMENT}text`,
  ods: `${OPEN_DOCUMENT}spreadsheet`,
  odp: `${OPEN_DOCUMENT}presentation`,
  rtf: 'application/rtf',
  epub: 'application/epub+zip',
  zip: 'application/zip',
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
};

type MediaKind = keyof typeof MEDIA;

export interface CourseFile {
  id: string;
  kind: MediaKind | 'document';
  title: string;
}

type KindOfFile = { kind: CourseFile['kind']; contentType: string };

function kindOf(name: string): KindOfFile | undefined {
  const extension = extensionOf(name);
  for (const [kind, types] of Object.entries(MEDIA) as [MediaKind, Record<string, string>][])
    if (Object.hasOwn(types, extension)) return { kind, contentType: types[extension] as string };
  return Object.hasOwn(DOCUMENTS, extension) ? { kind: 'document', contentType: DOCUMENTS[extension] as string } : undefined;
}

/** Whether the name is that of a document, so that what is at a URL with it is shown as one. */
export const isDocument = (name: string): boolean => Object.hasOwn(DOCUMENTS, extensionOf(name));

const LONGEST_NAME = 200;

/** The files of an archive that become files of the course. */
export class CourseFiles {
  readonly #entries: Entries;
  readonly #ledger: Ledger;
  readonly #byName = new Map<string, CourseFile | undefined>();
  readonly media: ImportedCourse['media'][number][] = [];
  readonly documents: ImportedCourse['documents'][number][] = [];

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
    const found = kindOf(name);
    if (!found) {
      this.#ledger.skip({ place: name, title }, 'file_not_supported');
      return undefined;
    }
    const { kind, contentType } = found;
    const file = { path: name, file_name: title, content_type: contentType, size_bytes: this.#entries.sizeOf(name) };
    const id = kind === 'document' ? numberedId('document', this.documents.length + 1) : numberedId('media', this.media.length + 1);
    if (kind === 'document') this.documents.push({ id, title, url: null, file });
    else this.media.push({ id, title, kind, file });
    this.#ledger.find({ id, place: name, title });
    return { id, kind, title };
  }
}
