import type { Shape } from '../../domain/kernel/contract.ts';
import { RefusedCall } from '../../http/contract/call.ts';
import { ifLearner } from '../learner/learning.ts';
import { html } from '../parts/html.ts';
import type { PageRoute, Visit } from '../visit.ts';

const STATUSES = { valid: 'page.certificate.valid', revoked: 'page.certificate.revoked', expired: 'page.certificate.expired' } as const;

const dateText = ({ reader }: Visit, day: string): string =>
  new Intl.DateTimeFormat(reader.language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

/** Shows a certificate to whoever wants to verify it. */
export const certificate: PageRoute = {
  path: '/certificates/:serial',
  async show(visit) {
    const { call, path, say, query } = visit;
    const found = await call('verifyCertificate', {
      path: { serial: path.serial ?? '' },
      query: query.key === undefined ? {} : { key: query.key },
    }).catch((error: unknown) => {
      if (error instanceof RefusedCall && error.problem.code === 'not_found') return null;
      throw error;
    });
    const title = say('page.certificate.title');
    if (!found) return { status: 404, title, main: html`<div class="card"><p>${say('page.certificate.missing')}</p></div>` };
    return {
      title,
      main: html`<div class="card"><p><strong>${say(STATUSES[found.status])}</strong></p>
<dl>${facts(visit, found).map(([term, value]) => html`<dt>${term}</dt><dd>${value}</dd>`)}</dl></div>`,
    };
  },
};

function facts(visit: Visit, found: Shape<'VerifiedCertificate'>): [string, string][] {
  const { say } = visit;
  const name = found.name ?? (found.status === 'revoked' ? null : say('page.certificate.hidden'));
  const entries: [string, string | number | null][] = [
    [say('page.certificate.name'), name],
    [say('page.certificate.course'), found.course_title],
    [say('page.certificate.organisation'), found.organisation_name],
    [say('page.certificate.cohort'), found.cohort_name],
    [say('page.certificate.hours'), found.hours],
    [say('page.certificate.grade'), found.grade],
    [say('page.certificate.completed'), dateText(visit, found.completed_on)],
    [say('page.certificate.issued'), dateText(visit, found.issued_on)],
    [say('page.certificate.expires'), found.expires_on && dateText(visit, found.expires_on)],
    [say('page.certificate.serial'), found.serial],
  ];
  return entries.flatMap(([term, value]) => (value === null ? [] : [[term, String(value)]]));
}

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
