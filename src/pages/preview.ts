import { priceText, prose } from './course-text.ts';
import { html } from './html.ts';
import { outline } from './outline.ts';
import type { PageRoute } from './visit.ts';

/** Shows a course to the holder of a preview token, as it would look to somebody who enrolls now. */
export const preview: PageRoute = {
  path: '/preview/:course_id',
  async show({ call, path, query, say, reader }) {
    const { course, description, price, chapters, lessons } = await call('getPhonePreview', {
      path: { course_pk: path.course_id ?? '' },
      query: { token: query.token ?? '', page_size: '200' },
    });
    return {
      title: course.landing_title || course.title,
      main: html`<div class="notice" role="status">${say('page.preview.text')}</div>
${course.thumbnail_url && html`<img class="cover" src="${course.thumbnail_url}" alt="">`}
${prose(description)}
<p class="price">${priceText(reader, price)}</p>
<h2>${say('page.course.outline')}</h2>
${outline({ say }, chapters, lessons.results)}`,
    };
  },
};
