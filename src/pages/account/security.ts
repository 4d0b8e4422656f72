import type { Shape } from '../../domain/kernel/contract.ts';
import { field, form, notice } from '../parts/form.ts';
import { type Html, html, type Part } from '../parts/html.ts';
import type { PageRoute, Visit } from '../visit.ts';
import { noticeOf } from '../visitor/sign-in.ts';
import { back } from './own-proof.ts';

const NOTICES = { saved: 'page.account.saved', totp_off: 'page.security.totp_off' } as const;
const FACTORS = { none: 'page.security.none', email: 'page.security.email', sms: 'page.security.sms', totp: 'page.security.totp' } as const;
const CHOICES = { email: 'page.security.use_email', sms: 'page.security.use_sms', none: 'page.security.use_none' } as const;

const passwordForm = (visit: Visit, { email }: Shape<'Me'>): Html => {
  const { say, link } = visit;
  return form(
    { action: link('/account/password'), submit: say('page.account.change_password') },
    html`<input type="text" name="username" value="${email}" autocomplete="username" hidden>`,
    field(visit, { name: 'current_password', label: say('page.field.current_password'), type: 'password', autocomplete: 'current-password' }),
    field(visit, {
      name: 'new_password',
      label: say('page.field.new_password'),
      type: 'password',
      autocomplete: 'new-password',
      hint: say('page.hint.password'),
    }),
    html`<p class="quiet"><a href="${link('/reset-password')}">${say('page.security.no_password')}</a></p>`,
  );
};

/** Lists the alternatives to the account's current second step. Codes need a verified address or number. */
function choices({ say, link }: Visit, { second_factor, email_verified, phone }: Shape<'Me'>): Part {
  if (second_factor === 'totp') return null;
  const can = { none: true, email: email_verified, sms: phone !== null };
  return (['email', 'sms', 'none'] as const)
    .filter((factor) => can[factor] && factor !== second_factor)
    .map((second) => form({ action: link('/account/security'), submit: say(CHOICES[second]), hidden: { second_factor: second }, isSecondary: true }));
}

/** Shows how the signed-in user signs in: the password and the second step. */
export const security: PageRoute = {
  path: '/account/security',
  needsUser: true,
  show(visit) {
    const { say, link } = visit;
    const me = visit.me as Shape<'Me'>;
    const said = noticeOf(visit, NOTICES);
    return {
      title: say('page.security.title'),
      main: html`${notice(said && say(said))}
<section class="card">
<h2>${say('page.account.password')}</h2>
${passwordForm(visit, me)}
</section>
<section class="card">
<h2>${say('page.security.second')}</h2>
<p>${say(FACTORS[me.second_factor])}</p>
${me.second_factor === 'totp' && html`<p>${say('page.security.codes_left', { count: me.backup_codes_left })}</p>`}
<p><a class="button secondary" href="${link('/account/authenticator')}">${say(me.second_factor === 'totp' ? 'page.authenticator.manage' : 'page.authenticator.title')}</a></p>
${choices(visit, me)}
</section>
${back(visit)}`,
    };
  },
  async act({ call, form: { second_factor = '' }, link }) {
    await call('updateMe', { body: { second_factor } });
    return { redirect: link('/account/security', { notice: 'saved' }) };
  },
};

export const changePassword: PageRoute = {
  path: '/account/password',
  needsUser: true,
  show: (visit) => (visit.problem ? security.show(visit) : { redirect: visit.link('/account/security') }),
  async act({ call, form: { current_password = '', new_password = '' }, link }) {
    await call('changePassword', { body: { current_password, new_password } });
    return { redirect: link('/account', { notice: 'password_changed' }) };
  },
};
