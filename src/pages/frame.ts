import { directionOf } from '../domain/kernel/locale.ts';
import { ownedForms } from './kept-forms.ts';
import { notice, problemSummary } from './parts/form.ts';
import { type Html, html } from './parts/html.ts';
import { PROSE_PATH } from './parts/prose-style.ts';
import { hasParts } from './parts/rich-text.ts';
import { brandStyle, STYLE_PATH } from './parts/style.ts';
import { SCRIPT_PATHS } from './scripts/scripts.ts';
import type { Page, Visit } from './visit.ts';
import { languageForm } from './visitor/language.ts';

const TEXTS = { imprint: 'page.footer.imprint', terms: 'page.footer.terms', privacy: 'page.footer.privacy', refunds: 'page.footer.refunds' } as const;

/** Writes the footer, with links to the legal texts of the organisation, or else to those of the operator, and to other languages. */
function footer(visit: Visit): Html {
  const { say, site, link } = visit;
  const own = (name: keyof typeof TEXTS) => site?.texts[name] && html`<a href="${site.texts[name]}" rel="noopener">${say(TEXTS[name])}</a>`;
  const ours = (name: 'imprint' | 'terms' | 'privacy') => own(name) || html`<a href="${link(`/legal/${name}`)}">${say(TEXTS[name])}</a>`;
  return html`<footer><nav aria-label="${say('page.footer.label')}">${ours('imprint')}
${ours('terms')}
${ours('privacy')}
${own('refunds')}</nav>
${languageForm(visit)}</footer>`;
}

/** Writes the whole document around a page: the head, the organisation's name and logo, and the links to the main pages. */
export function document(
  visit: Visit,
  { title, main, before, head, needs, forwards, refreshes, isPublic, problem = visit.problem ?? undefined, said }: Page,
): string {
  const { say, site, me, link, reader, services } = visit;
  const name = site?.name ?? services.ports.serviceName;
  const shown = problem ? say('page.error.prefix', { title }) : title;
  return html`<!doctype html>
<html lang="${reader.language}" dir="${directionOf(reader.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${!isPublic && html`<meta name="robots" content="noindex">`}
<title>${shown === name ? name : `${shown} · ${name}`}</title>
${head}
<link rel="icon" href="/docs/icon.svg">
<link rel="stylesheet" href="${STYLE_PATH}">
<link rel="stylesheet" href="${brandStyle(site?.color)}">
${hasParts(main) && html`<link rel="stylesheet" href="${PROSE_PATH}">`}
${needs?.scripts?.map((name) => html`<script type="module" src="${SCRIPT_PATHS[name]}"></script>`)}
${refreshes !== undefined && html`<meta http-equiv="refresh" content="${refreshes}">`}
${forwards !== undefined && html`<meta http-equiv="refresh" content="0; url=${forwards}">`}
</head>
<body>
<a class="skip" href="#main">${say('page.nav.skip')}</a>
<header>
<a class="brand" href="${link('/')}">${site?.logoUrl && html`<img src="${site.logoUrl}" alt="" height="40">`}<span>${name}</span></a>
<nav aria-label="${say('page.nav.label')}">
${site && html`<a href="${link('/catalogue')}">${say('page.nav.catalogue')}</a>`}
${me && html`<a href="${link('/learn')}">${say('page.nav.learn')}</a>`}
${me ? html`<a href="${link('/account')}">${say('page.nav.account')}</a>` : html`<a href="${link('/sign-in')}">${say('page.nav.sign_in')}</a>`}
</nav>
</header>
${before}
<main id="main" tabindex="-1">
<h1>${title}</h1>
${notice(said ?? visit.said)}
${problemSummary({ reader, waitSeconds: visit.waitSeconds, problem })}
${ownedForms(visit, main)}
</main>
${footer(visit)}
</body>
</html>
`.text;
}
