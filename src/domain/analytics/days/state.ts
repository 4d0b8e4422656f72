import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Tools } from '../../kernel/tools.ts';

export interface DaysState {
  /** The zone in which days are counted. */
  timezone: string;
  /** YYYY-MM-DD in that zone. */
  today: string;
  /** RFC 3339. Everything before this moment is counted; later events may not be. */
  as_of: string;
}

/** Returns the zone in which the days of an organisation are counted, and the moment up to which they are counted. */
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

/** Returns the livemode of the money that is counted: real money, unless payments go through a gateway that does not move any. */
export const countedMode = ({ payments }: Pick<Tools, 'payments'>, livemode: boolean | undefined): boolean => livemode ?? payments?.livemode ?? true;
