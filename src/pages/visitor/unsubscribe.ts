import { EVENT_NAMES } from '../account/notifications.ts';
import { form } from '../parts/form.ts';
import { html } from '../parts/html.ts';
import type { PageRoute } from '../visit.ts';
import { isTokenOver } from './verify-email.ts';

/** Unsubscribes the recipient of a mail. Mail programs also send their one-click request here (RFC 8058): token in the URL, no redirect. */
export const unsubscribe: PageRoute = {
  path: '/unsubscribe',
  isForAnySite: true,
  show(visit) {
    const { say, link, query } = visit;
    if (query.token === undefined || isTokenOver(visit))
      return {
        title: say('page.link_over.title'),
        main: html`<div class="card"><p>${say('page.notifications.text')}</p><p><a href="${link('/account/notifications')}">${say('page.notifications.title')}</a></p></div>`,
      };
    return {
      title: say('page.unsubscribe.title'),
      main: html`<div class="card"><p>${say('page.unsubscribe.text')}</p>${form({ action: link('/unsubscribe', { token: query.token }), submit: say('page.unsubscribe.submit') })}</div>`,
    };
  },
  async act({ call, query, say, link }) {
    const { event } = await call('unsubscribe', { body: { token: query.token ?? '' } });
    return {
      title: say('page.unsubscribe.done_title'),
      main: html`<div class="card"><p>${say('page.unsubscribe.done', { event: say(EVENT_NAMES[event]) })}</p>
<p><a href="${link('/account/notifications')}">${say('page.notifications.title')}</a></p></div>`,
    };
  },
};
