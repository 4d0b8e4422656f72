import { NotFoundError } from '../../domain/kernel/errors.ts';
import { businessFields, businessOf } from '../parts/business.ts';
import { field, folded, form } from '../parts/form.ts';
import { html } from '../parts/html.ts';
import { offeredPlans, planTerms } from '../parts/plan.ts';
import { consent, consentOf, gatewayNeeds, toGateway } from '../parts/purchase.ts';
import type { PageRoute } from '../visit.ts';

/** Lists the subscription plans of the organisation. */
export const plans: PageRoute = {
  path: '/plans',
  async show(visit) {
    const { say, link } = visit;
    const offered = await offeredPlans(visit);
    return {
      isPublic: true,
      title: say('page.plans.title'),
      main: offered.length
        ? html`${offered.map(
            (one) => html`<section class="card"><h2>${one.title}</h2>${planTerms(visit, one)}
<p><a class="button secondary" href="${link(`/plans/${one.id}`)}" aria-label="${say('page.plans.subscribe')}: ${one.title}">${say('page.plans.subscribe')}</a></p></section>`,
          )}`
        : html`<p class="card">${say('page.plans.none')}</p>`,
    };
  },
};

/** Shows a plan, and lets a user subscribe to it. */
export const plan: PageRoute = {
  path: '/plans/:plan_id',
  async show(visit) {
    const { call, say, link, me, path, site } = visit;
    if (!site) throw new NotFoundError();
    const [offered, terms] = await Promise.all([offeredPlans(visit), call('getSubscriptionTerms', { path: { org_slug: site.id } })]);
    const shown = offered.find(({ id }) => id === path.plan_id);
    if (!shown) throw new NotFoundError();
    const here = link(`/plans/${shown.id}`);
    return {
      isPublic: true,
      needs: gatewayNeeds(visit),
      title: shown.title,
      main: html`<div class="card">${planTerms(visit, shown)}
<p class="quiet">${say('page.course.seller', { seller: site.name })}. ${site.texts.refunds && html`<a href="${site.texts.refunds}" rel="noopener">${say('page.course.refund_policy')}</a>`}</p>
${
  me
    ? form(
        { action: here, submit: say('page.plans.subscribe'), hidden: { terms_version: terms.version?.toString() } },
        folded(
          say('page.course.have_coupon'),
          Boolean(visit.form.coupon_code),
          field(visit, { name: 'coupon_code', label: say('page.course.coupon'), autocomplete: 'off', isOptional: true }),
        ),
        businessFields(visit),
        consent(visit, terms),
      )
    : html`<p><a class="button" href="${link('/sign-in', { next: here })}">${say('page.plans.sign_in')}</a></p>`
}</div>`,
    };
  },
  async act(visit) {
    const { call, say, path, form: sent, referral_token } = visit;
    const business = businessOf(sent);
    const body = {
      plan_id: path.plan_id ?? '',
      ...(referral_token !== undefined && { referral_token }),
      ...(sent.coupon_code && { coupon_code: sent.coupon_code }),
      ...(sent.terms_version && { consent: consentOf(sent) }),
      ...(business && { business }),
    };
    const { url, subscription } = await call('startSubscription', { body });
    return toGateway(visit, url, { title: subscription.plan.title, submit: say('page.course.pay') });
  },
};
