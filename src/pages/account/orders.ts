import { moneyText } from '../../domain/kernel/money.ts';
import { html } from '../parts/html.ts';
import type { PageRoute } from '../visit.ts';
import { ORDER_STATES } from './order.ts';
import { back } from './own-proof.ts';

const PAGE_SIZE = '50';

/** Lists what the user has bought from the organisation. */
export const orders: PageRoute = {
  path: '/account/orders',
  needsUser: true,
  async show(visit) {
    const { call, say, link, reader, query } = visit;
    const { results, next } = await call('listOwnOrders', { query: { page_size: PAGE_SIZE, ...(query.page === undefined ? {} : { page: query.page }) } });
    return {
      title: say('page.orders.title'),
      main: html`${
        results.length === 0
          ? html`<div class="card"><p>${say('page.orders.none')}</p></div>`
          : results.map(
              ({
                id,
                course_title,
                total,
                currency,
                state,
                livemode,
                created_at,
              }) => html`<section class="card"><h2><a href="${link(`/orders/${id}`)}">${course_title}</a></h2>
<p>${moneyText(reader.language, total, currency)} · ${say('page.orders.at', { at: new Date(created_at) })}</p>
<p>${say(ORDER_STATES[state])}</p>${!livemode && html`<p class="quiet">${say('page.order.test')}</p>`}</section>`,
            )
      }
${next !== null && html`<p><a href="${link('/account/orders', { page: String(Number(query.page ?? 1) + 1) })}">${say('page.orders.older')}</a></p>`}
${back(visit)}`,
    };
  },
};
