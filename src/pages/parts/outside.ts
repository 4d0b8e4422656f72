import { type Html, html, type Part } from './html.ts';

/** Links in what people write: search engines take them for no recommendation of the service, and the page behind them learns nothing of the page that they are on. */
export const OUTSIDE_LINK = 'nofollow ugc noopener noreferrer';

/**
 * Pictures in what people write, whose servers may be anybody's: they are loaded when they come into view, and their server is not told for which page. Readers of
 * discussions do not load any from elsewhere.
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
