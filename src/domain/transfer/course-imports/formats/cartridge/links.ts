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

const isFramedHost = (name: string): boolean => FRAMED_HOSTS.some((host) => name === host || name.endsWith(`.${host}`));

/**
 * The lesson that shows what is at a URL: a video, a document or a framed page. Undefined if none can.
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
    ...(isFramed || isFramedHost(address.hostname) ? [{ content_type: 'embed' as const, content: { url } as Shape<'EmbedContent'> }] : []),
  ];
  return wanted.find(({ content_type, content }) => isAllowed(content_type, content));
}

export function isAllowed(type: ImportedLesson['content_type'], content: ImportedLesson['content']): boolean {
  const faults = new Faults();
  checkContent(type, content, faults);
  return faults.list.length === 0;
}
