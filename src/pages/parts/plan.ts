import type { Shape } from '../../domain/kernel/contract.ts';
import { moneyText } from '../../domain/kernel/money.ts';
import type { Visit } from '../visit.ts';
import { type Html, html } from './html.ts';

type Plan = Shape<'OfferedPlan'>;

/** Returns the plans that the organisation of this site offers. */
export const offeredPlans = async ({ call, site }: Pick<Visit, 'call' | 'site'>): Promise<readonly Plan[]> =>
  site ? (await call('listOfferedPlans', { path: { org_slug: site.id }, query: { page_size: '200' } })).results : [];

/** Writes the price of each period of a plan. */
export const planPrice = (
  { say, reader }: Pick<Visit, 'say' | 'reader'>,
  { amount, currency, interval }: Pick<Plan, 'amount' | 'currency' | 'interval'>,
): string => say('page.plans.price', { price: moneyText(reader.language, amount, currency), interval });

/** Shows the contents, the price and the duration of a plan. */
export const planTerms = (visit: Visit, plan: Plan): Html => html`<p>${plan.description}</p>
<p class="price">${planPrice(visit, plan)}</p>
<p class="quiet">${plan.course_ids === null ? visit.say('page.plans.all_courses') : visit.say('page.plans.courses', { count: plan.course_ids.length })}. ${plan.trial_days > 0 && visit.say('page.plans.trial', { days: plan.trial_days })}
${plan.cycles === null ? visit.say('page.plans.renews') : visit.say('page.plans.cycles', { count: plan.cycles })}
${visit.say('page.plans.tax', { included: plan.includes_tax ? 'yes' : 'no' })}</p>`;
