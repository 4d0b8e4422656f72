import { NotFoundError } from '../../domain/kernel/errors.ts';
import { moneyText } from '../../domain/kernel/money.ts';
import type { CheckoutStep, SandboxPage } from '../../platform/payments/sandbox-desk.ts';
import { SANDBOX_COUNTRIES } from '../../platform/payments/sandbox-taxes.ts';
import { form } from '../parts/form.ts';
import { type Html, html } from '../parts/html.ts';
import type { Page, PageRoute, Visit } from '../visit.ts';
import { deskOf } from './sandbox-onboarding.ts';

/** The choices of a buyer, each of which makes the gateway behave differently. `decline` and `authenticate` require a further choice. */
const CHOICES = ['pay', 'authenticate', 'confirm', 'pay_later', 'decline', 'arrive', 'bounce'] as const;
type Choice = (typeof CHOICES)[number];

const STEPS: Partial<Record<Choice, CheckoutStep>> = { pay: 'pay', confirm: 'confirm', pay_later: 'pay_later', arrive: 'arrive', bounce: 'bounce' };

const LABELS = {
  pay: 'page.sandbox_checkout.pay',
  authenticate: 'page.sandbox_checkout.authenticate',
  confirm: 'page.sandbox_checkout.confirm',
  pay_later: 'page.sandbox_checkout.pay_later',
  decline: 'page.sandbox_checkout.decline',
  arrive: 'page.sandbox_checkout.arrive',
  bounce: 'page.sandbox_checkout.bounce',
} as const;

const STATES = {
  open: null,
  processing: 'page.sandbox_checkout.processing',
  paid: 'page.sandbox_checkout.paid',
  failed: 'page.sandbox_checkout.failed',
  expired: 'page.sandbox_checkout.expired',
} as const;

/** Simulates the page of a real gateway on which a buyer pays. The path is the secret. */
export const sandboxCheckout: PageRoute = {
  path: '/sandbox/checkout/:session_id',
  isForAnySite: true,
  async show(visit) {
    const { say, path } = visit;
    const page = await deskOf(visit).readCheckout(path.session_id ?? '');
    if (!page) throw new NotFoundError();
    const state = STATES[page.state];
    if (page.state === 'open' && page.asksToConfirm) return askToConfirm(visit, page);
    const offered: readonly Choice[] =
      page.state === 'open' ? ['pay', 'authenticate', ...later(page), 'decline'] : page.state === 'processing' ? ['arrive', 'bounce'] : [];
    return sandboxPage(
      visit,
      page,
      html`${purchase(visit, page)}
${state && html`<p role="status"><strong>${say(state)}</strong></p>`}
${choices(visit, page, offered)}`,
    );
  },
  async act(visit) {
    const { say, path, link, form: sent } = visit;
    const session = path.session_id ?? '';
    const choice = CHOICES.find((known) => known === sent.choice);
    const page = await deskOf(visit).readCheckout(session);
    if (!page || !choice) throw new NotFoundError();
    const step = STEPS[choice];
    if (step) {
      await deskOf(visit).stepCheckout(session, step, sent.country);
      return { redirect: link(`/sandbox/checkout/${session}`) };
    }
    if (choice === 'decline')
      return sandboxPage(
        visit,
        page,
        html`<p role="alert"><strong>${say('page.sandbox_checkout.declined')}</strong></p>${choices(visit, page, ['pay', ...later(page)])}`,
      );
    return askToConfirm(visit, page);
  },
};

function purchase({ say, reader }: Visit, { title, seller, total, tax, state }: SandboxPage): Html {
  const price = moneyText(reader.language, total.amount, total.currency);
  const isAdded = tax === 'exclusive' && state === 'open';
  return html`<p>${say('page.sandbox_checkout.text', { title, seller })}</p>
<p class="price">${isAdded ? say('page.course.plus_tax', { price }) : price}</p>`;
}

const askToConfirm = (visit: Visit, page: SandboxPage): Page =>
  sandboxPage(visit, page, html`${purchase(visit, page)}<p>${visit.say('page.sandbox_checkout.sca')}</p>${choices(visit, page, ['confirm', 'decline'])}`);

const later = ({ takesDelayed }: SandboxPage): Choice[] => (takesDelayed ? ['pay_later'] : []);

const choices = (visit: Visit, page: SandboxPage, offered: readonly Choice[]): Html[] =>
  offered.map((choice, index) =>
    form(
      { action: visit.link(`/sandbox/checkout/${visit.path.session_id}`), submit: visit.say(LABELS[choice]), hidden: { choice }, isSecondary: index > 0 },
      page.asksCountry && page.state === 'open' && choice !== 'decline' && countryField(visit, choice),
    ),
  );

/** Asks for the buyer's country, which determines the tax. */
function countryField({ say, reader, form: { country } }: Visit, choice: Choice): Html {
  const names = new Intl.DisplayNames([reader.language], { type: 'region' });
  return html`<div class="field">
<label for="country-${choice}">${say('page.sandbox_checkout.country')}</label>
<select id="country-${choice}" name="country" required>
${SANDBOX_COUNTRIES.map((code) => html`<option value="${code}"${code === country && html` selected`}>${names.of(code) ?? code}</option>`)}
</select>
</div>`;
}

/** Returns a page of the sandbox. Closing it leads back without paying. */
const sandboxPage = ({ say }: Visit, { returnUrl }: SandboxPage, content: Html): Page => ({
  title: say('page.sandbox_checkout.title'),
  main: html`<div class="card"><p><strong>${say('page.sandbox.no_money')}</strong></p>${content}</div>
<p><a href="${returnUrl}">${say('page.sandbox.back')}</a></p>`,
});
