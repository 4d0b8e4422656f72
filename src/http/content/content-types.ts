import { extname } from 'node:path/posix';

/** Media types by file extension. Files with other extensions are downloaded. */
const TYPES: Readonly<Record<string, string>> = {
  ...{ htm: 'text/html', html: 'text/html', xhtml: 'application/xhtml+xml', css: 'text/css', js: 'text/javascript', mjs: 'text/javascript' },
  ...{ json: 'application/json', xml: 'application/xml', xsd: 'application/xml', dtd: 'application/xml-dtd', txt: 'text/plain', csv: 'text/csv' },
  ...{ vtt: 'text/vtt', srt: 'text/plain', md: 'text/plain', map: 'application/json', wasm: 'application/wasm', webmanifest: 'application/manifest+json' },
  ...{ png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp', avif: 'image/avif', svg: 'image/svg+xml' },
  ...{ ico: 'image/x-icon', bmp: 'image/bmp', mp3: 'audio/mpeg', m4a: 'audio/mp4', ogg: 'audio/ogg', oga: 'audio/ogg', wav: 'audio/wav', weba: 'audio/webm' },
  ...{ mp4: 'video/mp4', m4v: 'video/mp4', webm: 'video/webm', ogv: 'video/ogg', mov: 'video/quicktime', pdf: 'application/pdf' },
  ...{ woff: 'font/woff', woff2: 'font/woff2', ttf: 'font/ttf', otf: 'font/otf', eot: 'application/vnd.ms-fontobject', zip: 'application/zip' },
};

/** Returns the media type of a file. Pages get no encoding, because many packages are not UTF-8 and declare their own. */
export const contentTypeOf = (path: string): string => TYPES[extname(path).slice(1).toLowerCase()] ?? 'application/octet-stream';
