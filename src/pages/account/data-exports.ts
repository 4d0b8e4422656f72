import { askForProof } from '../confirm.ts';
import { form, notice } from '../parts/form.ts';
import { html } from '../parts/html.ts';
import type { PageRoute } from '../visit.ts';

const STATES = {
  queued: 'page.data_export.queued',
  ready: 'page.data_export.ready',
  failed: 'page.data_export.failed',
  expired: 'page.data_export.expired',
} as const;

export const dataExports: PageRoute = {
  path: '/account/export',
  needsUser: true,
  async show({ call, say, link, query }) {
    const { results } = await call('listDataExports', { query: { page_size: '10' } });
    return {
      title: say('page.data_export.title'),
      main: html`${notice(query.notice === 'requested' && say('page.data_export.requested'))}
<div class="card">
<p>${say('page.data_export.text')}</p>
${form({ action: link('/account/export'), submit: say('page.data_export.request') })}
</div>
${
  results.length > 0 &&
  html`<section class="card"><h2>${say('page.data_export.list')}</h2>
<ul class="links">${results.map(
    ({ id, status, created_at, expires_at }) => html`<li>
<p>${say('page.data_export.made', { at: new Date(created_at) })} <span class="badge">${say(STATES[status])}</span></p>
${
  status === 'ready' &&
  expires_at !== null &&
  html`<p class="quiet">${say('page.data_export.until', { until: new Date(expires_at) })}</p>
${form({ action: link('/account/export'), submit: say('page.data_export.download'), label: say('page.data_export.download_of', { at: new Date(created_at) }), hidden: { download: id } })}`
}
</li>`,
  )}</ul></section>`
}
<p><a href="${link('/account')}">${say('page.account.back')}</a></p>`,
    };
  },
  async act(visit) {
    const { call, link, form: sent } = visit;
    if (sent.download !== undefined) {
      const state = await call('getReauthentication');
      return state.proved_until === null ? askForProof(visit, state) : { redirect: `/api/v1/me/data-export/${encodeURIComponent(sent.download)}/download/` };
    }
    await call('requestDataExport');
    return { redirect: link('/account/export', { notice: 'requested' }) };
  },
};
