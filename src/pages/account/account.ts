import type { Shape } from '../../domain/kernel/contract.ts';
import { field, form, notice } from '../parts/form.ts';
import { html } from '../parts/html.ts';
import type { PageRoute } from '../visit.ts';
import { noticeOf } from '../visitor/sign-in.ts';

const NOTICES = { saved: 'page.account.saved', password_changed: 'page.account.password_changed', set_up: 'page.setup.done' } as const;
const ROLES = { owner: 'page.role.owner', creator: 'page.role.creator', learner: 'page.role.learner' } as const;

export const account: PageRoute = {
  path: '/account',
  needsUser: true,
  show(visit) {
    const { say, link } = visit;
    const me = visit.me as Shape<'Me'>;
    const said = noticeOf(visit, NOTICES);
    return {
      title: say('page.account.title'),
      main: html`${notice(said && say(said))}
${!me.email_verified && html`<div class="notice notice-problem">${say('page.account.unverified')} <a href="${link('/verify-email')}">${say('page.verify_email.resend_title')}</a></div>`}
<section class="card">
<h2>${say('page.account.profile')}</h2>
<p>${me.email}</p>
${form({ action: link('/account'), submit: say('page.account.save') }, field(visit, { name: 'name', label: say('page.field.name'), autocomplete: 'name', value: me.name }))}
</section>
<section class="card">
<h2>${say('page.account.password')}</h2>
${form(
  { action: link('/account/password'), submit: say('page.account.change_password') },
  html`<input type="text" name="username" value="${me.email}" autocomplete="username" hidden>`,
  field(visit, { name: 'current_password', label: say('page.field.current_password'), type: 'password', autocomplete: 'current-password' }),
  field(visit, {
    name: 'new_password',
    label: say('page.field.new_password'),
    type: 'password',
    autocomplete: 'new-password',
    hint: say('page.hint.password'),
  }),
)}
</section>
${
  me.memberships.length > 0 &&
  html`<section class="card">
<h2>${say('page.account.organisations')}</h2>
<ul class="links">${me.memberships.map(({ organisation, role }) => html`<li>${organisation.name} <span class="badge">${say(ROLES[role])}</span></li>`)}</ul>
</section>`
}
<section class="card">
<h2>${say('page.account.more')}</h2>
<ul class="links">
<li><a href="${link('/learn')}">${say('page.learn.title')}</a></li>
<li><a href="${link('/account/certificates')}">${say('page.certificates.title')}</a></li>
<li><a href="${link('/account/subscription')}">${say('page.subscription.title')}</a></li>
<li><a href="${link('/account/notifications')}">${say('page.notifications.title')}</a></li>
<li><a href="${link('/account/export')}">${say('page.data_export.title')}</a></li>
<li><a href="${link('/setup')}">${say('page.setup.title')}</a></li>
<li><a href="${link('/join')}">${say('page.join.title')}</a></li>
</ul>
</section>
${form({ action: link('/sign-out'), submit: say('page.account.sign_out'), isSecondary: true })}`,
    };
  },
  async act({ call, form: { name = '' }, link }) {
    await call('updateMe', { body: { name } });
    return { redirect: link('/account', { notice: 'saved' }) };
  },
};

export const changePassword: PageRoute = {
  path: '/account/password',
  needsUser: true,
  show: (visit) => (visit.problem ? account.show(visit) : { redirect: visit.link('/account') }),
  async act({ call, form: { current_password = '', new_password = '' }, link }) {
    await call('changePassword', { body: { current_password, new_password } });
    return { redirect: link('/account', { notice: 'password_changed' }) };
  },
};

export const signOut: PageRoute = {
  path: '/sign-out',
  show: (visit) => ({ redirect: visit.link('/account') }),
  async act({ call, link }) {
    await call('logOut');
    return { redirect: link('/sign-in', { notice: 'signed_out' }) };
  },
};
