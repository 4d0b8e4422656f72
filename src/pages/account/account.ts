import type { Shape } from '../../domain/kernel/contract.ts';
import { LANGUAGES } from '../../domain/messages/language/catalogues.ts';
import { field, form, notice, select } from '../parts/form.ts';
import { type Html, html } from '../parts/html.ts';
import type { PageRoute, Visit } from '../visit.ts';
import { noticeOf } from '../visitor/sign-in.ts';

const NOTICES = {
  saved: 'page.account.saved',
  password_changed: 'page.account.password_changed',
  set_up: 'page.setup.done',
  left: 'page.leave.done',
} as const;
const ROLES = { owner: 'page.role.owner', creator: 'page.role.creator', learner: 'page.role.learner' } as const;

/** The pages about the account, in groups. */
const GROUPS = {
  'page.account.learning': { '/learn': 'page.learn.title', '/account/certificates': 'page.certificates.title', '/account/badge': 'page.badge.title' },
  'page.account.buying': {
    '/account/orders': 'page.orders.title',
    '/account/subscription': 'page.subscription.title',
    '/account/affiliations': 'page.affiliations.title',
  },
  'page.account.safety': {
    '/account/security': 'page.security.title',
    '/account/phone': 'page.phone.title',
    '/account/providers': 'page.providers.title',
    '/account/sessions': 'page.sessions.title',
  },
  'page.account.data': {
    '/account/notifications': 'page.notifications.title',
    '/account/export': 'page.data_export.title',
    '/account/delete': 'page.deletion.title',
  },
} as const;

const groups = ({ say, link }: Visit): Html[] =>
  Object.entries(GROUPS).map(
    ([title, pages]) => html`<section class="card"><h2>${say(title as keyof typeof GROUPS)}</h2>
<ul class="links">${Object.entries(pages).map(([path, name]) => html`<li><a href="${link(path)}">${say(name)}</a></li>`)}</ul></section>`,
  );

const languageOptions = (): [string, string][] =>
  LANGUAGES.map((language) => [language, new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language]);

/** Returns the choices of time zones. They include the zone of the user even if its name is outdated. */
const zoneOptions = (zone: string): [string, string][] =>
  [...new Set([zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort().map((name) => [name, name.replaceAll('_', ' ')]);

export const account: PageRoute = {
  path: '/account',
  needsUser: true,
  show(visit) {
    const { say, link } = visit;
    const me = visit.me as Shape<'Me'>;
    const said = noticeOf(visit, NOTICES);
    const language = LANGUAGES.find((one) => me.language?.split('-')[0] === one) ?? '';
    return {
      title: say('page.account.title'),
      main: html`${notice(said && say(said))}
${!me.email_verified && html`<div class="notice notice-problem">${say('page.account.unverified')} <a href="${link('/verify-email')}">${say('page.verify_email.resend_title')}</a></div>`}
<section class="card">
<h2>${say('page.account.profile')}</h2>
<p>${me.email}</p>
${form(
  { action: link('/account'), submit: say('page.account.save') },
  field(visit, { name: 'name', label: say('page.field.name'), autocomplete: 'name', value: me.name }),
  select(visit, {
    name: 'language',
    label: say('page.field.language'),
    value: language,
    options: [['', say('page.account.language_of_organisation')], ...languageOptions()],
  }),
  select(visit, { name: 'timezone', label: say('page.field.timezone'), value: me.timezone, options: zoneOptions(me.timezone) }),
)}
</section>
${groups(visit)}
<section class="card">
<h2>${say('page.account.organisations')}</h2>
<ul class="links">
${me.memberships.map(
  ({ organisation: { name, subdomain }, role }) => html`<li>${name} <span class="badge">${say(ROLES[role])}</span>
<a href="/account/leave?${new URLSearchParams({ organisation: subdomain }).toString()}" aria-label="${say('page.leave.title', { organisation: name })}">${say('page.leave.link')}</a></li>`,
)}
<li><a href="${link('/join')}">${say('page.join.title')}</a></li>
<li><a href="${link('/setup')}">${say('page.setup.title')}</a></li>
</ul>
</section>
${form({ action: link('/sign-out'), submit: say('page.account.sign_out'), isSecondary: true })}`,
    };
  },
  /** Saves the settings. A language with a region is kept if the same language is chosen. */
  async act({ call, me, form: { name, language, timezone }, link }) {
    const isKept = language !== undefined && language !== '' && me?.language?.split('-')[0] === language;
    await call('updateMe', {
      body: {
        ...(name === undefined ? {} : { name }),
        ...(language === undefined || isKept ? {} : { language: language || null }),
        ...(timezone === undefined ? {} : { timezone }),
      },
    });
    return { redirect: link('/account', { notice: 'saved' }) };
  },
};

export const signOut: PageRoute = {
  path: '/sign-out',
  show: (visit) => ({ redirect: visit.link('/account') }),
  async act({ call, link }) {
    await call('logOut');
    return { redirect: link('/sign-in', { notice: 'signed_out' }), forgets: true };
  },
};
