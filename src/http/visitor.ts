import { parseCookie } from 'cookie';
import { validate } from 'uuid';
import type { Exchange } from './exchange.ts';
import type { Services } from './services.ts';

const YEAR_MS = 365 * 24 * 3600_000;

/** The browser of a request, by a cookie of its own that outlives sessions. Its id is random and says nothing of anyone. */
export function visitorOf({ settings }: Services, { req, res }: Exchange): { id: string | null; remember(id: string): void } {
  const secure = settings.publicUrl?.startsWith('https:') ?? false;
  const name = secure ? '__Host-lms_visitor' : 'lms_visitor';
  return {
    get id() {
      const value = parseCookie(req.headers.cookie ?? '')[name];
      return value !== undefined && validate(value) ? value : null;
    },
    remember: (id) => void res.cookie(name, id, { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge: YEAR_MS }),
  };
}
