import { ifLearner } from '../learner/learning.ts';
import { html } from '../parts/html.ts';
import type { PageRoute } from '../visit.ts';
import { STATUSES } from '../visitor/certificate.ts';

/** Lists the certificates of the signed-in user. */
export const certificates: PageRoute = {
  path: '/account/certificates',
  needsUser: true,
  async show({ call, say, link }) {
    const results = (await ifLearner(call('listOwnCertificates', { query: { page_size: '50' } })))?.results ?? [];
    return {
      title: say('page.certificates.title'),
      main: html`${
        results.length === 0
          ? html`<div class="card"><p>${say('page.certificates.none')}</p></div>`
          : results.map(
              ({ id, serial, course_title, status, url, linkedin_url }) => html`<section class="card"><h2>${course_title}</h2>
<p>${say(STATUSES[status])} <span class="quiet">${serial}</span></p>
<ul class="links">
${
  status !== 'revoked' &&
  html`<li><a href="/api/v1/me/certificates/${id}/download/">${say('page.certificates.download')}</a></li>
<li><a href="/api/v1/me/certificates/${id}/download/?format=openbadge">${say('page.certificates.badge')}</a></li>
<li><a href="${linkedin_url}">${say('page.certificates.linkedin')}</a></li>`
}
<li><a href="${url}">${say('page.certificates.show')}</a></li>
</ul></section>`,
            )
      }
<p><a href="${link('/account')}">${say('page.account.back')}</a></p>`,
    };
  },
};
