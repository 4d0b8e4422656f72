import { NotFoundError } from '../../domain/kernel/errors.ts';
import { html, type Part } from '../parts/html.ts';
import { markdownText } from '../parts/rich-text.ts';
import type { PageRoute, Visit } from '../visit.ts';

const TITLES = {
  terms: 'page.legal.terms',
  privacy: 'page.legal.privacy',
  cookies: 'page.legal.cookies',
  imprint: 'page.legal.imprint',
} as const;

type Name = keyof typeof TITLES;

const isName = (name: string | undefined): name is Name => name !== undefined && Object.hasOwn(TITLES, name);

/** Writes the link to the text that the organisation has published elsewhere. */
function ofOrganisation({ say, site }: Visit, name: Name): Part {
  const url = name === 'cookies' ? null : site?.texts[name];
  return site && url && html`<p>${say('page.legal.of_organisation', { organisation: site.name })} <a href="${url}" rel="noopener">${url}</a></p>`;
}

/** Shows a text of the operator that people accept or must be able to read. */
export const legal: PageRoute = {
  path: '/legal/:name',
  async show(visit) {
    const { path, say, services, reader } = visit;
    const { name } = path;
    if (!isName(name)) throw new NotFoundError();
    const text = await services.policyText(name, reader.language);
    return {
      isPublic: true,
      title: say(TITLES[name]),
      main: html`<div class="card">${ofOrganisation(visit, name)}
${text === null ? html`<p>${say(name === 'cookies' ? 'page.legal.cookies_text' : 'page.legal.missing')}</p>` : markdownText(text)}</div>`,
    };
  },
};
