import type { Shape } from '../../kernel/contract.ts';

export type UploadPurpose = Shape<'UploadWrite'>['purpose'];
/** Includes hero images and packages, which are not uploaded: the service writes hero images, and imported courses bring both. */
export type FilePurpose = UploadPurpose | 'hero' | 'package';

const OFFICE = 'application/vnd.openxmlformats-officedocument.';
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument.';

/** How a file's first bytes show its kind: as one of these types, or as text. */
type Shown = readonly string[] | 'text';

const VIDEO = {
  'video/mp4': ['video/mp4', 'video/x-m4v', 'video/quicktime', 'video/3gpp', 'video/3gpp2'],
  'video/quicktime': ['video/quicktime', 'video/mp4'],
  'video/webm': ['video/webm', 'video/matroska'],
  'video/ogg': ['video/ogg', 'application/ogg'],
} satisfies Record<string, Shown>;

const AUDIO = {
  'audio/mpeg': ['audio/mpeg'],
  'audio/mp4': ['audio/mp4', 'audio/x-m4a', 'video/mp4'],
  'audio/aac': ['audio/aac'],
  'audio/ogg': ['audio/ogg', 'audio/ogg; codecs=opus', 'application/ogg'],
  'audio/wav': ['audio/wav'],
  'audio/webm': ['video/webm', 'video/matroska'],
  'audio/flac': ['audio/flac'],
} satisfies Record<string, Shown>;

/** SVG is not included because it can contain scripts. */
const IMAGES = {
  'image/png': ['image/png', 'image/apng'],
  'image/jpeg': ['image/jpeg'],
  'image/webp': ['image/webp'],
  'image/gif': ['image/gif'],
  'image/avif': ['image/avif'],
} satisfies Record<string, Shown>;

const TEXTS = {
  'text/plain': 'text',
  'text/markdown': 'text',
  'text/csv': 'text',
} satisfies Record<string, Shown>;

const DOCUMENTS = {
  'application/pdf': ['application/pdf'],
  [`${OFFICE}wordprocessingml.document`]: [`${OFFICE}wordprocessingml.document`],
  [`${OFFICE}spreadsheetml.sheet`]: [`${OFFICE}spreadsheetml.sheet`],
  [`${OFFICE}presentationml.presentation`]: [`${OFFICE}presentationml.presentation`],
  'application/msword': ['application/x-cfb'],
  'application/vnd.ms-excel': ['application/x-cfb'],
  'application/vnd.ms-powerpoint': ['application/x-cfb'],
  [`${OPEN_DOCUMENT}text`]: [`${OPEN_DOCUMENT}text`],
  [`${OPEN_DOCUMENT}spreadsheet`]: [`${OPEN_DOCUMENT}spreadsheet`],
  [`${OPEN_DOCUMENT}presentation`]: [`${OPEN_DOCUMENT}presentation`],
  'application/rtf': ['application/rtf'],
  'application/epub+zip': ['application/epub+zip'],
  'application/zip': ['application/zip'],
  ...TEXTS,
} satisfies Record<string, Shown>;

const ARCHIVES = {
  'application/gzip': ['application/gzip'],
  'application/x-7z-compressed': ['application/x-7z-compressed'],
  'application/x-tar': ['application/x-tar'],
} satisfies Record<string, Shown>;

const TYPES: Record<FilePurpose, Readonly<Record<string, Shown>>> = {
  media: { ...VIDEO, ...AUDIO, ...IMAGES },
  document: DOCUMENTS,
  submission: { ...DOCUMENTS, ...IMAGES, ...AUDIO, ...VIDEO, ...ARCHIVES },
  discussion: { ...IMAGES, 'application/pdf': DOCUMENTS['application/pdf'], ...TEXTS },
  hero: { 'image/webp': IMAGES['image/webp'] },
  package: {},
};

/** Returns how a file of this type shows its kind, or undefined if the purpose does not accept the type. */
export const shownKind = (purpose: FilePurpose, contentType: string): Shown | undefined =>
  Object.hasOwn(TYPES[purpose], contentType) ? TYPES[purpose][contentType] : undefined;
