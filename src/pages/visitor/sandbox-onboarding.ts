import { NotFoundError } from '../../domain/kernel/errors.ts';
import { ONBOARDING_OUTCOMES, type SandboxDesk } from '../../platform/payments/sandbox-desk.ts';
import { form } from '../parts/form.ts';
import { html } from '../parts/html.ts';
import type { PageRoute, Visit } from '../visit.ts';

const LABELS = {
  active: 'page.sandbox_onboarding.active',
  requirements_due: 'page.sandbox_onboarding.requirements_due',
  payouts_disabled: 'page.sandbox_onboarding.payouts_disabled',
  rejected: 'page.sandbox_onboarding.rejected',
  unfinished: 'page.sandbox_onboarding.unfinished',
} as const;

/** Returns the desk of the sandbox.
 * @throws NotFoundError with any other gateway */
export function deskOf({ services }: Visit): SandboxDesk {
  const desk = services.ports.payments?.sandbox;
  if (!desk) throw new NotFoundError();
  return desk;
}

/** Simulates the pages on which a real gateway asks sellers who they are. The path is the secret. */
export const sandboxOnboarding: PageRoute = {
  path: '/sandbox/onboarding/:link_id',
  isForAnySite: true,
  async show(visit) {
    const { say, path, link } = visit;
    const onboarding = await deskOf(visit).readOnboarding(path.link_id ?? '');
    if (!onboarding)
      return { status: 404, title: say('page.link_over.title'), main: html`<div class="card"><p>${say('page.sandbox_onboarding.over')}</p></div>` };
    const action = link(`/sandbox/onboarding/${path.link_id}`);
    return {
      title: say('page.sandbox_onboarding.title'),
      main: html`<div class="card"><p><strong>${say('page.sandbox.no_money')}</strong></p>
<p>${say('page.sandbox_onboarding.text', { name: onboarding.name })}</p>
${ONBOARDING_OUTCOMES.map((outcome) => form({ action, submit: say(LABELS[outcome]), hidden: { outcome }, isSecondary: outcome !== 'active' }))}</div>`,
    };
  },
  async act(visit) {
    const { say, path } = visit;
    const outcome = ONBOARDING_OUTCOMES.find((known) => known === visit.form.outcome);
    const answered = outcome && (await deskOf(visit).answerOnboarding(path.link_id ?? '', outcome));
    if (!answered) throw new NotFoundError();
    return {
      title: say('page.sandbox_onboarding.title'),
      main: html`<div class="notice" role="status">${say('page.sandbox_onboarding.done')}</div>
<p><a class="button" href="${answered.returnUrl}">${say('page.sandbox.back')}</a></p>`,
    };
  },
};
