import { qrCode } from '../../platform/typeset/qr-code.ts';
import { ifLearner } from '../learner/learning.ts';
import { Html, html } from '../parts/html.ts';
import type { PageRoute } from '../visit.ts';
import { back } from './own-proof.ts';

/** Time for which a code is shown. */
const LIFETIME_SECONDS = 30;

/** Shows the code with which the user checks in to meetings. The page reloads itself when the code changes. */
export const badge: PageRoute = {
  path: '/account/badge',
  needsUser: true,
  async show(visit) {
    const { call, say, services } = visit;
    const shown = await ifLearner(call('getOwnBadge'));
    const title = say('page.badge.title');
    if (!shown) return { title, main: html`<div class="card"><p>${say('page.badge.none')}</p></div>${back(visit)}` };
    const seconds = Math.ceil((Date.parse(shown.renews_at) - services.ports.clock.now()) / 1000);
    return {
      title,
      refreshes: Math.min(Math.max(seconds, 1), LIFETIME_SECONDS),
      main: html`<div class="card"><p>${say('page.badge.text')}</p><div class="qr">${new Html(qrCode(shown.code).toString())}</div></div>${back(visit)}`,
    };
  },
};
