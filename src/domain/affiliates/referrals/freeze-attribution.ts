import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import type { Client } from '../../kernel/client.ts';
import type { Shape } from '../../kernel/contract.ts';
import { emailKey } from '../../kernel/email-key.ts';
import type { Tools } from '../../kernel/tools.ts';
import { readProgram } from '../program/program.ts';
import type { Rate } from '../program/rate.ts';
import type { TokenTouch } from './referral-token.ts';
import { clientHash, networkHash, wasSeen } from './sightings.ts';
import type { Touch } from './touches.ts';

/** A link that a browser says it has followed. */
export type FollowedLink = Touch | TokenTouch;

/** An order of a course, or a subscription to a plan, that begins. */
export interface Sale {
  organisationId: string;
  /** The ID of the order, or of the subscription, each of whose payments becomes an order. */
  orderId: string;
  /** The course or the plan that is sold. */
  sold: { courseId: string; planId: null } | { courseId: null; planId: string };
  title: string;
  currency: string;
  couponId: string | null;
  /** The buyer. A guest has no ID, and an address that is not verified. */
  buyer: { id: string | null; email: string };
  /** The links that the browser of a guest has followed, and the orders that it has begun; null for a user, to whom the links are bound. */
  followed: { links: readonly FollowedLink[]; earlierOrders: readonly string[] } | null;
  /** The buyer's client, if a request names it. */
  client: Client | undefined;
  /** When the buyer last paid for anything of the organisation, RFC 3339. */
  lastPaidAt: string | null;
}

/** An approved affiliate who may have brought the buyer, and the rates that they have. */
interface Candidate {
  affiliate_id: string;
  user_id: string;
  email: string;
  affiliate: Rate | null;
  invite: Rate | null;
  course: Rate | null;
  is_excluded: boolean;
}

/** A click of the buyer on a link of an affiliate. */
interface Clicked extends Candidate {
  link_id: string;
  sub_id: string | null;
  clicked_at: string;
}

/** The affiliate whose coupon the buyer uses. */
interface Promoted extends Candidate {
  coupon: Rate | null;
  /** Whether they have earned on another order of the buyer. */
  has_earned: boolean;
}

/** The affiliate who earns on an order, and why. */
interface Attribution extends Candidate {
  coupon: Rate | null;
  click: Clicked | null;
  flag: 'coupon_without_click' | null;
  /** The orders among which this must be the first that is paid, under a program for first orders. */
  firstOf: 'click' | 'affiliate';
}

const DAY_MS = 24 * 3600_000;

/**
 * Decides, in the transaction that stores an order or a subscription, which affiliate earns on it and at which rate, and stores that. Most sales have no
 * affiliate. Whether a sale is a first order is checked again when it is paid, because others may be paid before. Rules of courses do not apply to plans.
 */
export async function freezeAttribution({ db: trx, keyring }: Pick<Tools, 'db' | 'keyring'>, sale: Sale, now: string): Promise<void> {
  const { organisationId, orderId, sold, title, currency, buyer, client } = sale;
  const program = await readProgram(trx, organisationId);
  if (!program.is_enabled || (program.new_customers_only && sale.lastPaidAt !== null)) return;
  const found = await attribute(trx, sale, program, now);
  if (!found || found.is_excluded) return;
  const rates = { coupon: found.coupon, affiliate: found.affiliate, invite: found.invite, course: found.course, program: program.rate };
  const rule = (Object.keys(rates) as (keyof typeof rates)[]).find((name) => appliesTo(rates[name], currency));
  if (!rule) return;
  const { link_id = null, sub_id = null, clicked_at = null } = found.click ?? {};
  const isNear = client && (await wasSeen(trx, { user_id: found.user_id, client_hash: clientHash(keyring, client).toString('hex'), seen_at: now }));
  await trx
    .insertInto('affiliate_referrals')
    .values({
      ...{ organisation_id: organisationId, order_id: orderId, buyer_id: buyer.id, course_id: sold.courseId, course_title: title },
      ...{ affiliate_id: found.affiliate_id, link_id, sub_id, clicked_at, flag: isNear ? 'same_network' : found.flag },
      first_of: program.new_customers_only ? 'customer' : program.applies_to === 'first_order' ? found.firstOf : null,
      ...{ rate: json(rates[rule]) as NonNullable<ReturnType<typeof json>>, rule, hold_days: program.hold_days, created_at: now },
      ...(sold.planId !== null && {
        ...{ plan_id: sold.planId, subscription_id: orderId, renewal_limit: program.subscription_renewals, counts_anew: program.applies_to === 'lifetime' },
      }),
    })
    .execute();
  if (client)
    await trx
      .insertInto('affiliate_order_networks')
      .values({
        organisation_id: organisationId,
        order_id: orderId,
        affiliate_id: found.affiliate_id,
        network_hash: networkHash(keyring, client),
        seen_at: now,
      })
      .execute();
}

const appliesTo = (rate: Rate | null, currency: string): boolean => rate !== null && (rate.type === 'percent' || rate.currency === currency);

