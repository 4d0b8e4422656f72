import type { Shape } from '../../domain/kernel/contract.ts';
import { priceText } from '../parts/course-text.ts';
import { cover } from '../parts/cover.ts';
import { type Html, html } from '../parts/html.ts';
import type { PageRoute, Visit } from '../visit.ts';

const PAGE_SIZE = 24;
const SHORTEST_SEARCH = 2;

const card = ({ say, link, reader }: Visit, { course, price, lesson_count, hero_url, is_enrolled }: Shape<'DiscoveredCourse'>): Html => {
  const title = course.landing_title || course.title;
  return html`<li class="course">${cover({ id: course.id, title, url: course.thumbnail_url ?? hero_url }, true)}
<div class="text"><h2><a href="${link(`/courses/${course.slug}`)}">${title}</a></h2>
<p class="quiet">${say('page.course.lessons', { count: lesson_count })}</p>
<p>${is_enrolled ? html`<span class="badge">${say('page.course.enrolled')}</span>` : html`<strong>${priceText(reader, price)}</strong>`}</p></div></li>`;
};

/** Lists the published courses of an organisation. */
export const catalogue: PageRoute = {
  path: '/catalogue',
  async show(visit) {
    const { call, say, link, query } = visit;
    const search = (query.search ?? '').trim();
    const page = /^[1-9]\d{0,4}$/.test(query.page ?? '') ? Number(query.page) : 1;
    const found = await call('discoverCourses', {
      query: { page: String(page), page_size: String(PAGE_SIZE), ...(search.length >= SHORTEST_SEARCH ? { search: search.slice(0, 100) } : {}) },
    });
    const to = (number: number) => link('/catalogue', { page: String(number), search: search || undefined });
    return {
      isPublic: true,
      title: say('page.nav.catalogue'),
      main: html`<form class="search wide" method="get" action="/catalogue" role="search">
${query.organisation && html`<input type="hidden" name="organisation" value="${query.organisation}">`}
<label for="search">${say('page.catalogue.search')}</label>
<div class="row"><input id="search" name="search" type="search" value="${search}" maxlength="100"><button type="submit">${say('page.catalogue.find')}</button></div>
</form>
${found.results.length > 0 ? html`<ul class="courses">${found.results.map((course) => card(visit, course))}</ul>` : html`<p class="card">${say('page.catalogue.empty')}</p>`}
<p class="row">${page > 1 && html`<a class="button secondary" href="${to(page - 1)}" rel="prev">${say('page.catalogue.previous')}</a>`}
${found.next !== null && html`<a class="button secondary" href="${to(page + 1)}" rel="next">${say('page.catalogue.next')}</a>`}</p>`,
    };
  },
};
