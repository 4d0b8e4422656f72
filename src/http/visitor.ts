import { parseCookie } from 'cookie';
import { validate } from 'uuid';
import type { Exchange } from './exchange.ts';
import { hasSecureCookies } from './secure-cookies.ts';
import type { Services } from './services.ts';

const YEAR_MS = 365 * 24 * 3600_000;

/** Identifies the browser of a request by a separate cookie that outlives sessions. The id is random and reveals nothing about anyone. */
export function visitorOf({ settings }: Services, { req, res }: Exchange): { id: string | null; remember(id: string): void } {
  const secure = hasSecureCookies(settings);
  const name = secure ? '__Host-lms_visitor' : 'lms_visitor';
  const value = parseCookie(req.headers.cookie ?? '')[name];
  return {
    id: value !== undefined && validate(value) ? value : null,
    remember: (id) => void res.cookie(name, id, { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge: YEAR_MS }),
  };
}
