import type { Shape } from '../../domain/kernel/contract.ts';
import { courseBody } from '../parts/course-body.ts';
import { priceText } from '../parts/course-text.ts';
import { cover } from '../parts/cover.ts';
import { checkbox, field, folded, form } from '../parts/form.ts';
import { type Html, html } from '../parts/html.ts';
import { consent, consentOf, gatewayNeeds, toGateway } from '../parts/purchase.ts';
import type { PageRoute, Visit } from '../visit.ts';

const LEVELS = {
  all_levels: 'page.course.level.all_levels',
  beginner: 'page.course.level.beginner',
  intermediate: 'page.course.level.intermediate',
  advanced: 'page.course.level.advanced',
} as const;

interface Entry {
  slug: string;
  standing: 'staff' | 'enrolled' | 'outside';
  price: Shape<'Price'>;
  /** What buyers must consent to. */
  terms: Shape<'CheckoutTerms'>;
}

/** How one gets into the course. Without a session, signing in leads back here. */
function entry(visit: Visit, { slug, standing, price, terms }: Entry): Html {
  const { say, link, me, reader } = visit;
  const here = link(`/courses/${slug}`);
  if (standing === 'enrolled')
    return html`<p><span class="badge">${say('page.course.enrolled')}</span></p><p>${say('page.course.enrolled_text')}</p>
<p><a class="button" href="${link(`/learn/${slug}`)}">${say('page.learn.open')}</a></p>`;
  const offer = html`<p class="price">${priceText(reader, price)}</p>`;
  if (standing === 'staff') return html`${offer}<p>${say('page.course.staff')}</p>`;
  if (!price.is_free) return html`${offer}${saleTerms(visit, price)}${me ? buyForm(visit, here, terms) : guestForm(visit, here, terms)}`;
  if (!me) return html`${offer}<p><a class="button" href="${link('/sign-in', { next: here })}">${say('page.course.sign_in')}</a></p>`;
  return html`${offer}${form({ action: here, submit: say('page.course.enroll') })}`;
}

/** Says what the price is, who sells, and how one gets the money back. */
const saleTerms = ({ say, site }: Visit, { includes_tax }: Shape<'Price'>): Html => html`
<p class="quiet">${say(includes_tax ? 'page.course.once' : 'page.course.once_plus_tax')}${site && html` ${say('page.course.seller', { seller: site.name })}.`}
${site?.texts.refunds && html`<a href="${site.texts.refunds}" rel="noopener">${say('page.course.refund_policy')}</a>`}</p>`;

const couponField = (visit: Visit): Html =>
  field(visit, { name: 'coupon_code', label: visit.say('page.course.coupon'), autocomplete: 'off', isOptional: true });

const buying = ({ version }: Entry['terms']) => ({ buy: '1', terms_version: version?.toString() });

/** Lets a user buy. What few need is folded away, unless it was used. */
function buyForm(visit: Visit, action: string, terms: Entry['terms']): Html {
  const { say, link, form: sent } = visit;
  const places = field(visit, {
    name: 'quantity',
    label: say('page.course.places'),
    type: 'number',
    min: 1,
    max: 500,
    value: '1',
    autocomplete: 'off',
    hint: say('page.course.places_text'),
  });
  const isUsed = Boolean(sent.coupon_code) || sent.gift === 'on' || (sent.quantity ?? '1') !== '1';
  return html`${form(
    { action, submit: say('page.course.buy'), hidden: buying(terms) },
    folded(say('page.course.options'), isUsed, couponField(visit), places, checkbox(visit, { name: 'gift', label: say('page.course.gift') })),
    consent(visit, terms),
  )}
<p><a href="${link('/redeem')}">${say('page.redeem.have')}</a></p>`;
}

/** Lets somebody buy who is not signed in. */
const guestForm = (visit: Visit, action: string, terms: Entry['terms']): Html => html`${form(
  { action, submit: visit.say('page.course.buy'), hidden: buying(terms) },
  field(visit, {
    name: 'email',
    label: visit.say('page.field.email'),
    type: 'email',
    autocomplete: 'email',
    hint: visit.say('page.course.guest_text'),
  }),
  folded(visit.say('page.course.have_coupon'), Boolean(visit.form.coupon_code), couponField(visit)),
  consent(visit, terms),
)}
<p><a href="${visit.link('/sign-in', { next: action })}">${visit.say('page.course.sign_in_to_buy')}</a></p>`;

/** Shows a course to everybody who may know of it, and enrolls in free ones. */
export const course: PageRoute = {
  path: '/courses/:slug',
  async show(visit) {
    const { call, path, say } = visit;
    const slug = path.slug ?? '';
    const [shown, price, terms, { chapters, lessons }] = await Promise.all([
      call('getCourse', { path: { id: slug } }),
      call('getPrice', { path: { course_pk: slug } }),
      call('getCheckoutTerms', { path: { course_pk: slug } }),
      call('getCurriculum', { path: { course_pk: slug }, query: { page_size: '200' } }),
    ]);
    const url = (shown.view === 'public' ? shown.hero_url : null) ?? shown.thumbnail_url;
    const standing = shown.view === 'staff' ? 'staff' : shown.is_enrolled ? 'enrolled' : 'outside';
    return {
      isPublic: true,
      needs: gatewayNeeds(visit),
      title: shown.landing_title || shown.title,
      main: courseBody(
        visit,
        {
          picture: cover({ id: shown.id, title: shown.landing_title || shown.title, url }),
          description: shown.description,
          chapters,
          lessons: lessons.results,
        },
        html`${entry(visit, { slug: shown.slug, standing, price, terms })}
<dl><dt>${say('page.course.level')}</dt><dd>${say(LEVELS[shown.level])}</dd>
<dt>${say('page.course.language')}</dt><dd>${new Intl.DisplayNames(visit.reader.language, { type: 'language' }).of(shown.language)}</dd></dl>`,
      ),
    };
  },
  async act(visit) {
    const { call, path, link, say, me, referral_token, form: sent } = visit;
    const { id, slug, title } = await call('getCourse', { path: { id: path.slug ?? '' } });
    if (sent.buy) {
      const body = {
        ...(referral_token !== undefined && { referral_token }),
        ...(sent.coupon_code && { coupon_code: sent.coupon_code }),
        ...(sent.quantity && { quantity: Number(sent.quantity) }),
        ...(me ? { gift: sent.gift === 'on' } : { email: sent.email ?? '' }),
        ...(sent.terms_version && { consent: consentOf(sent) }),
      };
      const { order, url } = await call('startCheckout', { path: { course_pk: id }, body });
      return url === null ? { redirect: link(`/orders/${order.id}`) } : toGateway(visit, url, { title, submit: say('page.course.pay') });
    }
    await call('enroll', { path: { course_pk: id } });
    return { redirect: link(`/learn/${slug}`, { notice: 'enrolled' }) };
  },
};
