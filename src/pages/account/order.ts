import type { Shape } from '../../domain/kernel/contract.ts';
import { moneyText } from '../../domain/kernel/money.ts';
import { RefusedCall } from '../../http/contract/call.ts';
import { html } from '../parts/html.ts';
import type { PageRoute, Visit } from '../visit.ts';

export const ORDER_STATES = {
  pending: 'page.order.pending',
  processing: 'page.order.processing',
  paid: 'page.order.paid',
  failed: 'page.order.failed',
  expired: 'page.order.expired',
  partially_refunded: 'page.order.partially_refunded',
  refunded: 'page.order.refunded',
  disputed: 'page.order.disputed',
  charged_back: 'page.order.charged_back',
} as const;

const DOCUMENTS = { invoice: 'page.order.invoice', credit_note: 'page.order.credit_note' } as const;

/** Asks the gateway first, because its notification may come later or never. Without the gateway, shows what is known. */
async function readOrder({ call, path }: Visit): Promise<Shape<'OwnOrder'>> {
  const id = path.order_id ?? '';
  try {
    return await call('getOwnOrder', { path: { id }, query: { refresh: 'true' } });
  } catch (error) {
    if (error instanceof RefusedCall && error.problem.status === 503) return call('getOwnOrder', { path: { id } });
    throw error;
  }
}

/** Shows an order to its buyer, who comes here from the page of the gateway. */
export const order: PageRoute = {
  path: '/orders/:order_id',
  needsUser: true,
  async show(visit) {
    const { say, reader, link, site, base } = visit;
    const { id, course_id, course_title, state, total, currency, livemode, access_codes, invoices } = await readOrder(visit);
    const standing = state === 'paid' && access_codes.length > 0 ? 'page.order.codes' : ORDER_STATES[state];
    const hasAccess = course_id !== null && access_codes.length === 0 && (state === 'paid' || state === 'partially_refunded');
    const isUnpaid = course_id !== null && (state === 'pending' || state === 'failed' || state === 'expired');
    return {
      title: say('page.order.title'),
      main: html`<div class="card"><p role="status"><strong>${say(standing)}</strong></p>
<p>${course_title}</p><p class="price">${moneyText(reader.language, total, currency)}</p>
${
  access_codes.length > 0 &&
  html`<ul>${access_codes.map(({ code }) => html`<li><code>${code}</code></li>`)}</ul>
<p>${say('page.order.redeem_at', { url: `${site?.address ?? base}${link('/redeem')}` })}</p>`
}
${!livemode && html`<p class="quiet">${say('page.order.test')}</p>`}</div>
${invoices.length > 0 && html`<ul>${invoices.map(({ kind, number }) => html`<li><a href="${link(`/api/v1/me/orders/${id}/invoice/`, { number })}">${say(DOCUMENTS[kind], { number })}</a></li>`)}</ul>`}
<p class="row">${hasAccess && html`<a class="button" href="${link(`/learn/${course_id}`)}">${say('page.learn.start')}</a>`}
${isUnpaid && html`<a class="button" href="${link(`/courses/${course_id}`)}">${say('page.order.to_course')}</a>`}
<a class="button${(hasAccess || isUnpaid) && ' secondary'}" href="${link('/catalogue')}">${say('page.nav.catalogue')}</a></p>`,
    };
  },
};
