import { type RawBuilder, sql } from 'kysely';

/** Days, YYYY-MM-DD, both included, in the zone in which the organisation's days are counted. Without them, all days. */
export interface DayRange {
  from?: string | undefined;
  to?: string | undefined;
}

/** Whether the column `day` lies in a range. */
export const isIn = ({ from, to }: DayRange): RawBuilder<boolean> => sql`day between ${from ?? '-infinity'}::date and ${to ?? 'infinity'}::date`;
