/**
 * Returns when something has happened to money: at the gateway's time, however late the service hears of it, but not after the present. What the gateway
 * does not say has happened now.
 * @param said by the gateway, in RFC 3339
 */
export const factTime = (said: string | null, now: string): string => (said !== null && said < now ? said : now);
