import { type RawBuilder, sql } from 'kysely';

/** Days, YYYY-MM-DD, inclusive, in the zone in which the organisation's days are counted. If omitted, all days. */
export interface DayRange {
  from?: string | undefined;
  to?: string | undefined;
}

/** The moment at which a day begins in a time zone. */
export const beginOf = (day: string, timezone: string): RawBuilder<unknown> => sql`(${day}::date::timestamp at time zone ${timezone})`;

/** The moment at which a day has ended in a time zone. */
export const endOf = (day: string, timezone: string): RawBuilder<unknown> => sql`((${day}::date + 1)::timestamp at time zone ${timezone})`;

/** Whether the column `day` lies in a range. */
export const isIn = ({ from, to }: DayRange): RawBuilder<boolean> => sql`day between ${from ?? '-infinity'}::date and ${to ?? 'infinity'}::date`;
