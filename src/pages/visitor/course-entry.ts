import type { Shape } from '../../domain/kernel/contract.ts';
import { businessFields, businessOf } from '../parts/business.ts';
import { priceText } from '../parts/course-text.ts';
import { checkbox, field, folded, form } from '../parts/form.ts';
import { type Html, html } from '../parts/html.ts';
import { consent, consentOf } from '../parts/purchase.ts';
import type { Visit } from '../visit.ts';

interface Entry {
  slug: string;
  standing: 'staff' | 'enrolled' | 'outside';
  price: Shape<'Price'>;
  refunds: Shape<'RefundPolicy'>;
  /** The terms that buyers must consent to. */
  terms: Shape<'CheckoutTerms'>;
}

/** Shows how to get into the course. Without a session, signing in leads back here. */
export function entry(visit: Visit, { slug, standing, price, refunds, terms }: Entry): Html {
  const { say, link, me, reader } = visit;
  const here = link(`/courses/${slug}`);
  if (standing === 'enrolled')
    return html`<p><span class="badge">${say('page.course.enrolled')}</span></p><p>${say('page.course.enrolled_text')}</p>
<p><a class="button" href="${link(`/learn/${slug}`)}">${say('page.learn.open')}</a></p>${!price.is_free && giveForm(visit, here, price, refunds, terms)}`;
  const offer = html`<p class="price">${priceText(reader, price)}</p>`;
  if (standing === 'staff') return html`${offer}<p>${say('page.course.staff')}</p>`;
  if (!price.is_free) return html`${offer}${saleTerms(visit, price, refunds)}${me ? buyForm(visit, here, terms) : guestForm(visit, here, terms)}`;
  if (!me) return html`${offer}<p><a class="button" href="${link('/sign-in', { next: here })}">${say('page.course.sign_in')}</a></p>`;
  return html`${offer}${form({ action: here, submit: say('page.course.enroll') })}`;
}

/** Shows the terms of the price, the seller, and the refund policy. */
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

const placesField = (visit: Visit): Html =>
  field(visit, {
    name: 'quantity',
    label: visit.say('page.course.places'),
    type: 'number',
    min: 1,
    max: 500,
    value: '1',
    autocomplete: 'off',
    hint: visit.say('page.course.places_text'),
  });

/** Lets people who have the course buy codes for others. */
function giveForm(visit: Visit, action: string, price: Entry['price'], refunds: Entry['refunds'], terms: Entry['terms']): Html {
  const { say, form: sent, reader } = visit;
  return folded(
    say('page.course.for_others'),
    sent.buy !== undefined,
    html`<p class="price">${priceText(reader, price)}</p>${saleTerms(visit, price, refunds)}`,
    form(
      { action, submit: say('page.course.buy'), hidden: { ...buying(terms), gift: 'on' }, isSecondary: true },
      placesField(visit),
      couponField(visit),
      businessFields(visit),
      consent(visit, terms),
    ),
  );
}

/** Lets a user buy the course. Rarely needed fields are folded away unless they were used. */
function buyForm(visit: Visit, action: string, terms: Entry['terms']): Html {
  const { say, link, form: sent } = visit;
  const isUsed = Boolean(sent.coupon_code) || sent.gift === 'on' || (sent.quantity ?? '1') !== '1';
  return html`${form(
    { action, submit: say('page.course.buy'), hidden: buying(terms) },
    folded(say('page.course.options'), isUsed, couponField(visit), placesField(visit), checkbox(visit, { name: 'gift', label: say('page.course.gift') })),
    businessFields(visit),
    consent(visit, terms),
  )}
<p><a href="${link('/redeem')}">${say('page.redeem.have')}</a></p>`;
}

/** Lets people who are not signed in buy the course. */
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
  businessFields(visit),
  consent(visit, terms),
)}
<p><a href="${visit.link('/sign-in', { next: action })}">${visit.say('page.course.sign_in_to_buy')}</a></p>`;

/** Returns the fields of the form that `startCheckout` accepts. */
export function purchaseOf({ me, referral_token, form: sent }: Visit): Readonly<Record<string, unknown>> {
  const business = businessOf(sent);
  return {
    ...(referral_token !== undefined && { referral_token }),
    ...(sent.coupon_code && { coupon_code: sent.coupon_code }),
    ...(sent.quantity && { quantity: Number(sent.quantity) }),
    ...(me ? { gift: sent.gift === 'on' } : { email: sent.email ?? '' }),
    ...(sent.terms_version && { consent: consentOf(sent) }),
    ...(business && { business }),
  };
}
