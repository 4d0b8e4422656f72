/**
 * Returns the time of a money movement: the one that the gateway states, however late the service learns of it, but never one in the future. If the gateway
 * states none, the movement has happened now.
 * @param said the time that the gateway states, RFC 3339; null if it states none
 */
export const factTime = (said: string | null, now: string): string => (said !== null && said < now ? said : now);
