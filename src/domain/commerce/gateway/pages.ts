/** For how long a page of the gateway can be used. */
export const PAGE_MINUTES = 60;

/** The gateway keeps a page open for half an hour at least, so that what has no page can get one only in its first minutes. */
const OPENING_MINUTES = 25;

interface Begun {
  created_at: string;
  expires_at: string;
}

/** Whether the page of what was begun is still there, or can be made. All times are in RFC 3339. */
export const hasPage = ({ created_at, expires_at }: Begun, pageId: string | null, nowMs: number): boolean =>
  Date.parse(expires_at) > nowMs && (pageId !== null || Date.parse(created_at) + OPENING_MINUTES * 60_000 > nowMs);
