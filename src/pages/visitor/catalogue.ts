import type { Shape } from '../../domain/kernel/contract.ts';
import { categoriesFor } from '../parts/categories.ts';
import { priceText } from '../parts/course-text.ts';
import { cover } from '../parts/cover.ts';
import { folded, select } from '../parts/form.ts';
import { type Html, html } from '../parts/html.ts';
import { offeredPlans } from '../parts/plan.ts';
import { publicUrl, sharedAs } from '../parts/sharing.ts';
import type { PageRoute, Visit } from '../visit.ts';
import { LEVELS } from './course-facts.ts';

const PAGE_SIZE = 24;
const SHORTEST_SEARCH = 2;

const card = ({ say, link, reader }: Visit, { course, price, lesson_count, hero_url, is_enrolled }: Shape<'DiscoveredCourse'>): Html => {
  const title = course.landing_title || course.title;
  return html`<li class="course">${cover({ id: course.id, title, url: course.thumbnail_url ?? hero_url }, true)}
<div class="text"><h2><a href="${link(`/courses/${course.slug}`)}">${title}</a></h2>
<p class="quiet">${say('page.course.lessons', { count: lesson_count })}</p>
<p>${is_enrolled ? html`<span class="badge">${say('page.course.enrolled')}</span>` : html`<strong>${priceText(reader, price)}</strong>`}</p></div></li>`;
};

const ORDERS = { '-published_at': 'page.catalogue.order.newest', '-popularity': 'page.catalogue.order.popular', title: 'page.catalogue.order.title' } as const;

type Filters = Partial<Record<'category' | 'level' | 'language' | 'ordering', string>>;

/** Returns the query parameters that the operation accepts. All others are ignored, as are empty choices. */
const filtersOf = ({ category = '', level = '', language = '', ordering = '' }: Visit['query']): Filters => ({
  ...(/^[1-9]\d?$/.test(category) && { category }),
  ...(Object.hasOwn(LEVELS, level) && { level }),
  ...(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,3}$/.test(language) && { language }),
  ...(Object.hasOwn(ORDERS, ordering) && { ordering }),
});

/** Writes the filters, folded away unless one is used. The languages are those of the courses that were found. */
function filterFields(visit: Visit, { category, level, language, ordering }: Filters, languages: readonly string[]): Html {
  const { say, reader } = visit;
  const names = new Intl.DisplayNames(reader.language, { type: 'language', fallback: 'code' });
  const any: [string, string] = ['', say('page.catalogue.any')];
  const offered = [...new Set([...languages, ...(language ? [language] : [])])].map((tag): [string, string] => [tag, names.of(tag) ?? tag]);
  const levels = Object.entries(LEVELS).map(([value, key]): [string, string] => [value, say(key)]);
  const orders = Object.entries(ORDERS).map(([value, key]): [string, string] => [value, say(key)]);
  return folded(
    say('page.catalogue.filters'),
    [category, level, language, ordering].some((value) => value !== undefined),
    select(visit, { name: 'category', label: say('page.course.category'), value: category ?? '', options: [any, ...categoriesFor(reader)] }),
    select(visit, { name: 'level', label: say('page.course.level'), value: level ?? '', options: [any, ...levels] }),
    (offered.length > 1 || language !== undefined) &&
      select(visit, { name: 'language', label: say('page.course.language'), value: language ?? '', options: [any, ...offered] }),
    select(visit, { name: 'ordering', label: say('page.catalogue.order'), value: ordering ?? '-published_at', options: orders }),
  );
}

/** Lists the published courses of an organisation. */
export const catalogue: PageRoute = {
  path: '/catalogue',
  async show(visit) {
    const { call, say, link, query } = visit;
    const search = (query.search ?? '').trim();
    const page = /^[1-9]\d{0,4}$/.test(query.page ?? '') ? Number(query.page) : 1;
    const filters = filtersOf(query);
    const asked = call('discoverCourses', {
      query: { page: String(page), page_size: String(PAGE_SIZE), ...filters, ...(search.length >= SHORTEST_SEARCH ? { search: search.slice(0, 100) } : {}) },
    });
    const [found, plans] = await Promise.all([asked, offeredPlans(visit)]);
    const to = (number: number) => link('/catalogue', { page: String(number), search: search || undefined, ...filters });
    const title = say('page.nav.catalogue');
    return {
      isPublic: true,
      title,
      head: sharedAs(visit, { title, description: undefined, picture: null, url: publicUrl(visit, '/catalogue') }),
      main: html`<form class="search wide" method="get" action="/catalogue" role="search">
${query.organisation && html`<input type="hidden" name="organisation" value="${query.organisation}">`}
<label for="search">${say('page.catalogue.search')}</label>
<div class="row"><input id="search" name="search" type="search" value="${search}" maxlength="100"><button type="submit">${say('page.catalogue.find')}</button></div>
${filterFields(
  visit,
  filters,
  found.results.map(({ course }) => course.language),
)}
</form>
${plans.length > 0 && html`<p><a href="${link('/plans')}">${say('page.plans.title')}</a></p>`}
${found.results.length > 0 ? html`<ul class="courses">${found.results.map((course) => card(visit, course))}</ul>` : html`<p class="card">${say('page.catalogue.empty')}</p>`}
<p class="row">${page > 1 && html`<a class="button secondary" href="${to(page - 1)}" rel="prev">${say('page.catalogue.previous')}</a>`}
${found.next !== null && html`<a class="button secondary" href="${to(page + 1)}" rel="next">${say('page.catalogue.next')}</a>`}</p>`,
    };
  },
};
