import { field, form, notice } from '../parts/form.ts';
import { html } from '../parts/html.ts';
import type { PageRoute } from '../visit.ts';
import { isTokenOver } from './verify-email.ts';

/** Sets a new password with the token of a mail, or sends that mail. */
export const resetPassword: PageRoute = {
  path: '/reset-password',
  show(visit) {
    const { say, link, query } = visit;
    const token = visit.form.token ?? query.token;
    if (token === undefined || isTokenOver(visit))
      return {
        title: say(token === undefined ? 'page.reset_password.request_title' : 'page.link_over.title'),
        main: html`${notice(query.notice === 'sent' && say('page.reset_password.sent'))}
<div class="card">
<p>${say('page.reset_password.request_text')}</p>
${form({ action: link('/reset-password'), submit: say('page.reset_password.request') }, field(visit, { name: 'email', label: say('page.field.email'), type: 'email', autocomplete: 'username' }))}
</div>`,
      };
    return {
      title: say('page.reset_password.title'),
      main: html`<div class="card">
${form(
  { action: link('/reset-password'), submit: say('page.reset_password.submit'), hidden: { token } },
  field(visit, {
    name: 'new_password',
    label: say('page.field.new_password'),
    type: 'password',
    autocomplete: 'new-password',
    hint: say('page.hint.password'),
  }),
)}
</div>`,
    };
  },
  async act({ call, form: { token, email = '', new_password = '' }, link }) {
    if (token === undefined) {
      await call('requestPasswordReset', { body: { email } });
      return { redirect: link('/reset-password', { notice: 'sent' }) };
    }
    await call('confirmPasswordReset', { body: { token, new_password } });
    return { redirect: link('/sign-in', { notice: 'password_set' }) };
  },
};
