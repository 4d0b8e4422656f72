import type { Shape } from '../../domain/kernel/contract.ts';
import { NotFoundError } from '../../domain/kernel/errors.ts';
import { RefusedCall } from '../../http/contract/call.ts';
import { field, folded, form } from '../parts/form.ts';
import { html } from '../parts/html.ts';
import { offeredPlans, planTerms } from '../parts/plan.ts';
import { consent, consentOf, gatewayNeeds, toGateway } from '../parts/purchase.ts';
import type { PageRoute, Visit } from '../visit.ts';

/** Lists what the organisation offers by subscription. */
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
    const { say, link, me, path, site } = visit;
    const shown = (await offeredPlans(visit)).find(({ id }) => id === path.plan_id);
    if (!shown) throw new NotFoundError();
    const here = link(`/plans/${shown.id}`);
    const terms = await termsOf(visit, shown);
    return {
      isPublic: true,
      needs: gatewayNeeds(visit),
      title: shown.title,
      main: html`<div class="card">${planTerms(visit, shown)}
<p class="quiet">${site && say('page.course.seller', { seller: site.name })}. ${site?.texts.refunds && html`<a href="${site.texts.refunds}" rel="noopener">${say('page.course.refund_policy')}</a>`}</p>
${
  me
    ? form(
        { action: here, submit: say('page.plans.subscribe'), hidden: { terms_version: terms.version?.toString() } },
        folded(
          say('page.course.have_coupon'),
          Boolean(visit.form.coupon_code),
          field(visit, { name: 'coupon_code', label: say('page.course.coupon'), autocomplete: 'off', isOptional: true }),
        ),
        consent(visit, terms),
      )
    : html`<p><a class="button" href="${link('/sign-in', { next: here })}">${say('page.plans.sign_in')}</a></p>`
}</div>`,
    };
  },
  async act(visit) {
    const { call, say, path, form: sent, referral_token } = visit;
    const body = {
      plan_id: path.plan_id ?? '',
      ...(referral_token !== undefined && { referral_token }),
      ...(sent.coupon_code && { coupon_code: sent.coupon_code }),
      ...(sent.terms_version && { consent: consentOf(sent) }),
    };
    const { url, subscription } = await call('startSubscription', { body });
    return toGateway(visit, url, { title: subscription.plan.title, submit: say('page.course.pay') });
  },
};

const NO_TERMS = { version: null, terms: null, immediate_access: null };

/** Returns what the seller asks of subscribers. The texts are the same for all courses of a seller, and operations show them with a course. */
async function termsOf({ call }: Visit, { course_ids }: Shape<'OfferedPlan'>): Promise<Shape<'CheckoutTerms'>> {
  const listed = async () => (await call('discoverCourses', { query: { page_size: '1' } })).results[0]?.course.id;
  for (const course_pk of [course_ids?.[0], await listed()]) {
    if (course_pk === undefined) continue;
    try {
      return await call('getCheckoutTerms', { path: { course_pk } });
    } catch (error) {
      if (!(error instanceof RefusedCall) || error.problem.status !== 404) throw error;
    }
  }
  return NO_TERMS;
}
