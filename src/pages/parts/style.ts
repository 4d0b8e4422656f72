import { createHash } from 'node:crypto';
import { inkOn, readableOn } from './colors.ts';

const SERVICE_COLOR = '#1f4f8f';

const STYLE = `@layer reset, tokens, base, parts, pages;
@layer reset {
*, ::before, ::after { box-sizing: border-box }
html { -webkit-text-size-adjust: 100% }
@media (prefers-reduced-motion: reduce) { *, ::before, ::after { animation: none !important; transition: none !important; scroll-behavior: auto !important } }
}
@layer tokens {
:root {
color-scheme: light dark;
--text: light-dark(#1d2430, #e6eaf1); --soft: light-dark(#4d586a, #aab4c3); --ground: light-dark(#f4f6f9, #12171f); --paper: light-dark(#fff, #1b222d); --tint: light-dark(#eef1f6, #252e3b);
--line: light-dark(#dbe1ea, #333d4c); --edge: light-dark(#79859a, #8190a6); --bad: light-dark(#a4161a, #ff9a94); --bad-ground: light-dark(#fdecec, #3d1f22); --good: light-dark(#2f7d4f, #74cf98); --good-ground: light-dark(#e8f3ec, #1a3325);
}
@media print { :root { color-scheme: light } }
}
@layer base {
body { margin: 0; font: 1.0625rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; color: var(--text); background: var(--ground); overflow-wrap: anywhere }
a { color: var(--link); text-underline-offset: .15em }
a:focus-visible, button:focus-visible, input:focus-visible, select:focus-visible, summary:focus-visible, [tabindex]:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 4px }
main:focus { outline: none }
header { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .5rem 1.5rem; padding: .75rem max(1rem, calc((100% - 60rem) / 2)); background: var(--paper); border-block-end: 3px solid var(--brand) }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem }
nav a { display: inline-block; padding: .4rem 0 }
main { max-width: 34rem; margin: 2rem auto 4rem; padding: 0 1rem }
main:has(.wide) { max-width: 62rem }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 1.25rem }
h2 { font-size: 1.25rem; line-height: 1.3; margin: 2rem 0 .75rem }
h3 { font-size: 1.0625rem; margin: 0 0 .25rem }
p { margin: 0 0 1rem }
form { margin: 0 0 1rem }
label { display: block; font-weight: 600; margin: 0 0 .25rem }
input:not([type=checkbox]):not([type=radio]):not([type=hidden]), select { width: 100%; min-height: 2.85rem; padding: .5rem .75rem; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--edge); border-radius: 8px }
input[type=checkbox] { width: 1.35rem; height: 1.35rem; accent-color: var(--link); vertical-align: middle }
form > button { width: 100% }
textarea { display: block; width: 100%; padding: .5rem .75rem; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--edge); border-radius: 8px; resize: vertical }
textarea:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
input[type=file] { padding: .45rem }
input[type=radio] { width: 1.35rem; height: 1.35rem; min-height: 0; flex: none; margin: .1rem 0 0; accent-color: var(--link) }
fieldset { min-width: 0 }
summary { padding: .4rem 0; cursor: pointer }
dl { margin: 0 0 1rem }
dt { font-weight: 600 }
dd { margin: 0 0 .75rem }
dl > :last-child { margin-block-end: 0 }
table { width: 100%; margin: 0 0 1.25rem; border-collapse: collapse }
caption { text-align: start; color: var(--soft); margin: 0 0 .75rem }
th, td { text-align: start; font-weight: inherit; padding-block: .6rem; padding-inline: 0 1rem; border-block-start: 1px solid var(--line) }
thead th { border-block-start: 0; font-weight: 600 }
th > h2 { margin: .75rem 0 0; font-size: 1.0625rem }
progress { display: block; width: 100%; height: .6rem; margin: 0 0 .35rem; appearance: none; border: 1px solid var(--edge); border-radius: 99px; overflow: hidden; background: var(--line); accent-color: var(--link) }
progress::-webkit-progress-bar { background: var(--line) }
progress::-webkit-progress-value { background: var(--link) }
progress::-moz-progress-bar { background: var(--link) }
footer { max-width: 62rem; margin: 0 auto; padding: 1.25rem 1rem 2.5rem; border-block-start: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: .5rem 2rem; justify-content: space-between; font-size: .9375rem }
}
@layer parts {
.skip { position: absolute; inset-inline-start: .5rem; inset-block-start: -4rem; padding: .5rem 1rem; background: var(--paper); z-index: 1 }
.skip:focus { inset-block-start: .5rem }
.brand { display: flex; align-items: center; gap: .75rem; font-weight: 650; font-size: 1.125rem; color: var(--text); text-decoration: none }
.brand img { display: block; height: 2.5rem; width: auto; max-width: 10rem; object-fit: contain }
.card, form.card { background: var(--paper); border: 1px solid var(--line); border-radius: 12px; padding: 1.5rem; margin: 0 0 1.25rem }
.card > :last-child, .card form > :last-child { margin-block-end: 0 }
.card h2:first-child, .card > [type="hidden"] + h2 { margin-block-start: 0 }
.field { margin: 0 0 1.1rem }
.hint { color: var(--soft); font-size: .9375rem; margin: 0 0 .35rem }
.fault { color: var(--bad); font-weight: 600; margin: 0 0 .35rem }
.field input[readonly] { background: var(--tint) }
.field input[aria-invalid=true] { border-color: var(--bad); border-width: 2px }
button, .button { display: inline-block; min-height: 2.85rem; padding: .6rem 1.25rem; font: inherit; font-weight: 600; color: var(--ink); background: var(--brand); border: 1px solid transparent; border-radius: 8px; text-decoration: none; cursor: pointer; overflow-wrap: normal }
.choice { display: flex; gap: .65rem; align-items: flex-start; font-weight: 400; padding: .45rem 0 }
.choice input { flex: none }
.scroll { overflow-x: auto; margin: 0 0 1.25rem }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
.prose > :last-child { margin-block-end: 0 }
.prose img { max-width: 100%; height: auto }
.prose pre { overflow-x: auto; padding: 1rem; background: var(--tint); border-radius: 8px; overflow-wrap: normal }
.prose table { display: block; overflow-x: auto; overflow-wrap: normal }
.prose blockquote { margin: 0 0 1rem; padding-inline-start: 1rem; border-inline-start: 3px solid var(--line) }
.choice .prose p, label .prose p { margin: 0 }
.inline > button, .row button { width: auto }
button:hover, .button:hover { filter: brightness(.93) }
button.secondary, .button.secondary { color: var(--text); background: var(--paper); border-color: var(--edge) }
.row { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; margin: 0 0 1rem }
.row form { margin: 0 }
.or { display: flex; align-items: center; gap: 1rem; margin: 1.25rem 0; color: var(--soft) }
.or::before, .or::after { content: ""; flex: 1; border-block-start: 1px solid var(--line) }
.notice { background: var(--good-ground); border: 1px solid var(--good); border-radius: 8px; padding: .75rem 1rem; margin: 0 0 1.25rem }
.notice-problem { background: var(--bad-ground); border-color: var(--bad) }
.links { padding: 0; margin: 0; list-style: none }
.links li { padding: .7rem 0; border-block-start: 1px solid var(--line) }
.links li:first-child { border-block-start: 0; padding-block-start: 0 }
.links li:last-child { padding-block-end: 0 }
.quiet { color: var(--soft); font-size: .9375rem }
.badge { display: inline-block; padding: .1rem .6rem; font-size: .875rem; border: 1px solid var(--edge); border-radius: 99px; color: var(--soft); background: var(--paper) }
td.choice, th.choice { text-align: center; width: 5rem; padding-inline: .5rem }
.progress { margin: 0 0 1rem }
.languages { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: 0 }
button.plain { width: auto; min-height: 2rem; padding: .25rem 0; border: 0; background: none; color: var(--link); font-weight: 400; text-decoration: underline }
button.plain[aria-current] { color: inherit; text-decoration: none; font-weight: 600 }
.mono { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .9375em }
.brand img, .issuer img { background: light-dark(transparent, #fff); border-radius: 4px }
.teacher { display: flow-root }
.teacher img { float: inline-start; margin-inline-end: 1rem; width: 6rem; height: 6rem; object-fit: cover; border-radius: 99px }
.issuer { display: flex; align-items: center; gap: .75rem }
.issuer img { display: block; height: 2.5rem; width: auto; max-width: 10rem; object-fit: contain }
}
@layer pages {
.pair { margin: 0 0 .75rem }
.question legend { float: inline-start; width: 100%; font-weight: 650; font-size: 1.125rem }
.question legend + * { clear: both }
.result:first-child { border-block-start: 0; margin-block-start: 0; padding-block-start: 0 }
.result { padding: 1rem 0 0; margin: 1rem 0 0; border-block-start: 1px solid var(--line) }
.contents { display: block; max-width: 62rem; margin: 1rem auto 0; padding: 0 1rem }
.contents summary { font-weight: 600 }
.lesson > .card { max-width: 46rem }
.frame { display: block; width: 100%; border: 0; border-radius: 12px; background: #000; margin: 0 0 1rem }
.wide-frame { aspect-ratio: 16 / 9 }
.tv-frame { aspect-ratio: 4 / 3 }
.square-frame { aspect-ratio: 1 }
.tall-frame { aspect-ratio: 9 / 16; max-width: 24rem }
iframe.frame { background: #fff; border: 1px solid var(--line) }
.courses { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); gap: 1.25rem; padding: 0; margin: 0 0 2rem; list-style: none }
.course { display: flex; flex-direction: column; background: var(--paper); border: 1px solid var(--line); border-radius: 12px; overflow: hidden }

.cover { display: block; width: 100%; aspect-ratio: 16 / 9; object-fit: cover; background: var(--line) }

.course .text { padding: 1rem 1.1rem 1.1rem; display: flex; flex-direction: column; gap: .35rem; flex: 1 }
.course h2 { margin: 0; font-size: 1.125rem }
.course .text > :last-child { margin: auto 0 0; padding-block-start: .35rem }
.cover { border-radius: 12px; margin: 0 0 1.25rem }
.course > .cover { border-radius: 0; margin: 0; flex: none }
.cover text { font-family: system-ui, sans-serif; direction: ltr }
.columns { display: grid; gap: 1.5rem; align-items: start }
.columns > aside { order: -1; margin: 0 }
.pictured > .cover { order: -2; margin: 0 }
@media (min-width: 56rem) { .columns { grid-template-columns: minmax(0, 1fr) 20rem } .columns > aside { order: 0; position: sticky; inset-block-start: 1rem } .pictured { grid-template-rows: auto 1fr } .pictured > .cover { grid-column: 1 } .pictured > div { grid-column: 1 } .pictured > aside { grid-column: 2; grid-row: 1 / span 2 } }
.search { margin: 0 0 1.5rem }
.search .row { flex-wrap: nowrap }
.search button { flex: none }
.price { font-size: 1.5rem; font-weight: 650; margin: 0 0 .75rem }
.outline { padding: 0; margin: 0; list-style: none }
.outline > li { background: var(--paper); border: 1px solid var(--line); border-radius: 12px; padding: 1rem 1.25rem; margin: 0 0 .75rem }
.outline h2 { margin: 0 0 .25rem; font-size: 1.0625rem }
.outline ol { margin: .5rem 0 0; padding-inline-start: 1.4rem }
.outline ol li { padding: .2rem 0 }
.outline .lessons { padding-inline-start: 0; list-style: none }
.outline .lessons li { padding-block: .6rem; padding-inline-start: 1.75rem; border-block-start: 1px solid var(--line); position: relative }
.outline .lessons li > span { display: block }
.outline .lessons li::before { content: "○"; position: absolute; inset-inline-start: 0; color: var(--soft) }
.outline .lessons .completed::before { content: "✓"; color: var(--good); font-weight: 700 }
.outline .lessons .in_progress::before { content: "◐" }
.outline .lessons .locked::before { content: "–" }
.outline .lessons [aria-current] { font-weight: 650 }
.mail { white-space: pre-wrap; font: inherit; margin: 0 }
.qr svg { display: block; width: 14rem; max-width: 100%; margin: 0 0 1rem; background: #fff }
.codes { columns: 2; font-size: 1.125rem }
.seal { flex: none; fill: var(--good) }
.seal.revoked { fill: var(--bad) }
.seal.expired { fill: var(--soft) }
.seal .ring, .seal .mark { fill: none; stroke: var(--paper); stroke-width: 1.5 }
.seal .mark { stroke-width: 5; stroke-linecap: round; stroke-linejoin: round }
@media print {
header, footer, nav, form, .contents, .skip, .button, video, iframe { display: none }
body, .card, .outline > li { background: none; border: 0; padding-inline: 0 }
main, main:has(.wide), .lesson > .card { max-width: none; margin: 0; padding: 0 }
a { color: inherit; text-decoration: none }
.prose a[href^=http]::after { content: " (" attr(href) ")"; font-size: .875em }
.card, tr, .result, img { break-inside: avoid }
h1, h2, h3 { break-after: avoid }
thead { display: table-header-group }
.seal, progress { print-color-adjust: exact }
}
}
`;

const DIGEST = createHash('sha256').update(STYLE).digest('base64url').slice(0, 12);

export const STYLE_PATH = `/pages/style-${DIGEST}.css`;
export const STYLES: ReadonlyMap<string, string> = new Map([[STYLE_PATH, STYLE]]);

/** Returns the path of the stylesheet with an organisation's colour. Pages allow no inline styles. */
export const brandStyle = (color: string | null | undefined): string => `/pages/brand-${(color ?? SERVICE_COLOR).slice(1).toLowerCase()}.css`;

/** The backgrounds of links with the least contrast to them. */
const GROUNDS = { light: '#eef1f6', dark: '#252e3b' } as const;

/** @param digits six hexadecimal digits */
export function brandText(digits: string): string {
  const color = `#${digits}`;
  return `:root { --brand: ${color}; --ink: ${inkOn(color)}; --link: light-dark(${readableOn(GROUNDS.light, color)}, ${readableOn(GROUNDS.dark, color)}) }\n`;
}
