import { readFile } from 'node:fs/promises';
import MarkdownIt from 'markdown-it';
import { NotFoundError } from '../../domain/kernel/errors.ts';
import { escapeMarkup as e } from '../../domain/kernel/escape-markup.ts';
import type { ServedDocument } from '../contract/contract-part.ts';
import { anchorOf, setAnchors } from '../guides.ts';
import { operationsOf, pathOf, slugOf } from './document.ts';
import { searchIndex } from './search.ts';
import { operationSection, type Page, schemaSection } from './sections.ts';

const STYLE = `:root { color-scheme: light dark; --line: light-dark(#d1d5db, #374151); --soft: light-dark(#f3f4f6, #1f2937); --quiet: light-dark(#4b5563, #9ca3af) }
:root[data-theme=light] { color-scheme: light } :root[data-theme=dark] { color-scheme: dark }
* { box-sizing: border-box } [hidden] { display: none !important } body { margin: 0; font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; background: light-dark(#fff, #111827); color: light-dark(#111827, #e5e7eb) }
a { color: light-dark(#1d4ed8, #93c5fd) } h1, h2, h3 { line-height: 1.25 } h2 a, h3 a { color: inherit; text-decoration: none }
main { padding: 1rem; max-width: 56rem } section { border-top: 1px solid var(--line); padding: 1rem 0; scroll-margin-top: 1rem; content-visibility: auto; contain-intrinsic-size: auto 30rem }
section:target { background: linear-gradient(var(--soft), transparent 6rem) }
.at { margin: 0 } .facts, .limits { color: var(--quiet); font-size: .9em; margin: .25rem 0 }
pre { overflow: auto; max-height: 30rem; padding: 1rem; background: var(--soft); overflow-wrap: normal } code { font-size: .9em }
details { margin: .5rem 0 } summary { cursor: pointer; font-weight: 600; padding: .25rem 0 } dt { margin-top: .5rem } dd { margin: 0 0 0 1rem } dd p { margin: .25rem 0 }
table { border-collapse: collapse; display: block; overflow-x: auto } th, td { border: 1px solid var(--line); padding: .3rem .6rem; text-align: left; vertical-align: top }
nav { padding: 1rem; border-bottom: 1px solid var(--line) } nav ul { list-style: none; padding: 0; margin: 0 } nav h2 { font-size: .8rem; margin: 1rem 0 .25rem; color: var(--quiet) } nav a { display: inline-block; padding: .15rem 0 } nav a[aria-current] { font-weight: 600 }
label { display: block; margin: .5rem 0 } input, textarea, button { font: inherit; color: inherit; background: var(--soft); border: 1px solid light-dark(#6b7280, #9ca3af); border-radius: .25rem; padding: .4rem .6rem; max-width: 100% } input, textarea { width: 100% } textarea { font-family: ui-monospace, monospace; font-size: .85em } button { cursor: pointer; text-align: left }
.results { max-height: 60vh; overflow: auto } .results a { display: block; padding: .4rem } .results a[aria-selected=true] { background: var(--soft); outline: 2px solid } .results small { display: block; color: var(--quiet) }
@media (min-width: 60rem) { body { display: grid; grid-template-columns: 19rem minmax(0, 1fr) } nav { border: 0; border-right: 1px solid var(--line); height: 100vh; position: sticky; top: 0; overflow: auto } main { padding: 1rem 2rem } }`;

const markdown = new MarkdownIt('default', { html: false, linkify: false });

function withAnchors(text: string): string {
  const tokens = markdown.parse(text, {});
  setAnchors(tokens);
  return markdown.renderer.render(tokens, markdown.options, {});
}

function frame(document: ServedDocument, title: string, current: string | null, main: string): string {
  const groups = document['x-tagGroups'] ?? [{ name: 'Operations', tags: (document.tags ?? []).map(({ name }) => name) }];
  const item = (tag: string) => `<li><a href="${pathOf(tag)}"${tag === current ? ' aria-current="page"' : ''}>${e(tag)}</a></li>`;
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${e(title)}</title>
  <link rel="icon" href="/docs/icon.svg">
  <style>${STYLE}</style>
  <script src="/docs/start.js"></script>
  <script type="module" src="/docs/reference.js"></script>
</head>
<body>
<nav aria-label="Reference">
<p><a href="/docs">API reference</a> · <a href="/docs/guides">Guides</a> · <a href="/openapi.json">openapi.json</a> <button type="button" data-theme-switch hidden>Dark mode</button></p>
<div data-search hidden><label>Search <input type="search" role="combobox" aria-expanded="false" aria-controls="results" aria-autocomplete="list" autocomplete="off" placeholder="Search"></label><div id="results" class="results" role="listbox" aria-label="Results" hidden></div></div>
<form data-key-field hidden><label>API key <input type="password" autocomplete="off"></label></form>
<details class="menu" open><summary>Menu</summary>
${groups.map(({ name, tags }) => `<h2>${e(name)}</h2><ul>${tags.map(item).join('')}</ul>`).join('\n')}
</details>
</nav>
<main>
${main}
</main>
</body>
</html>
`;
}

/** Returns the page with the introduction of the contract. */
export function introductionPage(document: ServedDocument): string {
  const { title, version, description = '' } = document.info;
  const chapters = [...description.matchAll(/^## (.+)$/gm)].map(([, name = '']) => `<li><a href="#${anchorOf(name)}">${e(name)}</a></li>`);
  const guide = `<p>The samples read an API key from <code>LMS_API_KEY</code>, and a session from the file <code>jar</code>, in which that of <a href="${pathOf('Authentication')}#logIn"><code>logIn</code></a> keeps its cookie. In TypeScript, the cookie is in <code>LMS_COOKIE</code>. Put your own IDs into their paths.</p>`;
  return frame(
    document,
    `${title}: API reference`,
    null,
    `<h1>${e(title)}: API reference</h1><p class="facts">Version ${e(version)}</p>${guide}<ul>${chapters.join('')}</ul>${withAnchors(description)}`,
  );
}

/** Returns the page with the operations of a tag and the schemas that they contain. */
export function tagPage(document: ServedDocument, slug: string, origin: string): string {
  const tag = document.tags?.find(({ name }) => slugOf(name) === slug);
  if (!tag) throw new NotFoundError();
  const page: Page = { document, markdown, origin, schemas: new Set() };
  const shown = operationsOf(document, tag.name);
  const sections = shown.map((one) => operationSection(page, one));
  const list = shown.map(({ id, operation }) => `<li><a href="#${e(id)}">${e(operation.summary)}</a></li>`);
  const schemas: string[] = [];
  // Sections of schemas refer to further schemas.
  for (const name of page.schemas) schemas.push(schemaSection(page, name));
  const title = document.info.title;
  return frame(
    document,
    `${tag.name}: ${title}`,
    tag.name,
    `<h1>${e(tag.name)}</h1>${markdown.render(tag.description ?? '')}<ul>${list.join('')}</ul>${sections.join('\n')}<h2 id="schemas">Schemas</h2>${schemas.join('\n')}`,
  );
}

export const indexText = (document: ServedDocument): string => JSON.stringify(searchIndex(document));

export const readScript = (): Promise<string> => readFile(new URL('reference.js', import.meta.url), 'utf8');
