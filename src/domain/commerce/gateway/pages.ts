/** Time for which a payment page of the gateway can be used. */
export const PAGE_MINUTES = 60;

/** Time after its start in which a checkout can get its page. It cannot get one later, because the gateway keeps every page open for at least half an hour. */
const OPENING_MINUTES = 25;

interface Begun {
  created_at: string;
  expires_at: string;
}

/** Whether the page of a checkout still exists, or can still be created. All times are in RFC 3339. */
export const hasPage = ({ created_at, expires_at }: Begun, pageId: string | null, nowMs: number): boolean =>
  Date.parse(expires_at) > nowMs && (pageId !== null || Date.parse(created_at) + OPENING_MINUTES * 60_000 > nowMs);
