import { hash } from 'node:crypto';
import { Html, html } from './html.ts';
import { OUTSIDE_PICTURE } from './outside.ts';

const PATTERNS = [
  '<circle cx="270" cy="30" r="90" opacity=".18"/><circle cx="40" cy="170" r="70" opacity=".14"/><circle cx="250" cy="165" r="28" opacity=".25"/>',
  '<path d="M0 180 130 0h60L60 180zM150 180 280 0h60L210 180z" opacity=".16"/>',
  '<path d="M0 180 90 70l60 70 70-95 100 135z" opacity=".2"/><circle cx="262" cy="38" r="20" opacity=".3"/>',
  '<path d="M0 120q40-40 80 0t80 0 80 0 80 0v60H0z" opacity=".2"/><path d="M0 145q40-40 80 0t80 0 80 0 80 0v35H0z" opacity=".2"/>',
] as const;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Returns the first letter or digit of the title. */
const initialOf = (title: string): string => {
  for (const { segment } of graphemes.segment(title)) if (/[\p{L}\p{N}]/u.test(segment)) return segment.toLocaleUpperCase();
  return '';
};

/** Shows the picture of a course, or one generated from its title. The ID keeps the parts of several pictures on a page distinct. */
export function cover({ id, title, url }: { id: string; title: string; url: string | null }, isLazy = false): Html {
  if (url)
    return html`<img class="cover" src="${url}" alt="" referrerpolicy="${OUTSIDE_PICTURE.referrerpolicy}"${isLazy && html` loading="${OUTSIDE_PICTURE.loading}"`}>`;
  const [hue = 0, pattern = 0, turn = 0] = hash('sha256', title, 'buffer');
  const color = (by: number, lightness: number) => `hsl(${Math.round((hue / 256) * 360 + by)} 55% ${lightness}%)`;
  const name = `cover-${id}`;
  return html`<svg class="cover" viewBox="0 0 320 180" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><defs><linearGradient id="${name}" x2="1" y2="1"><stop stop-color="${color(0, 34)}"/><stop offset="1" stop-color="${color(30 + (turn % 40), 24)}"/></linearGradient></defs>
<rect width="320" height="180" fill="url(#${name})"/><g fill="#fff">${new Html(PATTERNS[pattern % PATTERNS.length] as string)}<text x="160" y="122" font-size="96" font-weight="700" text-anchor="middle" opacity=".92">${initialOf(title)}</text></g></svg>`;
}
