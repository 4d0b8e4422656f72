import { NotFoundError } from '../../domain/kernel/errors.ts';
import { html } from '../parts/html.ts';
import { publicUrl } from '../parts/sharing.ts';
import type { PageRoute } from '../visit.ts';

const PAGE_SIZE = 200;
const SECONDS = 3600;
const XMLNS = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** What is for one person only, or for programs. */
const PRIVATE = ['/account', '/api/', '/learn', '/oauth/', '/orders/', '/guest-orders/', '/sandbox/', '/studio'];

/** Tells search engines what to leave alone, and where the pages of the organisation are listed. */
export const robots: PageRoute = {
  path: '/robots.txt',
  show: (visit) => ({
    text: [
      'User-agent: *',
      ...PRIVATE.map((path) => `Disallow: ${path}`),
      ...(visit.site ? ['', `Sitemap: ${publicUrl(visit, '/sitemap.xml')}`] : []),
      '',
    ].join('\n'),
    type: 'txt',
    seconds: SECONDS,
  }),
};

/** Lists the public courses of the organisation whose host this is. If they fill more than one page, lists the pages. */
export const sitemap: PageRoute = {
  path: '/sitemap.xml',
  async show(visit) {
    const { call, query, site } = visit;
    if (!site) throw new NotFoundError();
    const page = /^[1-9]\d{0,4}$/.test(query.page ?? '') ? Number(query.page) : null;
    const { count, results } = await call('discoverCourses', { query: { page: String(page ?? 1), page_size: String(PAGE_SIZE), ordering: 'published_at' } });
    const pages = Math.ceil(count / PAGE_SIZE);
    const list =
      page === null && pages > 1
        ? html`<sitemapindex xmlns="${XMLNS}">${Array.from({ length: pages }, (_, index) => html`<sitemap><loc>${pageUrl(publicUrl(visit, '/sitemap.xml'), index + 1)}</loc></sitemap>`)}</sitemapindex>`
        : html`<urlset xmlns="${XMLNS}">${[...((page ?? 1) === 1 ? ['/', '/catalogue'] : []), ...results.map(({ course }) => `/courses/${course.slug}`)].map((path) => html`<url><loc>${publicUrl(visit, path)}</loc></url>`)}</urlset>`;
    return { text: `<?xml version="1.0" encoding="UTF-8"?>\n${list.text}\n`, type: 'xml', seconds: SECONDS };
  },
};

function pageUrl(address: string, page: number): string {
  const url = new URL(address);
  url.searchParams.set('page', String(page));
  return url.href;
}
