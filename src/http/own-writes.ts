import { parseCookie } from 'cookie';
import type { Exchange } from './exchange.ts';
import { hasSecureCookies } from './secure-cookies.ts';
import type { Services } from './services.ts';

/** Time for which the browser remembers its position beyond the maximum lag of a replica. */
const MARGIN_SECONDS = 5;

/**
 * Returns the name of the cookie with the position up to which this browser must see changes, so that people see their own changes on every process, without
 * another write on any server. The cookie is neither secret nor trusted: with another position, its owner reads older data, or reads from the primary.
 */
const cookieName = ({ settings }: Services): string => (hasSecureCookies(settings) ? '__Host-lms_written' : 'lms_written');

/** Makes the browser remember the position of the last commit so far. */
export async function rememberWrite(services: Services, { res }: Exchange): Promise<void> {
  const { staleReads, settings } = services;
  if (staleReads.mostLagSeconds === null) return;
  const maxAge = (staleReads.mostLagSeconds + MARGIN_SECONDS) * 1000;
  res.cookie(cookieName(services), await staleReads.position(), { httpOnly: true, sameSite: 'lax', secure: hasSecureCookies(settings), path: '/', maxAge });
}

/** Returns the position that this browser remembers, or null. */
export const rememberedWrite = (services: Services, { req }: Exchange): string | null => parseCookie(req.headers.cookie ?? '')[cookieName(services)] ?? null;
