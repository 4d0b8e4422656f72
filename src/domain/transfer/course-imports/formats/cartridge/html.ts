import sanitizeHtml from 'sanitize-html';
import { hasTooManyTags } from '../../../../studio/lesson-content/text.ts';
import type { Warning } from '../format.ts';
import { baseName, type Entries } from './entries.ts';
import type { CourseFile, CourseFiles } from './files.ts';
import { webAddress } from './links.ts';

export type Loss = Warning['kind'];

/** Something that a page shows in a frame or a player, which becomes a lesson after it. */
export type Frame = { title: string } & ({ url: string } | { file: CourseFile });

export interface RewrittenHtml {
  html: string;
  frames: readonly Frame[];
  losses: ReadonlySet<Loss>;
}

export interface Place {
  entries: Entries;
  files: CourseFiles;
  /** The folder of the text, which its addresses are relative to. */
  folder: string;
}

/** Elements that are left out with all that is in them. */
const REMOVED = new Set(['head', 'title', 'script', 'style', 'noscript', 'template', 'link', 'meta', 'base']);
const ACTIVE = new Set(['script', 'form', 'input', 'button', 'select', 'textarea', 'object', 'embed', 'applet', 'canvas', 'svg']);
const STYLING = new Set(['font', 'center', 'style', 'marquee']);
const PLAYERS = ['iframe', 'video', 'audio', 'source'];

/** The token that Canvas and the specification, which had two names for it, use for the folder of all files. */
const FILE_BASE = /^\/?(?:\$|%24)(?:IMS|1EdTech)[-_]CC[-_]FILEBASE(?:\$|%24)\/?/i;
/** The tokens that Canvas writes for its own pages and other places of a course. */
const OTHER_OBJECT = /^\/?(?:\$|%24)(?:CANVAS|WIKI|LTI)[A-Z_]*(?:\$|%24)/i;
const ABSOLUTE = /^[a-z][a-z0-9+.-]*:|^\/\//i;
/** The schemes of links that lessons may have. */
const KEPT_LINK = /^(?:https?|mailto):/i;
const FILE_FOLDERS = ['web_resources', '', 'web_content'];

/** Finds the entry that an address in a text leads to. */
export function entryAt(address: string, { entries, folder }: Pick<Place, 'entries' | 'folder'>): string | undefined {
  const path = address.replace(FILE_BASE, '');
  const folders = path === address ? [folder, ...FILE_FOLDERS] : [...FILE_FOLDERS, folder];
  for (const each of folders) {
    const found = entries.find(path, each);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Rewrites addresses in HTML: those of files of the archive lead to files of the course, and links that lead nowhere any more become text. Formulas of Canvas
 * become text. Unsafe content is left for the sanitizer of lessons.
 */
export function rewriteHtml(html: string, place: Place): RewrittenHtml {
  const losses = new Set<Loss>();
  const frames: Frame[] = [];
  // The rules for lessons refuse such a text, and as markdown it loses its tags.
  if (hasTooManyTags(html)) return { html, frames, losses: new Set(['styling_lost']) };
  const target = (address: string, lost: Loss): string | undefined => {
    const text = address.trim();
    if (text.startsWith('#')) return text;
    if (ABSOLUTE.test(text) && !text.startsWith('//')) {
      if (lost === 'link_lost' && !KEPT_LINK.test(text)) losses.add(lost);
      return text;
    }
    if (text.startsWith('//')) return `https:${text}`;
    const entry = OTHER_OBJECT.test(text) ? undefined : entryAt(text, place);
    const file = entry === undefined || /\.x?html?$/i.test(entry) ? undefined : place.files.take(entry);
    if (file) return `file:${file.id}`;
    const page = lost === 'link_lost' ? webAddress(text) : undefined;
    if (page === undefined) losses.add(lost);
    return page;
  };
  const played = ({ src = '', title = '' }: sanitizeHtml.Attributes): sanitizeHtml.Tag => {
    const address = src.trim();
    const nothing = { tagName: 'span', attribs: {} };
    if (address === '' || address === 'about:blank') return nothing;
    const tool = toolAt(address);
    if (tool !== undefined) {
      losses.add('tool_as_text');
      return { tagName: 'a', attribs: { href: tool }, text: title.trim() || tool };
    }
    const entry = ABSOLUTE.test(address) ? undefined : entryAt(address, place);
    const file = entry === undefined ? undefined : place.files.take(entry);
    const url = secure(address);
    if (!file && url === undefined) {
      losses.add('link_lost');
      return nothing;
    }
    losses.add('frame_moved');
    frames.push(file ? { title: title.trim() || file.title, file } : { title: title.trim(), url: url as string });
    const name = baseName(entry ?? (url as string));
    return { tagName: 'a', attribs: { href: file ? `file:${file.id}` : (url as string) }, text: title.trim() || (file ? name : (url as string)) };
  };
  const rewritten = sanitizeHtml(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    allowedSchemes: ['http', 'https', 'mailto', 'file'],
    exclusiveFilter: ({ tag }) => REMOVED.has(tag),
    transformTags: {
      img: (tagName, { src, ...attribs }) => {
        const formula = attribs['data-equation-content'];
        if (formula !== undefined) return { tagName: 'span', attribs: {}, text: `\\(${formula}\\)` };
        const shown = src === undefined ? undefined : target(src, 'picture_lost');
        if (shown !== undefined && !/^(?:https|file):/i.test(shown)) losses.add('picture_lost');
        return { tagName, attribs: shown === undefined ? attribs : { ...attribs, src: shown } };
      },
      ...Object.fromEntries(PLAYERS.map((player) => [player, (_tag: string, attribs: sanitizeHtml.Attributes) => played(attribs)])),
      '*': (tagName, { href, style, ...attribs }) => {
        if (style !== undefined || STYLING.has(tagName)) losses.add('styling_lost');
        if (ACTIVE.has(tagName)) losses.add('active_content_lost');
        if (href === undefined) return { tagName, attribs };
        const leads = tagName === 'a' ? target(href, 'link_lost') : href;
        return { tagName, attribs: leads === undefined ? attribs : { ...attribs, href: leads } };
      },
    },
  });
  return { html: rewritten.trim(), frames, losses };
}

/** Returns whether a text seems to be HTML. */
export const hasTags = (text: string): boolean =>
  text
    .split('<')
    .slice(1)
    .some((part) => /^\/?[a-z]/i.test(part) && part.includes('>'));

const TOOL_FRAME = /\/external_tools\/retrieve\?/;

/** Returns the address of the tool that a Canvas frame launches, which is part of the frame's address. */
function toolAt(address: string): string | undefined {
  const url = TOOL_FRAME.test(address) ? URL.parse(address, 'https://canvas.invalid')?.searchParams.get('url') : undefined;
  return url ? webAddress(url) : undefined;
}

/** Returns a web address with https, because frames show only such pages. */
function secure(address: string): string | undefined {
  const url = URL.parse(webAddress(address) ?? '');
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  url.protocol = 'https:';
  return url.href;
}
