import { type RawBuilder, sql } from 'kysely';
import type { Shape } from '../../kernel/contract.ts';

/** What an affiliate is owed in one currency and mode, in minor units. */
export interface Owed {
  affiliate_id: string;
  currency: string;
  livemode: boolean;
  earned: number;
  /** 0 or less */
  taken_back: number;
  net: number;
  minimum: number;
  /** Whether the amount is paid out now. Otherwise, it carries over. */
  is_due: boolean;
}

/**
 * Selects what affiliates are owed: the sums of the commissions that are payable and not settled, by affiliate, currency and mode. An amount that is negative,
 * zero, or below the minimum of the program is not due.
 * @param before only what was earned before this time, RFC 3339
 */
export const owedBefore = (
  organisationId: string,
  before: string | null,
  { minimum_payouts }: Pick<Shape<'AffiliateProgram'>, 'minimum_payouts'>,
): RawBuilder<Owed> => sql<Owed>`
  select sums.*, net >= minimum as is_due from (
    select c.affiliate_id, c.currency, c.livemode, coalesce(sum(c.amount) filter (where c.amount > 0), 0)::float8 as earned,
      coalesce(sum(c.amount) filter (where c.amount < 0), 0)::float8 as taken_back, sum(c.amount)::float8 as net, coalesce(m.amount, 1)::float8 as minimum
    from affiliate_commissions c
    left join json_to_recordset(${JSON.stringify(minimum_payouts)}::json) m (currency text, amount bigint) on m.currency = c.currency
    where c.organisation_id = ${organisationId} and c.status = 'payable' and not c.is_settled
      and (${before}::timestamptz is null or c.earned_at < ${before}::timestamptz)
    group by c.affiliate_id, c.currency, c.livemode, m.amount) sums`;
