import type { Shape } from '../../../../kernel/contract.ts';
import { Faults } from '../../../../kernel/errors.ts';
import { checkContent } from '../../../../studio/lesson-content/check-content.ts';
import type { ImportedLesson } from '../format.ts';
import { baseName } from './entries.ts';
import { isDocument } from './files.ts';

type Assigned = Pick<ImportedLesson, 'content_type' | 'content'>;

/** Hosts whose pages are made for frames of other sites. */
const FRAMED_HOSTS = [
  'archive.org',
  'desmos.com',
  'docs.google.com',
  'genial.ly',
  'geogebra.org',
  'h5p.com',
  'h5p.org',
  'learningapps.org',
  'padlet.com',
  'phet.colorado.edu',
  'prezi.com',
];

/** Host of pages at Google, of which only those of a single file are framed. */
const GOOGLE = 'docs.google.com';
const GOOGLE_FILE = /^\/(?:a\/[^/]+\/)?(?:document|drawings|forms|presentation|spreadsheets)\/(?:u\/\d+\/)?d\//;

const isForFrames = ({ hostname, pathname }: URL): boolean =>
  FRAMED_HOSTS.some((host) => hostname === host || hostname.endsWith(`.${host}`)) && (hostname !== GOOGLE || GOOGLE_FILE.test(pathname));

/** Matches the beginning of a host name: with `www.`, or up to a domain that is hardly ever the end of the name of a folder. */
const HOST = /^(?:www\.|(?:[^\s/?#:@.]{1,63}\.){1,5}(?:[a-z]{2}|com|org|net|edu|gov|mil|int|info|biz|app|dev)(?:[:/?#]|$))/i;
/** File names whose extensions are also domains. */
const FILE = /^[^/?#]+\.(?:ai|cc|gz|js|md|pl|ps|py|rs|sh|ts)$/i;

/**
 * Returns the address of a web page, even if the scheme was left out, as people type it. Undefined if a text is not one: if it leads to another place of the
 * same site, or does not lead to a page at all.
 */
export function webAddress(text: string): string | undefined {
  const wanted = text.trim();
  if (/^https?:\/\//i.test(wanted)) return URL.canParse(wanted) ? wanted : undefined;
  const address = wanted.startsWith('//') ? `https:${wanted}` : `https://${wanted}`;
  const isHost = wanted.startsWith('//') || (HOST.test(wanted) && !FILE.test(wanted));
  return isHost && URL.parse(address)?.username === '' ? address : undefined;
}

/**
 * Returns the lesson that shows what is at a URL: a video, a document or a framed page. Undefined if no lesson can.
 * @param isFramed whether the source shows it in a frame already
 */
export function lessonAt(url: string, isFramed: boolean): Assigned | undefined {
  const address = URL.parse(url);
  if (!address) return undefined;
  const names = baseName(address.pathname);
  const wanted: Assigned[] = [
    { content_type: 'video', content: { source: 'youtube', url, captions: [], duration_seconds: null } },
    { content_type: 'video', content: { source: 'vimeo', url, captions: [], duration_seconds: null } },
    ...(isDocument(names)
      ? [{ content_type: 'document' as const, content: { source: 'url', url, file_name: null, is_downloadable: true } as Shape<'LinkedDocument'> }]
      : []),
    { content_type: 'video', content: { source: 'file', url, captions: [], duration_seconds: null } },
    ...(isFramed || isForFrames(address)
      ? [{ content_type: 'embed' as const, content: { url: url.replace(/^http:/i, 'https:') } as Shape<'EmbedContent'> }]
      : []),
  ];
  return wanted.find(({ content_type, content }) => isAllowed(content_type, content));
}

export function isAllowed(type: ImportedLesson['content_type'], content: ImportedLesson['content']): boolean {
  const faults = new Faults();
  checkContent(type, content, faults);
  return faults.list.length === 0;
}
