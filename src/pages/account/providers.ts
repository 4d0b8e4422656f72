import { form, notice } from '../parts/form.ts';
import { html } from '../parts/html.ts';
import type { PageRoute } from '../visit.ts';
import { nameOf } from '../visitor/sign-in.ts';
import { back } from './own-proof.ts';

/** Lists the providers with which the user can sign in, and unlinks them. Signing in with a provider links it. */
export const providers: PageRoute = {
  path: '/account/providers',
  needsUser: true,
  async show(visit) {
    const { call, say, link, query } = visit;
    const { results } = await call('listOwnProviders', { query: { page_size: '50' } });
    return {
      title: say('page.providers.title'),
      main: html`${notice(query.notice === 'unlinked' && say('page.providers.unlinked'))}
<div class="card"><p>${say(results.length === 0 ? 'page.providers.none' : 'page.providers.text')}</p>
<ul class="links">${results.map(({ id, provider, issuer, linked_at }) => {
        const name = provider === null ? issuer : nameOf(provider);
        return html`<li><p>${name}<br><span class="quiet">${say('page.providers.since', { at: new Date(linked_at) })}</span></p>
${form({ action: link('/account/providers'), submit: say('page.providers.unlink'), label: say('page.providers.unlink_of', { provider: name }), hidden: { id }, isSecondary: true })}</li>`;
      })}</ul></div>
${back(visit)}`,
    };
  },
  async act({ call, form: { id = '' }, link }) {
    await call('unlinkProvider', { path: { provider_id: id } });
    return { redirect: link('/account/providers', { notice: 'unlinked' }) };
  },
};
