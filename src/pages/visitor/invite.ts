import type { Shape } from '../../domain/kernel/contract.ts';
import { RefusedCall } from '../../http/contract/call.ts';
import { faultsOf, form } from '../parts/form.ts';
import { html } from '../parts/html.ts';
import type { Page, PageRoute, Visit } from '../visit.ts';
import { isTokenOver } from './verify-email.ts';

/** Returns the invitation of a token, or null if it no longer exists. */
export async function readInvite({ call }: Pick<Visit, 'call'>, token: string | undefined): Promise<Shape<'Invite'> | null> {
  if (!token) return null;
  try {
    return await call('getInvite', { query: { token } });
  } catch (error) {
    if (error instanceof RefusedCall && (error.problem.code === 'not_found' || error.problem.code === 'validation_error')) return null;
    throw error;
  }
}

export const inviteOver = ({ say }: Pick<Visit, 'say'>): Page => ({
  title: say('page.link_over.title'),
  main: html`<div class="card"><p>${say('page.invite.over')}</p></div>`,
});

/** Whether the signed-in account, or another one with the address, prevents the visitor from claiming an account. */
const isOtherAccount = (visit: Visit): boolean => faultsOf(visit).some(({ field, code }) => field === 'token' && (code === 'not_allowed' || code === 'taken'));

/** Shows an invitation, and accepts it with the signed-in account. Signing in or signing up leads back here. */
export const invite: PageRoute = {
  path: '/invite',
  async show(visit) {
    const { say, link, query, me } = visit;
    const token = visit.form.token ?? query.token;
    const shown = isTokenOver(visit) && !isOtherAccount(visit) ? null : await readInvite(visit, token);
    const isMember = me?.memberships.some(({ organisation }) => organisation.id === shown?.organisation.id) ?? false;
    if (!shown || (shown.is_accepted && me && !isMember)) return inviteOver(visit);
    const { organisation, invited_by_name: inviter, role, account_name: learner } = shown;
    const title = say('page.invite.title', { organisation: organisation.name });
    if (shown.is_accepted && isMember)
      return {
        title,
        main: html`<div class="notice" role="status">${say('page.invite.done', { organisation: organisation.name })}</div>
<p class="row"><a class="button" href="${link('/catalogue')}">${say('page.nav.catalogue')}</a>
<a class="button secondary" href="${link('/account')}">${say('page.account.title')}</a></p>`,
      };
    const text =
      learner === null
        ? html`<p>${say('page.invite.text', { inviter, organisation: organisation.name, role })}</p>`
        : html`<p>${say('mail.invite.claim', { inviter, organisation: organisation.name, learner })}</p>`;
    if (isOtherAccount(visit)) return { title, main: html`<div class="card">${text}<p>${say('page.invite.other_account')}</p></div>` };
    if (me)
      return {
        title,
        main: html`<div class="card">${text}<p class="quiet">${say('page.invite.signed_in', { email: me.email })}</p>
${form({ action: link('/invite'), submit: say('page.invite.submit'), hidden: { token } })}</div>`,
      };
    const signIn = link('/sign-in', { next: link('/invite', { token }) });
    return {
      title,
      main: html`<div class="card">${text}<p>${learner === null ? say('page.invite.choose') : say('page.invite.claim', { learner })}</p>
<p class="row">${!shown.is_accepted && html`<a class="button" href="${link('/sign-up', { invite: token })}">${say(learner === null ? 'page.sign_up.title' : 'page.reset_password.title')}</a>`}
<a class="button secondary" href="${signIn}">${say('page.sign_in.title')}</a></p></div>`,
    };
  },
  async act({ call, form: { token = '' }, link }) {
    await call('acceptInvite', { body: { token } });
    return { redirect: link('/invite', { token }) };
  },
};
