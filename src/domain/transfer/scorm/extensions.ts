const OFFICE = 'application/vnd.openxmlformats-officedocument.';
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument.';

const EXTENSIONS: Readonly<Record<string, string>> = {
  'video/mp4': '.mp4',
  'video/quicktime': '.mov',
  'video/webm': '.webm',
  'video/ogg': '.ogv',
  'audio/mpeg': '.mp3',
  'audio/mp4': '.m4a',
  'audio/aac': '.aac',
  'audio/ogg': '.ogg',
  'audio/wav': '.wav',
  'audio/webm': '.weba',
  'audio/flac': '.flac',
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/webp': '.webp',
  'image/gif': '.gif',
  'image/avif': '.avif',
  'application/pdf': '.pdf',
  [`${OFFICE}wordprocessingml.document`]: '.docx',
  [`${OFFICE}spreadsheetml.sheet`]: '.xlsx',
  [`${OFFICE}presentationml.presentation`]: '.pptx',
  'application/msword': '.doc',
  'application/vnd.ms-excel': '.xls',
  'application/vnd.ms-powerpoint': '.ppt',
  [`${OPEN_DOCUMENT}text`]: '.odt',
  [`${OPEN_DOCUMENT}spreadsheet`]: '.ods',
  [`${OPEN_DOCUMENT}presentation`]: '.odp',
  'application/rtf': '.rtf',
  'application/epub+zip': '.epub',
  'application/zip': '.zip',
  'text/plain': '.txt',
  'text/markdown': '.md',
  'text/csv': '.csv',
};

/**
 * Returns the ending under which a learning platform serves a file as what it is. It follows the type, never the name of the file: a text that is named
 * `x.html` must not become a page of the platform.
 */
export const extensionOf = (type: string): string => EXTENSIONS[type] ?? '';
