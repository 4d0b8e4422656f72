import type { Shape } from '../../domain/kernel/contract.ts';
import { minorUnitsOf } from '../../domain/kernel/money.ts';
import type { Visit } from '../visit.ts';
import { Html, html } from './html.ts';

interface Shared {
  title: string;
  description: string | undefined;
  /** URL of a picture. */
  picture: string | null;
  /** Absolute URL of the page. */
  url: string;
}

/** Returns the URL of a page of this site for search engines and links. It carries no referral. */
export function publicUrl({ site, base, query }: Pick<Visit, 'site' | 'base' | 'query'>, path: string): string {
  const url = new URL(`${site?.address ?? base}${path}`);
  if (query.organisation !== undefined && site) url.searchParams.set('organisation', site.subdomain);
  return url.href;
}

/** Writes the metadata with which other sites show a shared page (Open Graph). */
export const sharedAs = ({ site, services }: Pick<Visit, 'site' | 'services'>, { title, description, picture, url }: Shared): Html => html`
<link rel="canonical" href="${url}">
${description && html`<meta name="description" content="${description}">`}
<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
<meta property="og:url" content="${url}">
<meta property="og:site_name" content="${site?.name ?? services.ports.serviceName}">
${description && html`<meta property="og:description" content="${description}">`}
${picture !== null && html`<meta property="og:image" content="${picture}">`}`;

const LONGEST_DESCRIPTION = 300;

/** Returns the summary of a course in plain text: the one written by staff, or the beginning of its description. */
export function summaryOf({ meta_description, description }: Pick<Shape<'CourseView'>, 'meta_description' | 'description'>): string | undefined {
  const written = meta_description || (typeof description === 'string' ? description.replaceAll(/[*_#`>]+/g, '') : '');
  return written.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_DESCRIPTION) || undefined;
}

/** Describes a course to search engines with the vocabulary of schema.org. Browsers do not run this script element, because it contains only data. */
export function courseData(
  { site }: Pick<Visit, 'site'>,
  course: Shape<'CourseView'>,
  price: Shape<'Price'>,
  { title, description, picture, url }: Shared,
  teacher: string | null,
): Html {
  const { language, estimated_duration_minutes: minutes, start_date, end_date } = course;
  const decimals = minorUnitsOf(price.currency);
  return jsonLd({
    '@context': 'https://schema.org',
    '@type': 'Course',
    name: title,
    description,
    url,
    image: picture ?? undefined,
    inLanguage: language,
    provider: site && { '@type': 'Organization', name: site.name, url: site.address },
    offers: {
      '@type': 'Offer',
      category: price.is_free ? 'Free' : 'Paid',
      price: ((price.amount ?? 0) / 10 ** decimals).toFixed(decimals),
      priceCurrency: price.currency,
    },
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: 'Online',
      courseWorkload: minutes === null ? undefined : `PT${minutes}M`,
      startDate: start_date ?? undefined,
      endDate: end_date ?? undefined,
      instructor: teacher === null ? undefined : { '@type': 'Person', name: teacher },
    },
  });
}

const jsonLd = (data: object): Html => new Html(`<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`);
