import { faultsOf, field, form, notice } from '../parts/form.ts';
import { html } from '../parts/html.ts';
import type { PageRoute, Visit } from '../visit.ts';

/** Whether the token of the mail was refused, as opposed to an entry that the visitor can correct. */
export const isTokenOver = (visit: Visit): boolean => faultsOf(visit).some(({ field: name }) => name === 'token');

/** Confirms the address with the token of the mail, or sends another mail. */
export const verifyEmail: PageRoute = {
  path: '/verify-email',
  show(visit) {
    const { say, link, query } = visit;
    const token = visit.form.token ?? query.token;
    if (token === undefined || isTokenOver(visit))
      return {
        title: say(token === undefined ? 'page.verify_email.resend_title' : 'page.link_over.title'),
        main: html`${notice(query.notice === 'sent' && say('page.verify_email.sent'))}
<div class="card">
<p>${say('page.verify_email.resend_text')}</p>
${form({ action: link('/verify-email'), submit: say('page.verify_email.resend') }, field(visit, { name: 'email', label: say('page.field.email'), type: 'email', autocomplete: 'username' }))}
</div>`,
      };
    return {
      title: say('page.verify_email.title'),
      main: html`<div class="card"><p>${say('page.verify_email.text')}</p>${form({ action: link('/verify-email'), submit: say('page.verify_email.submit'), hidden: { token } })}</div>`,
    };
  },
  async act({ call, form: { token, email = '' }, link }) {
    if (token === undefined) {
      await call('resendVerification', { body: { email } });
      return { redirect: link('/verify-email', { notice: 'sent' }) };
    }
    await call('verifyEmail', { body: { token } });
    return { redirect: link('/sign-in', { notice: 'verified' }) };
  },
};
