/** A day (UTC, `YYYY-MM-DD`) in an account of a seller at the gateway. */
export interface AccountDay {
  organisationId: string;
  accountId: string;
  day: string;
}
