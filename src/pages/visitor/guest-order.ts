import type { Shape } from '../../domain/kernel/contract.ts';
import { moneyText } from '../../domain/kernel/money.ts';
import { RefusedCall } from '../../http/contract/call.ts';
import { html } from '../parts/html.ts';
import type { PageRoute, Visit } from '../visit.ts';

const STATES = {
  pending: 'page.order.pending',
  processing: 'page.guest_order.processing',
  paid: 'page.guest_order.paid',
  failed: 'page.order.failed',
  expired: 'page.order.expired',
} as const;

/** Reads the order, querying the gateway first, because its notification may come later or never. If the gateway fails, the known state is returned. */
async function readOrder({ call, path }: Visit): Promise<Shape<'GuestOrder'>> {
  const id = path.order_id ?? '';
  try {
    return await call('getGuestOrder', { path: { id }, query: { refresh: 'true' } });
  } catch (error) {
    if (error instanceof RefusedCall && error.problem.status === 503) return call('getGuestOrder', { path: { id } });
    throw error;
  }
}

/** Shows a guest, who arrives here from the page of the gateway, the outcome of the payment. The page is the same whether or not there is an account. */
export const guestOrder: PageRoute = {
  path: '/guest-orders/:order_id',
  async show(visit) {
    const { say, reader, link } = visit;
    const { course_title, state, total, currency, livemode } = await readOrder(visit);
    return {
      title: say('page.order.title'),
      main: html`<div class="card"><p role="status"><strong>${say(STATES[state])}</strong></p>
<p>${course_title}</p><p class="price">${moneyText(reader.language, total, currency)}</p>
${state === 'paid' && html`<p>${say('page.guest_order.next')}</p>`}
${!livemode && html`<p class="quiet">${say('page.order.test')}</p>`}</div>
${
  state === 'paid' &&
  html`<p><a class="button" href="${link('/sign-up')}">${say('page.sign_up.title')}</a> <a href="${link('/sign-in')}">${say('page.sign_in.title')}</a></p>`
}
<p><a href="${link('/catalogue')}">${say('page.nav.catalogue')}</a></p>`,
    };
  },
};
