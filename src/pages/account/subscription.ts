import type { Shape } from '../../domain/kernel/contract.ts';
import { businessFields, businessOf } from '../parts/business.ts';
import { form } from '../parts/form.ts';
import { type Html, html } from '../parts/html.ts';
import { planPrice } from '../parts/plan.ts';
import { gatewayNeeds, toGateway } from '../parts/purchase.ts';
import type { PageRoute, Visit } from '../visit.ts';
import { back } from './own-proof.ts';

type Subscription = Shape<'CatalogueSubscription'>;

/** Shows the signed-in user their latest subscription at the organisation, and lets them pay, cancel or resume it. Mails link to this page. */
export const subscription: PageRoute = {
  path: '/account/subscription',
  needsUser: true,
  async show(visit) {
    const { say } = visit;
    const latest = await readLatest(visit);
    return {
      title: say('page.subscription.title'),
      needs: gatewayNeeds(visit),
      main: html`${
        latest
          ? card(visit, latest)
          : html`<div class="card"><p>${say('page.subscription.none')}</p><p><a class="button" href="${visit.link('/plans')}">${say('page.subscription.offers')}</a></p></div>`
      }
${back(visit)}`,
    };
  },
  async act(visit) {
    const { call, form: sent, say, link } = visit;
    const latest = await readLatest(visit);
    if (!latest) return { redirect: link('/account/subscription') };
    const { id, plan, next_plan } = latest;
    if (sent.pay || sent.confirm) {
      const { url } = await call('startSubscription', { body: { plan_id: plan.id } });
      return toGateway(visit, url, { title: say('page.subscription.title'), submit: say(STEPS[sent.confirm ? 'confirm' : 'pay']) });
    }
    if (sent.cancel) await call('cancelSubscription', { path: { id } });
    if (sent.business) await call('updateOwnSubscription', { path: { id }, body: { business: businessOf(sent) ?? null } });
    if (sent.resume) await call('changePlan', { path: { id }, body: { plan_id: (next_plan ?? plan).id } });
    return { redirect: link('/account/subscription') };
  },
};

/** Returns the latest subscription of the user at the organisation, if there is one. */
export const readLatest = async ({ call }: Visit): Promise<Subscription | undefined> =>
  (await call('listOwnSubscriptions', { query: { page_size: '1' } })).results[0];

function card(visit: Visit, latest: Subscription): Html {
  const { say, link } = visit;
  const { plan, next_plan, period_end, livemode } = latest;
  const step = stepOf(latest);
  return html`<div class="card"><p role="status"><strong>${standing(visit, latest)}</strong></p>
<p>${plan.title}</p><p class="price">${planPrice(visit, plan)}</p>
${next_plan && html`<p>${say('page.plan_change.from', { at: new Date(period_end ?? Number.NaN), plan: next_plan.title })}, ${planPrice(visit, next_plan)}</p>`}
${!livemode && html`<p class="quiet">${say('page.order.test')}</p>`}</div>
${step && form({ action: link('/account/subscription'), submit: say(STEPS[step]), isSecondary: step === 'cancel' }, html`<input type="hidden" name="${step}" value="1">`)}
${step === 'cancel' && html`<p><a href="${link('/account/subscription/change')}">${say('page.subscription.change')}</a></p>`}${(step === 'cancel' || step === 'resume') && businessForm(visit, latest)}`;
}

/** Lets a subscriber enter the business that they subscribe for, effective from the next period. */
const businessForm = (
  visit: Visit,
  { business, next_business, cancels_at_period_end }: Subscription,
): Html => html`<section class="card"><h2>${visit.say('page.subscription.business')}</h2>
<p>${(next_business ? next_business.business : business)?.name ?? visit.say('page.subscription.no_business')}</p>
${cancels_at_period_end ? html`<p class="quiet">${visit.say('page.subscription.business_resumed')}</p>` : next_business && html`<p class="quiet">${visit.say('page.subscription.next_business')}</p>`}
${form(
  { action: visit.link('/account/subscription'), submit: visit.say('page.account.save'), hidden: { business: '1' }, isSecondary: true },
  businessFields(visit, next_business ? next_business.business : business),
)}</section>`;

const STEPS = { pay: 'page.course.pay', confirm: 'page.subscription.confirm', cancel: 'page.subscription.cancel', resume: 'page.subscription.resume' } as const;

function stepOf({ state, payment_error, cancels_at_period_end }: Subscription): keyof typeof STEPS | null {
  if (payment_error === 'authentication_required') return 'confirm';
  if (state === 'past_due' || state === 'unpaid' || state === 'incomplete') return 'pay';
  if (state !== 'active' && state !== 'trialing') return null;
  return cancels_at_period_end ? 'resume' : 'cancel';
}

function standing({ say }: Visit, { state, payment_error, cancels_at_period_end, period_end, access_until, ended_at }: Subscription): string {
  const until = new Date(access_until ?? ended_at ?? period_end ?? Number.NaN);
  if (cancels_at_period_end && (state === 'active' || state === 'trialing')) return say('page.subscription.cancelling', { until });
  const error = payment_error ?? 'none';
  const texts = {
    incomplete: () => say('page.subscription.incomplete'),
    trialing: () => say('page.subscription.trialing', { until }),
    active: () => say('page.subscription.active', { until }),
    past_due: () => say('page.subscription.past_due', { until, error }),
    unpaid: () => say('page.subscription.unpaid', { error }),
    expired: () => say('page.order.expired'),
    cancelled: () => say('page.subscription.cancelled', { until }),
    completed: () => say('page.subscription.completed'),
  } as const;
  return texts[state]();
}
