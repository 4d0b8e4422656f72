import { parseCookie } from 'cookie';
import { findKiosk, type Kiosk } from '../domain/attendance/devices/kiosk.ts';
import type { Exchange } from './exchange.ts';
import { HttpProblem } from './problems.ts';
import { hasSecureCookies } from './secure-cookies.ts';
import type { Services } from './services.ts';
import { refuseBearer } from './session-credentials.ts';

/** The cookie of a kiosk, which identifies a device instead of a person. */
export interface KioskCookie {
  token: string | null;
  /** Sends the cookie with the response. @param expiresAt RFC 3339 */
  keep(token: string, expiresAt: string): void;
}

export function kioskCookieOf({ settings }: Services, { req, res }: Exchange): KioskCookie {
  const secure = hasSecureCookies(settings);
  const name = secure ? '__Host-lms_kiosk' : 'lms_kiosk';
  return {
    token: parseCookie(req.headers.cookie ?? '')[name] ?? null,
    keep: (token, expiresAt) => void res.cookie(name, token, { httpOnly: true, sameSite: 'lax', secure, path: '/', expires: new Date(expiresAt) }),
  };
}

/**
 * Returns the kiosk that sends the request. The kiosk is read from the database on every request, so that its end takes effect on the next one. Sessions
 * and keys are no substitute.
 * @throws HttpProblem not_authenticated
 */
export async function kioskOf(services: Services, exchange: Exchange): Promise<Kiosk> {
  refuseBearer(exchange.req);
  const { token } = kioskCookieOf(services, exchange);
  const kiosk = token === null ? null : await findKiosk(services.ports, token);
  if (!kiosk) throw new HttpProblem('not_authenticated', 'This device is not a kiosk, or is no longer one.');
  return kiosk;
}

/** @throws HttpProblem kiosk_locked */
export function requireUnlocked({ isLocked }: Kiosk): void {
  if (isLocked) throw new HttpProblem('kiosk_locked', 'The kiosk has not been used for a while. Enter the PIN.');
}
