import { form, notice } from '../parts/form.ts';
import { html } from '../parts/html.ts';
import type { PageRoute } from '../visit.ts';
import { back } from './own-proof.ts';

/** Lists the browsers in which the user is signed in, and signs them out. */
export const sessions: PageRoute = {
  path: '/account/sessions',
  needsUser: true,
  async show(visit) {
    const { call, say, link, query } = visit;
    const { results } = await call('listOwnSessions', { query: { page_size: '50' } });
    const action = link('/account/sessions');
    return {
      title: say('page.sessions.title'),
      main: html`${notice(query.notice === 'ended' && say('page.sessions.ended'))}
<div class="card"><p>${say('page.sessions.text')}</p>
<ul class="links">${results.map(
        ({
          id,
          browser,
          ip,
          seen_at,
          is_current,
        }) => html`<li><p>${browser ?? say('page.sessions.unknown')} ${is_current && html`<span class="badge">${say('page.sessions.current')}</span>`}<br>
<span class="quiet">${ip && html`${ip} · `}${say('page.sessions.seen', { at: new Date(seen_at) })}</span></p>
${!is_current && form({ action, submit: say('page.sessions.end'), label: say('page.sessions.end_of', { at: new Date(seen_at) }), hidden: { id }, isSecondary: true })}</li>`,
      )}</ul></div>
${results.length > 1 && form({ action, submit: say('page.sessions.end_others'), hidden: { others: '1' } })}
${back(visit)}`,
    };
  },
  async act({ call, form: { id, others }, link }) {
    if (others) await call('endOtherSessions');
    else await call('endOwnSession', { path: { id: id ?? '' } });
    return { redirect: link('/account/sessions', { notice: 'ended' }) };
  },
};
