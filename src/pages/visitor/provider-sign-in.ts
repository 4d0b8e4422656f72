import { parseCookie } from 'cookie';
import { html } from '../parts/html.ts';
import type { PageRoute } from '../visit.ts';
import { localPath } from './next-path.ts';
import { afterFirstFactor, homeOf, nameOf, nextOf, signIn } from './sign-in.ts';

/** Cookie with the provider, the purpose of the sign-in, and the page to open afterwards. It proves nothing: the session stores the pending sign-in. */
const COOKIE = 'lms_provider';
const SECONDS = 600;

export const providerSignIn: PageRoute = {
  path: '/sign-in/provider',
  show: (visit) => (visit.problem ? signIn.show(visit) : { redirect: visit.link('/sign-in', { next: nextOf(visit) }) }),
  async act(visit) {
    const { say, form } = visit;
    const provider = form.provider ?? '';
    const proves = form.proves === 'on';
    const { authorization_url } = proves
      ? await visit.call('reauthenticate', { body: { method: 'provider', provider } })
      : await visit.call('logInWithProvider', { body: { provider } });
    if (authorization_url === null) throw new Error('the sign-in with a provider did not begin');
    const name = nameOf(provider);
    // The content security policy would block a redirect of the form to another site.
    return {
      title: say('page.provider.title', { provider: name }),
      main: html`<div class="card"><p>${say('page.provider.text', { provider: name })}</p><p><a class="button" href="${authorization_url}">${say('page.provider.link')}</a></p></div>`,
      forwards: authorization_url,
      cookie: {
        name: COOKIE,
        value: new URLSearchParams({ provider, next: nextOf(visit) ?? '', ...(proves ? { proves: 'on' } : {}) }).toString(),
        seconds: SECONDS,
      },
    };
  },
};

export const providerCallback: PageRoute = {
  path: '/oauth/callback',
  async show(visit) {
    const { call, req, base, link } = visit;
    const begun = new URLSearchParams(parseCookie(req.headers.cookie ?? '')[COOKIE]);
    const provider = begun.get('provider');
    if (provider === null) return { redirect: link('/sign-in') };
    const callback_url = base + req.originalUrl;
    const next = { ...visit, form: { next: localPath(begun.get('next') ?? '') ?? '' } };
    if (begun.get('proves') === 'on') {
      await call('reauthenticate', { body: { method: 'provider', provider, callback_url } });
      return { redirect: homeOf(next) };
    }
    const done = await call('logInWithProvider', { body: { provider, callback_url } });
    return afterFirstFactor(next, done as { status: string; methods: string[] });
  },
};
