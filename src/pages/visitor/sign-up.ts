import { faultsOf, field, form } from '../parts/form.ts';
import { html } from '../parts/html.ts';
import { zoneField, zoneNeeds, zoneOf } from '../parts/zone.ts';
import type { PageRoute, Visit } from '../visit.ts';
import { inviteOver, readInvite } from './invite.ts';
import { nextOf } from './sign-in.ts';

const codeOf = ({ form: sent, query }: Visit): string | undefined => (sent.join_code ?? query.code ?? '').trim() || undefined;

const inviteOf = ({ form: sent, query }: Visit): string | undefined => sent.invite ?? query.invite;

const isInviteOver = (visit: Visit): boolean => faultsOf(visit).some(({ field: name }) => name === 'invite_token');

export const signUp: PageRoute = {
  path: '/sign-up',
  async show(visit) {
    const { say, link, query } = visit;
    const next = nextOf(visit);
    if (query.notice === 'sent')
      return {
        title: say('page.sign_up.sent_title'),
        main: html`<div class="card"><p>${say('page.sign_up.sent')}</p><p><a href="${link('/verify-email')}">${say('page.verify_email.resend_title')}</a></p></div>`,
      };
    const token = inviteOf(visit);
    const invite = token === undefined || isInviteOver(visit) ? null : await readInvite(visit, token);
    if (token !== undefined && !invite) return inviteOver(visit);
    return {
      title: say('page.sign_up.title'),
      needs: zoneNeeds,
      main: html`<div class="card">
${form(
  { action: link('/sign-up'), submit: say('page.sign_up.submit'), hidden: { next, invite: token, ...zoneField(visit) } },
  field(visit, {
    name: 'name',
    label: say('page.field.name'),
    autocomplete: 'name',
    ...(invite?.account_name ? { value: invite.account_name, isFixed: true } : {}),
  }),
  field(visit, {
    name: 'email',
    label: say('page.field.email'),
    type: 'email',
    autocomplete: 'username',
    ...(invite ? { value: invite.email, isFixed: true, hint: say('page.invite.address') } : {}),
  }),
  field(visit, { name: 'password', label: say('page.field.password'), type: 'password', autocomplete: 'new-password', hint: say('page.hint.password') }),
  codeOf(visit) !== undefined && field(visit, { name: 'join_code', label: say('page.field.join_code'), autocomplete: 'off', value: codeOf(visit) as string }),
)}
</div>
<p>${say('page.sign_up.have_account')} <a href="${link('/sign-in', { next: token === undefined ? next : link('/invite', { token }) })}">${say('page.sign_in.title')}</a></p>`,
    };
  },
  async act(visit) {
    const { name = '', email = '', password = '' } = visit.form;
    const join_code = codeOf(visit);
    const { language } = visit.reader;
    const token = inviteOf(visit);
    const joining = { ...(join_code === undefined ? {} : { join_code }), ...(token === undefined ? {} : { invite_token: token }) };
    await visit.call('signUp', { body: { name, email, password, language, ...zoneOf(visit), ...joining } });
    if (token === undefined) return { redirect: visit.link('/sign-up', { notice: 'sent' }) };
    return { redirect: visit.link('/sign-in', { notice: 'account_ready', next: visit.link('/invite', { token }) }) };
  },
};
