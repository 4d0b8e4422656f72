import type { Shape } from '../../domain/kernel/contract.ts';
import { RefusedCall } from '../../http/contract/call.ts';
import { type Html, html, type Part } from '../parts/html.ts';
import type { PageRoute, Visit } from '../visit.ts';

export const STATUSES = { valid: 'page.certificate.valid', revoked: 'page.certificate.revoked', expired: 'page.certificate.expired' } as const;

type Verified = Shape<'VerifiedCertificate'>;

const dateText = ({ reader }: Visit, day: string): string =>
  new Intl.DateTimeFormat(reader.language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

/** Draws a ribbon with a mark for the current status of the certificate. The words beside it say the same. */
const seal = (status: Verified['status']): Html => html`<svg class="seal ${status}" viewBox="0 0 64 80" width="64" height="80" aria-hidden="true">
<path d="M18 46 12 78l20-10 20 10-6-32z" opacity=".55"/><circle cx="32" cy="30" r="28"/><circle class="ring" cx="32" cy="30" r="22"/>
<path class="mark" d="${status === 'valid' ? 'M21 31l8 8 15-17' : status === 'expired' ? 'M32 18v13l8 6' : 'M23 21l18 18M41 21 23 39'}"/></svg>`;

/** Writes the search for another certificate, for people who compare several. */
const another = (
  { say, query, path }: Visit,
  label: 'page.certificate.another' | 'page.certificate.serial' = 'page.certificate.another',
): Html => html`<form class="card search" method="get" action="/certificates" role="search">
${query.organisation && html`<input type="hidden" name="organisation" value="${query.organisation}">`}
<label for="serial">${say(label)}</label>
<div class="row"><input id="serial" name="serial" value="${query.serial ?? path.serial ?? ''}" maxlength="100" autocomplete="off" required><button type="submit" class="secondary">${say('page.certificate.verify')}</button></div>
</form>`;

const missing = (visit: Visit): Html => html`<div class="card"><p>${visit.say('page.certificate.missing')}</p></div>${another(visit)}`;

/** Shows a certificate to anyone who wants to verify it. */
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
    if (!found) return { status: 404, title, main: missing(visit) };
    const course: Part = found.course_url ? html`<a href="${found.course_url}">${found.course_title}</a>` : found.course_title;
    return {
      title,
      main: html`<section class="card certificate">
${found.picture_url && html`<img class="cover" src="${found.picture_url}" alt="">`}
<p class="row">${seal(found.status)}<strong>${say(STATUSES[found.status])}</strong></p>
<h2>${course}</h2>
<p class="issuer">${found.logo_url && html`<img src="${found.logo_url}" alt="" height="40">`}<span>${found.organisation_name}</span></p>
<dl>${facts(visit, found).map(([term, value]) => html`<dt>${term}</dt><dd>${value}</dd>`)}</dl></section>
${another(visit)}`,
    };
  },
};

/** Redirects to the certificate whose number was entered. */
export const certificateSearch: PageRoute = {
  path: '/certificates',
  show(visit) {
    const { query, link, say } = visit;
    const serial = (query.serial ?? '').trim();
    if (serial && /^[\w-]+$/.test(serial)) return { redirect: link(`/certificates/${serial}`) };
    return { title: say('page.certificate.verify_title'), main: serial ? missing(visit) : another(visit, 'page.certificate.serial') };
  },
};

function facts(visit: Visit, found: Verified): [string, string][] {
  const { say } = visit;
  const name = found.name ?? (found.status === 'revoked' ? null : say('page.certificate.hidden'));
  const entries: [string, string | number | null][] = [
    [say('page.certificate.name'), name],
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
