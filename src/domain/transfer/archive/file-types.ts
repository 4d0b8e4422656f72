const OFFICE = 'application/vnd.openxmlformats-officedocument.';
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument.';

const MEDIA = {
  image: { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp', avif: 'image/avif' },
  video: { mp4: 'video/mp4', m4v: 'video/mp4', mov: 'video/quicktime', webm: 'video/webm', ogv: 'video/ogg' },
  audio: {
    mp3: 'audio/mpeg',
    m4a: 'audio/mp4',
    aac: 'audio/aac',
    ogg: 'audio/ogg',
    oga: 'audio/ogg',
    wav: 'audio/wav',
    weba: 'audio/webm',
    flac: 'audio/flac',
  },
} as const;

const DOCUMENTS = {
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
} as const;

export interface FileType {
  kind: keyof typeof MEDIA | 'document';
  contentType: string;
}

/** The types of files that courses have, by the extensions of their names. */
const BY_EXTENSION: ReadonlyMap<string, FileType> = new Map(
  Object.entries({ ...MEDIA, document: DOCUMENTS }).flatMap(([kind, types]) =>
    Object.entries(types).map(([extension, contentType]) => [extension, { kind: kind as FileType['kind'], contentType }] as const),
  ),
);

export const extensionOf = (name: string): string => /\.([^./]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** Returns the type of a file by its name, or undefined if courses have no such files. */
export const typeOf = (name: string): FileType | undefined => BY_EXTENSION.get(extensionOf(name));

const BY_TYPE: ReadonlyMap<string, string> = new Map([...BY_EXTENSION].toReversed().map(([extension, { contentType }]) => [contentType, `.${extension}`]));

/**
 * Returns the file name extension for a type, with its dot, or an empty text if courses have no such files. It depends on the type and never on the file's own
 * name: a text that is named `x.html` must not become a page of the system that serves it.
 */
export const endingFor = (contentType: string): string => BY_TYPE.get(contentType) ?? '';
