import type { Shape } from '../../domain/kernel/contract.ts';
import { categoryName } from '../parts/categories.ts';
import { courseBody } from '../parts/course-body.ts';
import { priceText } from '../parts/course-text.ts';
import { cover } from '../parts/cover.ts';
import { checkbox, field, folded, form } from '../parts/form.ts';
import { type Html, html } from '../parts/html.ts';
import { consent, consentOf, gatewayNeeds, toGateway } from '../parts/purchase.ts';
import { salesBlocks } from '../parts/sales-blocks.ts';
import { courseData, publicUrl, sharedAs, summaryOf } from '../parts/sharing.ts';
import type { PageRoute, Visit } from '../visit.ts';

export const LEVELS = {
  all_levels: 'page.course.level.all_levels',
  beginner: 'page.course.level.beginner',
  intermediate: 'page.course.level.intermediate',
  advanced: 'page.course.level.advanced',
} as const;

interface Entry {
  slug: string;
  standing: 'staff' | 'enrolled' | 'outside';
  price: Shape<'Price'>;
  refunds: Shape<'RefundPolicy'>;
  /** What buyers must consent to. */
  terms: Shape<'CheckoutTerms'>;
}

/** How one gets into the course. Without a session, signing in leads back here. */
function entry(visit: Visit, { slug, standing, price, refunds, terms }: Entry): Html {
  const { say, link, me, reader } = visit;
  const here = link(`/courses/${slug}`);
  if (standing === 'enrolled')
    return html`<p><span class="badge">${say('page.course.enrolled')}</span></p><p>${say('page.course.enrolled_text')}</p>
<p><a class="button" href="${link(`/learn/${slug}`)}">${say('page.learn.open')}</a></p>`;
  const offer = html`<p class="price">${priceText(reader, price)}</p>`;
  if (standing === 'staff') return html`${offer}<p>${say('page.course.staff')}</p>`;
  if (!price.is_free) return html`${offer}${saleTerms(visit, price, refunds)}${me ? buyForm(visit, here, terms) : guestForm(visit, here, terms)}`;
  if (!me) return html`${offer}<p><a class="button" href="${link('/sign-in', { next: here })}">${say('page.course.sign_in')}</a></p>`;
  return html`${offer}${form({ action: here, submit: say('page.course.enroll') })}`;
}

/** Says what the price is, who sells, and how one gets the money back. */
const saleTerms = ({ say, site }: Visit, { includes_tax }: Shape<'Price'>, refunds: Shape<'RefundPolicy'>): Html => html`
<p class="quiet">${say(includes_tax ? 'page.course.once' : 'page.course.once_plus_tax')}${site && html` ${say('page.course.seller', { seller: site.name })}.`}
${
  refunds.is_enabled
    ? html`${say('page.course.refund_days', { days: refunds.window_days, percent: refunds.max_progress_percent?.toString() ?? 'any' })} ${!refunds.after_certificate && say('page.course.refund_certificate')}`
    : say('page.course.refund_none')
}
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

type Facts = Pick<Shape<'CourseView'>, 'level' | 'category' | 'language' | 'estimated_duration_minutes' | 'start_date' | 'end_date' | 'duration_days'>;

/** What one wants to know before one decides. */
function facts({ say, reader }: Visit, { level, category, language, estimated_duration_minutes: minutes, start_date, end_date, duration_days }: Facts): Html[] {
  const day = (date: string) => new Intl.DateTimeFormat(reader.language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));
  const unit = (count: number, name: 'hour' | 'minute') =>
    new Intl.NumberFormat(reader.language, { style: 'unit', unit: name, unitDisplay: 'long' }).format(count);
  const hours = Math.floor((minutes ?? 0) / 60);
  const rest = (minutes ?? 0) % 60;
  const known: [string, string | undefined | null][] = [
    [say('page.course.level'), say(LEVELS[level])],
    [say('page.course.category'), categoryName(reader, category)],
    [say('page.course.language'), new Intl.DisplayNames(reader.language, { type: 'language' }).of(language)],
    [say('page.course.duration'), minutes ? reader.list([...(hours ? [unit(hours, 'hour')] : []), ...(rest ? [unit(rest, 'minute')] : [])]) : null],
    [say('page.course.starts'), start_date && day(start_date)],
    [say('page.course.ends'), end_date && day(end_date)],
    [say('page.course.access'), duration_days === null ? null : say('page.course.access_days', { days: duration_days })],
  ];
  return known.flatMap(([name, value]) => (value ? [html`<dt>${name}</dt><dd>${value}</dd>`] : []));
}

/** Shows a course to everybody who may know of it, and enrolls in free ones. */
export const course: PageRoute = {
  path: '/courses/:slug',
  async show(visit) {
    const { call, path, link } = visit;
    const slug = path.slug ?? '';
    const [shown, price, terms, refunds, { chapters, lessons }] = await Promise.all([
      call('getCourse', { path: { id: slug } }),
      call('getPrice', { path: { course_pk: slug } }),
      call('getCheckoutTerms', { path: { course_pk: slug } }),
      call('getRefundPolicy', { path: { id: slug } }),
      call('getCurriculum', { path: { course_pk: slug }, query: { page_size: '200' } }),
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
      head: html`${sharedAs(visit, shared)}${shown.view === 'public' && courseData(visit, shown, price, shared)}`,
      main: courseBody(
        visit,
        {
          picture: cover({ id: shown.id, title, url: hero }),
          description: shown.description,
          more: salesBlocks(shown.sales_page_blocks),
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
