import type { Shape } from '../../domain/kernel/contract.ts';
import { moneyText } from '../../domain/kernel/money.ts';
import { RefusedCall } from '../../http/contract/call.ts';
import { folded, form } from '../parts/form.ts';
import { html, type Part } from '../parts/html.ts';
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

/** Reads the order, querying the gateway first, because its notification may come later or never. If the gateway fails, the known state is returned. */
async function readOrder({ call, path }: Visit): Promise<Shape<'OwnOrder'>> {
  const id = path.order_id ?? '';
  try {
    return await call('getOwnOrder', { path: { id }, query: { refresh: 'true' } });
  } catch (error) {
    if (error instanceof RefusedCall && error.problem.status === 503) return call('getOwnOrder', { path: { id } });
    throw error;
  }
}

/** Shows an order to its buyer, who arrives here from the page of the gateway. */
export const order: PageRoute = {
  path: '/orders/:order_id',
  needsUser: true,
  async show(visit) {
    const { say, reader, link, site, base } = visit;
    const shown = await readOrder(visit);
    const { id, course_id, course_title, state, total, currency, livemode, access_codes, invoices } = shown;
    const standing = state === 'paid' && access_codes.length > 0 ? 'page.order.codes' : ORDER_STATES[state];
    const redeemAt = (code?: string) => `${site?.address ?? base}${link('/redeem', { code })}`;
    const hasAccess = course_id !== null && access_codes.length === 0 && (state === 'paid' || state === 'partially_refunded');
    const isUnpaid = course_id !== null && (state === 'pending' || state === 'failed' || state === 'expired');
    return {
      title: say('page.order.title'),
      main: html`<div class="card"><p role="status"><strong>${say(standing)}</strong></p>
<p>${course_title}</p><p class="price">${moneyText(reader.language, total, currency)}</p>
${amounts(visit, shown)}
${
  access_codes.length > 0 &&
  html`<ul>${access_codes.map(({ code }) => html`<li><code>${code}</code> <a href="${redeemAt(code)}">${redeemAt(code)}</a></li>`)}</ul>
<p>${say('page.order.redeem_at', { url: redeemAt() })}</p>`
}
${!livemode && html`<p class="quiet">${say('page.order.test')}</p>`}</div>
${invoices.length > 0 && html`<ul>${invoices.map(({ kind, number }) => html`<li><a href="${link(`/api/v1/me/orders/${id}/invoice/`, { number })}">${say(DOCUMENTS[kind], { number })}</a></li>`)}</ul>`}
${refund(visit, shown)}
<p class="row">${hasAccess && html`<a class="button" href="${link(`/learn/${course_id}`)}">${say('page.learn.start')}</a>`}
${isUnpaid && html`<a class="button" href="${link(`/courses/${course_id}`)}">${say('page.order.to_course')}</a>`}
<a class="button${(hasAccess || isUnpaid) && ' secondary'}" href="${link('/catalogue')}">${say('page.nav.catalogue')}</a></p>`,
    };
  },
  async act({ call, path, link }) {
    const id = path.order_id ?? '';
    const { course_id } = await call('getOwnOrder', { path: { id } });
    await call('refundOrder', { path: { id: course_id ?? '' }, body: { order_id: id } });
    return { redirect: link(`/orders/${id}`) };
  },
};

/** Lists the parts of the total, if it consists of more than the price, and the refunds. */
function amounts({ say, reader }: Visit, { subtotal, discount, tax, refunded, currency, business }: Shape<'OwnOrder'>): Part {
  const money = (amount: number) => moneyText(reader.language, amount, currency);
  const known: [string, string | false][] = [
    [say('page.order.subtotal'), discount > 0 && money(subtotal)],
    [say('page.order.discount'), discount > 0 && money(-discount)],
    [say('page.order.tax'), tax > 0 && money(tax)],
    [say('page.order.refunded_amount'), refunded > 0 && money(refunded)],
    [say('page.business.name'), business?.name ?? false],
  ];
  const rows = known.flatMap(([name, value]) => (value ? [html`<dt>${name}</dt><dd>${value}</dd>`] : []));
  return rows.length > 0 && html`<dl>${rows}</dl>`;
}

/** Lets the buyer claim a refund while the policy allows it. Otherwise, explains why there is none. */
function refund({ say, link }: Visit, { id, course_id, refund_until, refund_obstacle }: Shape<'OwnOrder'>): Part {
  if (refund_obstacle !== null)
    return (
      refund_obstacle !== 'not_paid' && refund_obstacle !== 'refunded' && html`<p class="quiet">${say('page.order.no_refund', { why: refund_obstacle })}</p>`
    );
  if (course_id === null || refund_until === null) return null;
  return folded(
    say('page.order.refund_title'),
    false,
    html`<p>${say('page.order.refund_text', { until: new Date(refund_until) })}</p>`,
    form({ action: link(`/orders/${id}`), submit: say('page.order.refund'), hidden: { do: 'refund' }, isSecondary: true }),
  );
}
