import { courseBody } from '../parts/course-body.ts';
import { priceText } from '../parts/course-text.ts';
import { cover } from '../parts/cover.ts';
import { html } from '../parts/html.ts';
import type { PageRoute } from '../visit.ts';

/** Shows a course to the holder of a preview token, as it would look to a learner who enrols now. */
export const preview: PageRoute = {
  path: '/preview/:course_id',
  async show(visit) {
    const { call, path, query, say, reader } = visit;
    const { course, description, price, chapters, lessons } = await call('getPhonePreview', {
      path: { course_pk: path.course_id ?? '' },
      query: { token: query.token ?? '', page_size: '200' },
    });
    return {
      title: course.landing_title || course.title,
      main: html`<div class="notice" role="status">${say('page.preview.text')}</div>
${courseBody(visit, { picture: cover({ ...course, url: course.thumbnail_url }), description, chapters, lessons: lessons.results }, html`<p class="price">${priceText(reader, price)}</p>`)}`,
    };
  },
};
