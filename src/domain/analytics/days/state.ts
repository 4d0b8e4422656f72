import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Tools } from '../../kernel/tools.ts';

export interface DaysState {
  /** The zone in which days are counted. */
  timezone: string;
  /** YYYY-MM-DD in that zone. */
  today: string;
  /** RFC 3339. What happened before is counted; what happened since may not be yet. */
  as_of: string;
}

/** Returns in which zone the days of an organisation are counted, and up to when. */
export async function readDaysState({ db, clock }: Pick<Tools, 'db' | 'clock'>, organisationId: string): Promise<DaysState> {
  const now = timeOf(clock);
  const { rows } = await sql<DaysState>`
    select timezone, (${now}::timestamptz at time zone timezone)::date as today, least(waiting, ${now}::timestamptz) as as_of
    from (
      select coalesce(nullif(zone.timezone, ''), organisations.timezone) as timezone,
        (select min(created_at) from analytics_changes where organisation_id = organisations.id) as waiting
      from organisations left join analytics_zones zone on zone.organisation_id = organisations.id where organisations.id = ${organisationId}
    ) state`.execute(db);
  return rows[0] as DaysState;
}

/** The livemode of the money that is counted: real money, unless payments go through a gateway that moves none. */
export const countedMode = ({ payments }: Pick<Tools, 'payments'>, livemode: boolean | undefined): boolean => livemode ?? payments?.livemode ?? true;
