import { parseCookie } from 'cookie';
import type { Exchange } from './exchange.ts';
import { hasSecureCookies } from './secure-cookies.ts';
import type { Services } from './services.ts';

/** What the browser remembers for longer than a replica can be behind. */
const MARGIN_SECONDS = 5;

/**
 * Up to where this browser must see changes, so that people read their own on every process, without a write more on any server. The cookie is neither
 * secret nor trusted: another position has its owner read older data, or read on the primary.
 */
const cookieName = ({ settings }: Services): string => (hasSecureCookies(settings) ? '__Host-lms_written' : 'lms_written');

/** Has the browser remember what was committed so far. */
export async function rememberWrite(services: Services, { res }: Exchange): Promise<void> {
  const { staleReads, settings } = services;
  if (staleReads.mostLagSeconds === null) return;
  const maxAge = (staleReads.mostLagSeconds + MARGIN_SECONDS) * 1000;
  res.cookie(cookieName(services), await staleReads.position(), { httpOnly: true, sameSite: 'lax', secure: hasSecureCookies(settings), path: '/', maxAge });
}

/** Returns the position that this browser remembers, or null. */
export const rememberedWrite = (services: Services, { req }: Exchange): string | null => parseCookie(req.headers.cookie ?? '')[cookieName(services)] ?? null;
