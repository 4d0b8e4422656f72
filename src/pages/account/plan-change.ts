import type { Shape } from '../../domain/kernel/contract.ts';
import { moneyText } from '../../domain/kernel/money.ts';
import { form, notice } from '../parts/form.ts';
import { html } from '../parts/html.ts';
import { offeredPlans, planPrice, planTerms } from '../parts/plan.ts';
import type { Page, PageRoute, Visit } from '../visit.ts';
import { readLatest } from './subscription.ts';

const PATH = '/account/subscription/change';

/** Lets a subscriber change to another plan, after showing its price and its start. */
export const planChange: PageRoute = {
  path: PATH,
  needsUser: true,
  async show(visit) {
    const { say, link } = visit;
    const [latest, offered] = await Promise.all([readLatest(visit), offeredPlans(visit)]);
    if (!latest) return { redirect: link('/plans') };
    const others = offered.filter(({ id }) => id !== latest.plan.id);
    return {
      title: say('page.subscription.change'),
      main: html`${
        others.length
          ? others.map(
              (plan) => html`<section class="card"><h2>${plan.title}</h2>${planTerms(visit, plan)}
${form({ action: link(PATH), submit: say('page.plan_change.preview'), label: `${say('page.plan_change.preview')}: ${plan.title}`, hidden: { plan_id: plan.id }, isSecondary: true })}</section>`,
            )
          : html`<p class="card">${say('page.plan_change.none')}</p>`
      }
<p><a href="${link('/account/subscription')}">${say('page.subscription.title')}</a></p>`,
    };
  },
  async act(visit) {
    const { call, link, form: sent } = visit;
    const latest = await readLatest(visit);
    if (!latest) return { redirect: link('/plans') };
    const change = (preview: boolean) => call('changePlan', { path: { id: latest.id }, body: { plan_id: sent.plan_id ?? '', preview } });
    const shown = await change(true);
    const isKnown = sent.version === `${shown.plan.version}`;
    if (!isKnown) return previewed(visit, shown, sent.version !== undefined);
    await change(false);
    return { redirect: link('/account/subscription') };
  },
};

function previewed({ say, link, reader }: Visit, change: Shape<'PlanChange'>, isStale: boolean): Page {
  const { subscription, plan, takes_effect_at, currency, total, lines } = change;
  const money = (amount: number) => moneyText(reader.language, amount, currency);
  return {
    title: say('page.subscription.change'),
    main: html`${notice(isStale && say('page.plan_change.stale'))}<div class="card">
<p><strong>${say('page.plan_change.from', { at: new Date(takes_effect_at), plan: plan.title })}</strong></p>
<p class="price">${planPrice({ say, reader }, plan)}</p>
${subscription.cancels_at_period_end && html`<p>${say('page.plan_change.resumes')}</p>`}
<dl>${lines.map(({ kind, amount }) => html`<dt>${say('page.plan_change.line', { kind })}</dt><dd>${money(amount)}</dd>`)}
<dt>${say('page.plan_change.total')}</dt><dd>${money(total)}</dd></dl>
${form({ action: link(PATH), submit: say('page.plan_change.confirm'), hidden: { plan_id: plan.id, version: `${plan.version}` } })}</div>
<p><a href="${link(PATH)}">${say('page.subscription.offers')}</a></p>`,
  };
}
