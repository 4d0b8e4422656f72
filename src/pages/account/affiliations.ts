import type { Shape } from '../../domain/kernel/contract.ts';
import { moneyText } from '../../domain/kernel/money.ts';
import { field, form, notice } from '../parts/form.ts';
import { type Html, html, type Part } from '../parts/html.ts';
import type { PageRoute, Visit } from '../visit.ts';
import { back } from './own-proof.ts';

const STATES = {
  pending: 'page.affiliations.pending',
  approved: 'page.affiliations.approved',
  declined: 'page.affiliations.declined',
  suspended: 'page.affiliations.suspended',
} as const;
const EARNED = { pending: 'page.affiliations.earned_pending', payable: 'page.affiliations.earned_payable', void: 'page.affiliations.earned_void' } as const;

/** Lists the user's affiliate programmes in all organisations. */
export const affiliations: PageRoute = {
  path: '/account/affiliations',
  needsUser: true,
  async show(visit) {
    const { call, say, link } = visit;
    const { results } = await call('listOwnAffiliations', { query: { page_size: '50' } });
    return {
      title: say('page.affiliations.title'),
      main: html`<div class="card">${results.length === 0 && html`<p>${say('page.affiliations.none')}</p>`}
<ul class="links">${results.map(
        ({ id, organisation, status }) =>
          html`<li><a href="${link(`/account/affiliations/${id}`)}">${organisation.name}</a> <span class="badge">${say(STATES[status])}</span></li>`,
      )}</ul></div>
${back(visit)}`,
    };
  },
};

/** Lists the results of each link in the last thirty days. */
function figures({ say, reader }: Visit, rows: readonly Shape<'AffiliateFunnelRow'>[]): Part {
  const number = (value: number): string => new Intl.NumberFormat(reader.language).format(value);
  return (
    rows.length > 0 &&
    html`<section class="card"><h2>${say('page.affiliations.figures')}</h2><div class="scroll"><table>
<thead><tr><th scope="col">${say('page.affiliations.link')}</th><th scope="col">${say('page.affiliations.clicks')}</th><th scope="col">${say('page.affiliations.sign_ups')}</th><th scope="col">${say('page.affiliations.orders')}</th></tr></thead>
<tbody>${rows.map(({ link, clicks, sign_ups, orders }) => html`<tr><th scope="row">${link ? link.label || link.code : say('page.affiliations.deleted_link')}</th><td>${number(clicks)}</td><td>${number(sign_ups)}</td><td>${number(orders)}</td></tr>`)}</tbody></table></div></section>`
  );
}

function earned({ say, reader }: Visit, commissions: readonly Shape<'OwnCommission'>[]): Part {
  return (
    commissions.length > 0 &&
    html`<section class="card"><h2>${say('page.affiliations.earned')}</h2><ul class="links">${commissions.map(
      ({
        course_title,
        amount,
        currency,
        status,
        settled,
        livemode,
      }) => html`<li>${course_title} <strong>${moneyText(reader.language, amount, currency)}</strong>
<span class="quiet">${say(settled ? 'page.affiliations.earned_settled' : EARNED[status])}${!livemode && html` · ${say('page.order.test')}`}</span></li>`,
    )}</ul></section>`
  );
}

const newLink = (visit: Visit, id: string): Html => {
  const { say, link } = visit;
  return html`<section class="card"><h2>${say('page.affiliations.new_link')}</h2>${form(
    { action: link(`/account/affiliations/${id}`), submit: say('page.affiliations.make_link') },
    field(visit, { name: 'label', label: say('page.affiliations.label'), autocomplete: 'off', isOptional: true }),
    field(visit, { name: 'code', label: say('page.affiliations.code'), autocomplete: 'off', hint: say('page.affiliations.code_hint'), isOptional: true }),
  )}</section>`;
};

/** Shows a programme to its affiliate: the links, their results, and the earnings. */
export const affiliation: PageRoute = {
  path: '/account/affiliations/:affiliate_id',
  needsUser: true,
  async show(visit) {
    const { call, say, path, query } = visit;
    const affiliate_id = path.affiliate_id ?? '';
    const [all, links, funnel, commissions] = await Promise.all([
      call('listOwnAffiliations', { query: { page_size: '200' } }),
      call('listOwnAffiliateLinks', { query: { affiliate_id, page_size: '200' } }),
      call('listOwnAffiliateFunnel', { query: { affiliate_id, page_size: '200' } }),
      call('listOwnCommissions', { query: { affiliate_id, page_size: '50' } }),
    ]);
    const found = all.results.find(({ id }) => id === affiliate_id);
    return {
      title: found?.organisation.name ?? say('page.affiliations.title'),
      main: html`${notice(query.notice === 'made' && say('page.affiliations.made'))}
${found && html`<p><span class="badge">${say(STATES[found.status])}</span></p>`}
<section class="card"><h2>${say('page.affiliations.links')}</h2>
<ul class="links">${links.results.map(({ url, label, code }) => html`<li>${label || code}<br><a href="${url}">${url}</a></li>`)}</ul></section>
${found?.status === 'approved' && newLink(visit, affiliate_id)}
${figures(visit, funnel.results)}
${earned(visit, commissions.results)}
${back(visit)}`,
    };
  },
  async act({ call, path, link, form: { label, code } }) {
    const affiliate_id = path.affiliate_id ?? '';
    await call('createOwnAffiliateLink', { body: { affiliate_id, ...(label ? { label } : {}), ...(code ? { code } : {}) } });
    return { redirect: link(`/account/affiliations/${affiliate_id}`, { notice: 'made' }) };
  },
};
