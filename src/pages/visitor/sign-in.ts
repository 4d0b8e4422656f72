import { field, form, notice } from '../parts/form.ts';
import { html } from '../parts/html.ts';
import type { Answer, PageRoute, Visit } from '../visit.ts';
import { localPath } from './next-path.ts';
import { setupNotice } from './setup.ts';

/** The page after a sign-in if the visitor was not on the way to another page. */
const HOME = '/learn';

/** Returns the page that the visitor was on the way to. */
export const nextOf = ({ query, form: sent }: Visit): string | undefined => localPath(sent.next ?? query.next) ?? undefined;

export const homeOf = (visit: Visit): string => nextOf(visit) ?? visit.link(HOME);

/** Notices that other pages can show on this one. */
const NOTICES = {
  verified: 'page.verify_email.done',
  password_set: 'page.reset_password.done',
  set_up: 'page.first_setup.done',
  signed_out: 'page.account.signed_out',
  account_ready: 'page.invite.account_ready',
  form_kept: 'page.kept.sign_in',
  form_too_large: 'page.kept.too_large',
} as const;

export const noticeOf = <Name extends string>({ query }: Visit, notices: Readonly<Record<string, Name>>): Name | undefined =>
  Object.hasOwn(notices, query.notice ?? '') ? notices[query.notice as string] : undefined;

/** Returns the page after the first factor. */
export const afterFirstFactor = (visit: Visit, { status, methods }: { status: string; methods: readonly string[] }): Answer =>
  status === 'signed_in' ? { redirect: homeOf(visit) } : { redirect: visit.link('/sign-in/code', { methods: methods.join(','), next: nextOf(visit) }) };

export const signIn: PageRoute = {
  path: '/sign-in',
  async show(visit) {
    const { say, link, services } = visit;
    const next = nextOf(visit);
    const said = noticeOf(visit, NOTICES);
    const providers = providersHere(visit, services.ports.providers.names);
    return {
      title: say('page.sign_in.title'),
      main: html`${notice(said ? say(said) : next !== undefined && say('page.sign_in.next'))}${await setupNotice(visit)}
<div class="card">
${form(
  { action: link('/sign-in'), submit: say('page.sign_in.submit'), hidden: { next } },
  field(visit, { name: 'email', label: say('page.field.email'), type: 'email', autocomplete: 'username' }),
  field(visit, { name: 'password', label: say('page.field.password'), type: 'password', autocomplete: 'current-password' }),
)}
<p><a href="${link('/reset-password')}">${say('page.sign_in.forgot')}</a></p>
${providers.length > 0 && html`<p class="or">${say('page.sign_in.or')}</p>`}
${providers.map((provider) => form({ action: link('/sign-in/provider'), submit: say('page.sign_in.provider', { provider: nameOf(provider) }), hidden: { provider, next }, isSecondary: true }))}
</div>
<p>${say('page.sign_in.no_account')} <a href="${link('/sign-up', { next })}">${say('page.sign_up.title')}</a></p>`,
    };
  },
  async act(visit) {
    const { email = '', password = '' } = visit.form;
    return afterFirstFactor(visit, await visit.call('logIn', { body: { email, password } }));
  },
};

/** Returns the providers, if they send the browser back to this host, where it needs the cookie of the sign-in that it began. */
export const providersHere = ({ base, req }: Visit, names: readonly string[]): readonly string[] => (new URL(base).host === req.headers.host ? names : []);

/** Returns the name of a provider with a capital letter. */
export const nameOf = (provider: string): string => provider.slice(0, 1).toUpperCase() + provider.slice(1);