/** Finds the affiliate who earns on an order. The coupon of an affiliate beats every link. */
async function attribute(trx: Executor, sale: Sale, program: Shape<'AffiliateProgram'>, now: string): Promise<Attribution | null> {
  const { buyer, couponId, lastPaidAt } = sale;
  const { applies_to, attribution, window_days } = program;
  const since = new Date(Date.parse(now) - window_days * DAY_MS).toISOString();
  const isOther = ({ user_id, email }: Candidate) => user_id !== buyer.id && personOf(email) !== personOf(buyer.email);
  const clicks = (await readClicks(trx, sale, since, applies_to === 'lifetime')).filter(isOther);
  const promoted = couponId === null ? null : await readPromoted(trx, sale, couponId);
  if (promoted && isOther(promoted) && !(applies_to === 'first_order' && promoted.has_earned)) {
    const click = clicks.findLast(({ affiliate_id }) => affiliate_id === promoted.affiliate_id) ?? null;
    return { ...promoted, click, flag: click ? null : 'coupon_without_click', firstOf: 'affiliate' };
  }
  const earning = clicks.filter(({ clicked_at }) => applies_to !== 'first_order' || lastPaidAt === null || lastPaidAt < clicked_at);
  const click = earning.at(attribution === 'first_touch' ? 0 : -1);
  return click ? { ...click, coupon: null, click, flag: null, firstOf: 'click' } : null;
}

const CANDIDATE = sql`a.id as affiliate_id, a.user_id, u.email, a.rate as affiliate, i.rate as invite, r.rate as course,
  coalesce(r.is_excluded, false) as is_excluded`;

/** Joins the tables of a candidate, if the affiliate `a` is approved and has an account. */
const joinCandidate = ({ courseId }: Sale['sold']): RawBuilder<unknown> => sql`
  join users u on u.id = a.user_id and a.status = 'approved'
  join affiliate_invites i on i.organisation_id = a.organisation_id and i.id = a.joined_via
  left join affiliate_course_rules r on r.organisation_id = a.organisation_id and r.course_id = ${courseId}::uuid`;

/** Reads the clicks of the buyer that can earn, oldest first. Under lifetime attribution, a click that has earned before never gets too old. */
async function readClicks(trx: Executor, sale: Sale, since: string, isForLife: boolean): Promise<Clicked[]> {
  const { organisationId, sold, buyer, followed } = sale;
  const touches = followed === null ? sql`affiliate_touches` : await guestTouches(trx, sale, followed);
  const { rows } = await sql<Clicked>`
    select ${CANDIDATE}, t.link_id, t.sub_id, t.clicked_at
    from ${touches} t
    join affiliate_links l on l.organisation_id = t.organisation_id and l.id = t.link_id
    join affiliates a on a.organisation_id = l.organisation_id and a.id = l.affiliate_id
    ${joinCandidate(sold)}
    where t.organisation_id = ${organisationId} and ${followed === null ? sql`t.user_id = ${buyer.id}` : sql`true`}
      and (t.clicked_at > ${since} or ${isForLife} and exists (select from affiliate_referrals f
        join affiliate_commissions c on c.organisation_id = f.organisation_id and c.order_id = f.order_id
        where f.organisation_id = t.organisation_id and f.buyer_id = ${buyer.id} and f.link_id = t.link_id))
    order by t.clicked_at, t.link_id`.execute(trx);
  return rows;
}

/**
 * Returns the links that the browser of a guest has followed, as a table. A token counts for one browser only: a used one counts only if another order of this
 * browser was credited by it.
 */
async function guestTouches(trx: Executor, { organisationId }: Sale, { links, earlierOrders }: NonNullable<Sale['followed']>): Promise<RawBuilder<unknown>> {
  const own = links.filter((link) => link.organisationId === organisationId);
  const tokens = own.filter((link) => 'tokenId' in link);
  const usable = tokens.length === 0 ? [] : await useTokens(trx, organisationId, tokens, earlierOrders);
  const counted = own.filter((link) => !('tokenId' in link) || usable.includes(link.tokenId));
  return sql`(select distinct "organisationId" as organisation_id, "linkId" as link_id, "clickedAt" as clicked_at, "subId" as sub_id
    from json_to_recordset(${JSON.stringify(counted)}::json) given ("organisationId" uuid, "linkId" uuid, "clickedAt" timestamptz, "subId" text))`;
}

async function useTokens(trx: Executor, organisationId: string, tokens: readonly TokenTouch[], earlierOrders: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with given as (
      select t."tokenId" as id, t."linkId" as link_id, t."clickedAt" as clicked_at
      from json_to_recordset(${JSON.stringify(tokens)}::json) t ("tokenId" uuid, "linkId" uuid, "clickedAt" timestamptz)
    ), used as (
      insert into affiliate_used_tokens (organisation_id, id, clicked_at)
      select ${organisationId}::uuid, id, clicked_at from given on conflict do nothing returning id
    )
    select id from used union select given.id from given join affiliate_referrals r
      on r.organisation_id = ${organisationId} and r.order_id = any(${earlierOrders}::uuid[]) and r.link_id = given.link_id and r.clicked_at = given.clicked_at`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

/** Reads the affiliate of a coupon. Returns null if the coupon has none who can earn. */
async function readPromoted(trx: Executor, { organisationId, sold, buyer }: Sale, couponId: string): Promise<Promoted | null> {
  const { rows } = await sql<Promoted>`
    select ${CANDIDATE}, p.affiliate_rate as coupon, exists (select from affiliate_referrals f
        join affiliate_commissions c on c.organisation_id = f.organisation_id and c.order_id = f.order_id
        where f.organisation_id = a.organisation_id and f.buyer_id = ${buyer.id} and f.affiliate_id = a.id) as has_earned
    from coupons p
    join affiliates a on a.organisation_id = p.organisation_id and a.id = p.affiliate_id
    ${joinCandidate(sold)}
    where p.organisation_id = ${organisationId} and p.id = ${couponId}`.execute(trx);
  return rows[0] ?? null;
}

/** Returns the form of an address by which one person with several addresses is recognised: without tags, and without dots at Gmail, which ignores them. */
function personOf(address: string): string {
  const [name = '', host = ''] = emailKey(address).split('@');
  const untagged = name.split('+', 1)[0] ?? '';
  return host === 'gmail.com' || host === 'googlemail.com' ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${host}`;
}
