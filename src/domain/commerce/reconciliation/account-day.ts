import { sql } from 'kysely';

/** A day (UTC, `YYYY-MM-DD`) in an account of a seller at the gateway. */
export interface AccountDay {
  organisationId: string;
  accountId: string;
  day: string;
}

/** Returns the condition that a time is on a day (UTC). */
export const isOn = (time: ReturnType<typeof sql.ref>, day: string) =>
  sql<boolean>`${time} >= ${day}::date::timestamp at time zone 'UTC' and ${time} < (${day}::date + 1)::timestamp at time zone 'UTC'`;
