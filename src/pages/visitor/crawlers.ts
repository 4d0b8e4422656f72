import { NotFoundError } from '../../domain/kernel/errors.ts';
import { type Html, html } from '../parts/html.ts';
import { publicUrl } from '../parts/sharing.ts';
import type { PageRoute } from '../visit.ts';

const PAGE_SIZE = 200;
const SECONDS = 3600;
const XMLNS = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** Paths that are for one person only, or for programs. */
const PRIVATE = ['/account', '/api/', '/learn', '/oauth/', '/orders/', '/guest-orders/', '/sandbox/', '/studio'];

/** Tells search engines which paths to leave alone, and where the pages of the organisation are listed. */
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
    isPublic: true,
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
    const address = publicUrl(visit, '/sitemap.xml');
    const isIndex = page === null && count > PAGE_SIZE;
    const paths = [...((page ?? 1) === 1 ? ['/', '/catalogue'] : []), ...results.map(({ course }) => `/courses/${course.slug}`)];
    const list = isIndex ? indexOf(address, Math.ceil(count / PAGE_SIZE)) : listOf(paths.map((path) => publicUrl(visit, path)));
    return { text: `<?xml version="1.0" encoding="UTF-8"?>\n${list.text}\n`, type: 'xml', seconds: SECONDS, isPublic: true };
  },
};

/** Lists the pages of a sitemap, each of which is a sitemap itself. */
const indexOf = (address: string, pages: number): Html =>
  html`<sitemapindex xmlns="${XMLNS}">${Array.from({ length: pages }, (_, index) => html`<sitemap><loc>${pageUrl(address, index + 1)}</loc></sitemap>`)}</sitemapindex>`;

const listOf = (urls: readonly string[]): Html => html`<urlset xmlns="${XMLNS}">${urls.map((url) => html`<url><loc>${url}</loc></url>`)}</urlset>`;

function pageUrl(address: string, page: number): string {
  const url = new URL(address);
  url.searchParams.set('page', String(page));
  return url.href;
}
