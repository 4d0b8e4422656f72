import { LANGUAGES } from '../../domain/messages/language/catalogues.ts';
import { type Html, html } from '../parts/html.ts';
import { LANGUAGE_COOKIE, type PageRoute, type Visit } from '../visit.ts';
import { localPath } from './next-path.ts';

const YEAR_SECONDS = 365 * 86_400;

const isOffered = (language: string | undefined): language is string => LANGUAGES.some((one) => one === language);

/** Lets everybody choose the language of the pages. */
export function languageForm({ say, reader, link, req }: Visit): Html {
  const names = (language: string) => new Intl.DisplayNames(language, { type: 'language' }).of(language);
  const here = req.method === 'GET' || req.method === 'HEAD' ? req.originalUrl : link('/');
  return html`<form method="post" action="${link('/language')}" class="languages" aria-label="${say('page.footer.language')}"><input type="hidden" name="next" value="${here}">
${LANGUAGES.map((language) => html`<button type="submit" name="language" value="${language}" lang="${language}" class="plain secondary"${reader.language.startsWith(language) && html` aria-current="true"`}>${names(language)}</button>`)}</form>`;
}

/** Stores the chosen language in the account of the user, or in a cookie. */
export const language: PageRoute = {
  path: '/language',
  show: ({ link }) => ({ redirect: link('/') }),
  async act({ call, me, form: sent, link }) {
    const redirect = localPath(sent.next) ?? link('/');
    if (!isOffered(sent.language)) return { redirect };
    if (me) await call('updateMe', { body: { language: sent.language } });
    return { redirect, cookie: { name: LANGUAGE_COOKIE, value: sent.language, seconds: YEAR_SECONDS } };
  },
};
