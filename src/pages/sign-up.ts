import { field, form } from './form.ts';
import { html } from './html.ts';
import { nextOf } from './sign-in.ts';
import type { PageRoute, Visit } from './visit.ts';

const codeOf = ({ form: sent, query }: Visit): string | undefined => (sent.join_code ?? query.code ?? '').trim() || undefined;

export const signUp: PageRoute = {
  path: '/sign-up',
  show(visit) {
    const { say, link, query } = visit;
    const next = nextOf(visit);
    if (query.notice === 'sent')
      return {
        title: say('page.sign_up.sent_title'),
        main: html`<div class="card"><p>${say('page.sign_up.sent')}</p><p><a href="${link('/verify-email')}">${say('page.verify_email.resend_title')}</a></p></div>`,
      };
    return {
      title: say('page.sign_up.title'),
      main: html`<div class="card">
${form(
  { action: link('/sign-up'), submit: say('page.sign_up.submit'), hidden: { next } },
  field(visit, { name: 'name', label: say('page.field.name'), autocomplete: 'name' }),
  field(visit, { name: 'email', label: say('page.field.email'), type: 'email', autocomplete: 'username' }),
  field(visit, { name: 'password', label: say('page.field.password'), type: 'password', autocomplete: 'new-password', hint: say('page.hint.password') }),
  codeOf(visit) !== undefined && field(visit, { name: 'join_code', label: say('page.field.join_code'), autocomplete: 'off', value: codeOf(visit) as string }),
)}
</div>
<p>${say('page.sign_up.have_account')} <a href="${link('/sign-in', { next })}">${say('page.sign_in.title')}</a></p>`,
    };
  },
  async act(visit) {
    const { name = '', email = '', password = '' } = visit.form;
    const join_code = codeOf(visit);
    const { language } = visit.reader;
    await visit.call('signUp', { body: { name, email, password, language, ...(join_code === undefined ? {} : { join_code }) } });
    return { redirect: visit.link('/sign-up', { notice: 'sent' }) };
  },
};
