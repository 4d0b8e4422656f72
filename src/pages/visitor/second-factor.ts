import { field, form, notice } from '../parts/form.ts';
import { html } from '../parts/html.ts';
import type { PageRoute, Visit } from '../visit.ts';
import { homeOf, nextOf, noticeOf } from './sign-in.ts';

const TEXTS = { totp: 'page.second_factor.totp', email: 'page.second_factor.email', sms: 'page.second_factor.sms' } as const;
const NOTICES = { sent: 'page.second_factor.sent' } as const;

type Method = keyof typeof TEXTS;

const methodOf = ({ query, form: sent }: Visit): Method | undefined =>
  (sent.methods ?? query.methods ?? '').split(',').find((method): method is Method => Object.hasOwn(TEXTS, method));

const here = (visit: Visit, more: Record<string, string> = {}): string =>
  visit.link('/sign-in/code', { methods: methodOf(visit), next: nextOf(visit), ...more });

export const secondFactor: PageRoute = {
  path: '/sign-in/code',
  show(visit) {
    const { say, link } = visit;
    const method = methodOf(visit);
    const next = nextOf(visit);
    if (!method) return { redirect: link('/sign-in', { next }) };
    const said = noticeOf(visit, NOTICES);
    return {
      title: say('page.second_factor.title'),
      main: html`${notice(said && say(said))}
<div class="card">
<p>${say(TEXTS[method])}</p>
${form(
  { action: link('/sign-in/code'), submit: say('page.second_factor.submit'), hidden: { methods: method, next } },
  field(visit, { name: 'code', label: say('page.field.code'), autocomplete: 'one-time-code', ...(method === 'totp' ? {} : { inputmode: 'numeric' }) }),
)}
${method !== 'totp' && form({ action: link('/sign-in/code/resend'), submit: say('page.second_factor.resend'), hidden: { methods: method, next }, isSecondary: true })}
</div>`,
    };
  },
  async act(visit) {
    const code = (visit.form.code ?? '').trim();
    await visit.call(methodOf(visit) === 'totp' ? 'logInWithTotp' : 'logInWithCode', { body: { code } });
    return { redirect: homeOf(visit) };
  },
};

export const resendCode: PageRoute = {
  path: '/sign-in/code/resend',
  show: (visit) => (visit.problem ? secondFactor.show(visit) : { redirect: here(visit) }),
  async act(visit) {
    await visit.call('resendLogInCode', { body: { channel: methodOf(visit) } });
    return { redirect: here(visit, { notice: 'sent' }) };
  },
};
