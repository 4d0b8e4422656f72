import type { Shape } from '../../domain/kernel/contract.ts';
import { faultsOf, field, form, notice } from '../parts/form.ts';
import { type Html, html } from '../parts/html.ts';
import type { Page, PageRoute, Visit } from '../visit.ts';
import { noticeOf } from '../visitor/sign-in.ts';
import { isTokenOver } from '../visitor/verify-email.ts';
import { back } from './own-proof.ts';

const NOTICES = { sent: 'page.email.sent', withdrawn: 'page.email.withdrawn', changed: 'page.email.changed' } as const;

/** The address that waits for its proof, with what can be done about it. */
function pending({ say, link }: Visit, email: string): Html {
  const action = link('/account/email');
  return html`<section class="card"><p>${say('page.email.pending', { email })}</p>
${form({ action, submit: say('page.email.resend'), hidden: { do: 'request', email }, isSecondary: true })}
${form({ action, submit: say('page.email.withdraw'), hidden: { do: 'withdraw' }, isSecondary: true })}</section>`;
}

/** Asks whether the address that waits is to be the one of the account. Programs that follow links change nothing. */
function question(visit: Visit, email: string, pending: string, token: string): Page {
  const { say, link } = visit;
  return {
    title: say('page.email.title'),
    main: html`<div class="card"><p>${say('page.email.question', { email, pending })}</p>
${form({ action: link('/account/email'), submit: say('page.email.confirm'), hidden: { do: 'confirm', token } })}</div>${back(visit)}`,
  };
}

/** Why the link of the mail does nothing. */
const over = (visit: Visit): Html => html`<p>${visit.say(faultsOf(visit).some(({ code }) => code === 'taken') ? 'page.email.taken' : 'page.email.over')}</p>`;

/** Shows the address of the account, and changes it to another one that has been proved. */
export const email: PageRoute = {
  path: '/account/email',
  needsUser: true,
  show(visit) {
    const { say, link, query, form: sent } = visit;
    const me = visit.me as Shape<'Me'>;
    const token = sent.token ?? query.token;
    if (token !== undefined && me.pending_email !== null && !isTokenOver(visit)) return question(visit, me.email, me.pending_email, token);
    const said = noticeOf(visit, NOTICES);
    return {
      title: say(token === undefined ? 'page.email.title' : 'page.link_over.title'),
      main: html`${notice(said && say(said))}
${token !== undefined && over(visit)}
${me.pending_email !== null && pending(visit, me.pending_email)}
<section class="card"><p>${say('page.email.current', { email: me.email })}</p>
${form(
  { action: link('/account/email'), submit: say('page.email.submit'), hidden: { do: 'request' } },
  field(visit, { name: 'email', label: say('page.email.new'), type: 'email', autocomplete: 'email', hint: say('page.email.hint') }),
)}</section>
${back(visit)}`,
    };
  },
  async act({ call, link, form: { do: what, email = '', token = '' } }) {
    if (what === 'withdraw') await call('withdrawEmailChange');
    else if (what === 'confirm') await call('confirmEmailChange', { body: { token } });
    else await call('requestEmailChange', { body: { email } });
    return { redirect: link('/account/email', { notice: what === 'withdraw' ? 'withdrawn' : what === 'confirm' ? 'changed' : 'sent' }) };
  },
};
