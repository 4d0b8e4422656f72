import { courseBody } from '../parts/course-body.ts';
import { cover } from '../parts/cover.ts';
import { html } from '../parts/html.ts';
import { gatewayNeeds, toGateway } from '../parts/purchase.ts';
import { salesBlocks } from '../parts/sales-blocks.ts';
import { courseData, publicUrl, sharedAs, summaryOf } from '../parts/sharing.ts';
import type { PageRoute } from '../visit.ts';
import { entry, purchaseOf } from './course-entry.ts';
import { facts, teacherCard } from './course-facts.ts';

/** Shows a course to everybody who may see it, and enrols people in free courses. */
export const course: PageRoute = {
  path: '/courses/:slug',
  async show(visit) {
    const { call, path, link } = visit;
    const slug = path.slug ?? '';
    const [shown, price, terms, refunds, { chapters, lessons }, teacher] = await Promise.all([
      call('getCourse', { path: { id: slug } }),
      call('getPrice', { path: { course_pk: slug } }),
      call('getCheckoutTerms', { path: { course_pk: slug } }),
      call('getRefundPolicy', { path: { id: slug } }),
      call('getCurriculum', { path: { course_pk: slug }, query: { page_size: '200' } }),
      call('getCourseTeacher', { path: { course_pk: slug } }),
    ]);
    const hero = (shown.view === 'public' ? shown.hero_url : null) ?? shown.thumbnail_url;
    const standing = shown.view === 'staff' ? 'staff' : shown.is_enrolled ? 'enrolled' : 'outside';
    const title = shown.landing_title || shown.title;
    const shared = {
      title: shown.meta_title || title,
      description: summaryOf(shown),
      picture: shown.og_image_url ?? hero,
      url: publicUrl(visit, `/courses/${shown.slug}`),
    };
    return {
      isPublic: shown.view === 'public' && shown.visibility === 'public',
      needs: gatewayNeeds(visit),
      title,
      head: html`${sharedAs(visit, shared)}${shown.view === 'public' && courseData(visit, shown, price, shared, teacher.name)}`,
      main: courseBody(
        visit,
        {
          picture: cover({ id: shown.id, title, url: hero }),
          description: shown.description,
          more: html`${salesBlocks(shown.sales_page_blocks)}${teacherCard(visit, teacher)}`,
          chapters,
          lessons: lessons.results,
          lessonUrl: (id) => link(`/learn/${shown.slug}/${id}`),
        },
        html`${entry(visit, { slug: shown.slug, standing, price, refunds, terms })}
<dl>${facts(visit, shown)}</dl>`,
      ),
    };
  },
  async act(visit) {
    const { call, path, link, say, me, form: sent } = visit;
    const { id, slug, title } = await call('getCourse', { path: { id: path.slug ?? '' } });
    // Only the form for guests contains an address. People who have signed in since it was shown buy with their own account.
    if (sent.buy && me && sent.email !== undefined) return { status: 409, said: say('page.course.now_signed_in'), ...(await course.show(visit)) };
    if (sent.buy) {
      const { order, url } = await call('startCheckout', { path: { course_pk: id }, body: purchaseOf(visit) });
      return url === null ? { redirect: link(`/orders/${order.id}`) } : toGateway(visit, url, { title, submit: say('page.course.pay') });
    }
    await call('enroll', { path: { course_pk: id } });
    return { redirect: link(`/learn/${slug}`, { notice: 'enrolled' }) };
  },
};
