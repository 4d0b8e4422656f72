import { field, form, notice } from '../parts/form.ts';
import { html } from '../parts/html.ts';
import type { PageRoute } from '../visit.ts';

export const join: PageRoute = {
  path: '/join',
  show(visit) {
    const { say, link, query, me } = visit;
    const code = (query.code ?? '').trim() || undefined;
    const next = link('/join', { code });
    return {
      title: say('page.join.title'),
      main: html`${notice(query.notice === 'joined' && say('page.join.done'))}
<div class="card">
${
  me
    ? form(
        { action: link('/join'), submit: say('page.join.submit') },
        field(visit, { name: 'join_code', label: say('page.field.join_code'), autocomplete: 'off', value: code ?? '' }),
      )
    : html`<p>${say('page.join.sign_in_first')}</p>
<p class="row"><a class="button" href="${link('/sign-up', { code })}">${say('page.sign_up.title')}</a>
<a class="button secondary" href="${link('/sign-in', { next })}">${say('page.sign_in.title')}</a></p>`
}
</div>`,
    };
  },
  async act({ call, form: { join_code = '' }, link }) {
    await call('updateMe', { body: { join_code: join_code.trim() } });
    return { redirect: link('/join', { notice: 'joined' }) };
  },
};
