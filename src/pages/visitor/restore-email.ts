import { form } from '../parts/form.ts';
import { html } from '../parts/html.ts';
import type { PageRoute } from '../visit.ts';
import { isTokenOver } from './verify-email.ts';

/** Gives an account its former address back, for the owner of that address. */
export const restoreEmail: PageRoute = {
  path: '/restore-email',
  show(visit) {
    const { say, link, query } = visit;
    const token = visit.form.token ?? query.token;
    if (token === undefined || isTokenOver(visit))
      return { title: say('page.link_over.title'), main: html`<div class="card"><p>${say('page.restore_email.over')}</p></div>` };
    return {
      title: say('page.restore_email.title'),
      main: html`<div class="card"><p>${say('page.restore_email.text')}</p>${form({ action: link('/restore-email'), submit: say('page.restore_email.submit'), hidden: { token } })}</div>`,
    };
  },
  async act({ call, form: { token = '' }, link }) {
    await call('restoreEmail', { body: { token } });
    return { redirect: link('/sign-in', { notice: 'restored' }) };
  },
};
