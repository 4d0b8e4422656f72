import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import { emailKey } from '../../kernel/email-key.ts';
import { readProgram } from '../program/program.ts';
import type { Rate } from '../program/rate.ts';

/** An order that begins. */
export interface Sale {
  organisationId: string;
  orderId: string;
  courseId: string;
  courseTitle: string;
  currency: string;
  buyer: { id: string; email: string };
  /** When the buyer last paid for anything of the organisation, RFC 3339. */
  lastPaidAt: string | null;
}

interface Candidate {
  affiliate_id: string;
  user_id: string;
  email: string;
  link_id: string;
  sub_id: string | null;
  clicked_at: string;
  affiliate: Rate | null;
  invite: Rate | null;
  course: Rate | null;
  is_excluded: boolean;
}

const DAY_MS = 24 * 3600_000;

/** Decides, in the transaction that stores an order, which affiliate earns on it, by which rate, and stores it. Most orders have none. */
export async function freezeAttribution(trx: Executor, sale: Sale, now: string): Promise<void> {
  const { organisationId, orderId, courseId, courseTitle, currency, buyer, lastPaidAt } = sale;
  const program = await readProgram(trx, organisationId);
  if (!program.is_enabled || (program.new_customers_only && lastPaidAt !== null)) return;
  const since = new Date(Date.parse(now) - program.window_days * DAY_MS).toISOString();
  const touches = await readCandidates(trx, sale, since, program.applies_to === 'lifetime');
  const earning = touches
    .filter(({ user_id, email }) => user_id !== buyer.id && personOf(email) !== personOf(buyer.email))
    .filter(({ clicked_at }) => program.applies_to !== 'first_order' || lastPaidAt === null || lastPaidAt < clicked_at);
  const found = earning.at(program.attribution === 'first_touch' ? 0 : -1);
  if (!found || found.is_excluded) return;
  const rates = { affiliate: found.affiliate, invite: found.invite, course: found.course, program: program.rate };
  const rule = (Object.keys(rates) as (keyof typeof rates)[]).find((name) => appliesTo(rates[name], currency));
  if (!rule) return;
  await trx
    .insertInto('affiliate_referrals')
    .values({
      ...{ organisation_id: organisationId, order_id: orderId, buyer_id: buyer.id, course_id: courseId, course_title: courseTitle },
      ...{ affiliate_id: found.affiliate_id, link_id: found.link_id, sub_id: found.sub_id, clicked_at: found.clicked_at },
      ...{ rate: json(rates[rule]) as NonNullable<ReturnType<typeof json>>, rule, hold_days: program.hold_days, created_at: now },
    })
    .execute();
}

const appliesTo = (rate: Rate | null, currency: string): boolean => rate !== null && (rate.type === 'percent' || rate.currency === currency);

/** Reads the touches of the buyer that can earn, oldest first. For a lifetime, one that has earned before never gets too old. */
async function readCandidates(trx: Executor, { organisationId, courseId, buyer }: Sale, since: string, isForLife: boolean): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select a.id as affiliate_id, a.user_id, u.email, t.link_id, t.sub_id, t.clicked_at, a.rate as affiliate, i.rate as invite, r.rate as course,
      coalesce(r.is_excluded, false) as is_excluded
    from affiliate_touches t
    join affiliate_links l on l.organisation_id = t.organisation_id and l.id = t.link_id
    join affiliates a on a.organisation_id = l.organisation_id and a.id = l.affiliate_id and a.status = 'approved'
    join users u on u.id = a.user_id
    join affiliate_invites i on i.organisation_id = a.organisation_id and i.id = a.joined_via
    left join affiliate_course_rules r on r.organisation_id = t.organisation_id and r.course_id = ${courseId}
    where t.organisation_id = ${organisationId} and t.user_id = ${buyer.id}
      and (t.clicked_at > ${since} or ${isForLife} and exists (select from affiliate_referrals f
        join affiliate_commissions c on c.organisation_id = f.organisation_id and c.order_id = f.order_id
        where f.organisation_id = t.organisation_id and f.buyer_id = t.user_id and f.link_id = t.link_id))
    order by t.clicked_at, t.link_id`.execute(trx);
  return rows;
}

/** Returns the form of an address by which one person is recognized behind several: without tags, and without dots at Gmail, which ignores them. */
function personOf(address: string): string {
  const [name = '', host = ''] = emailKey(address).split('@');
  const untagged = name.split('+', 1)[0] ?? '';
  return host === 'gmail.com' || host === 'googlemail.com' ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${host}`;
}
