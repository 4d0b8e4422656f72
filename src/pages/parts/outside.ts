import { type Html, html, type Part } from './html.ts';

/** The `rel` of links in user-written texts: search engines do not count them as recommendations, and the target does not learn which page links to it. */
export const OUTSIDE_LINK = 'nofollow ugc noopener noreferrer';

/**
 * Attributes of pictures in user-written texts, whose servers may be anybody's: the pictures are loaded when they come into view, and their server does not
 * learn for which page. Readers of discussions do not load pictures from other sites.
 */
export const OUTSIDE_PICTURE = { loading: 'lazy', referrerpolicy: 'no-referrer' } as const;

export const outsideLink = (url: string, inner: Part): Html => html`<a href="${url}" rel="${OUTSIDE_LINK}">${inner}</a>`;

interface Picture {
  url: string;
  alt?: string;
  /** Width and height. */
  side?: number;
}

export const outsidePicture = ({ url, alt = '', side }: Picture): Html =>
  html`<img src="${url}" alt="${alt}"${side && html` width="${side}" height="${side}"`}${Object.entries(OUTSIDE_PICTURE).map(([name, value]) => html` ${name}="${value}"`)}>`;
