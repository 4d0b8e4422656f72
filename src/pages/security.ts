import type { Response } from 'express';
import type { Visit } from './visit.ts';

/** Parameters that are secrets. No other site may learn the URL of a page with one of them. */
const SECRETS = ['token', 'code', 'state', 'key'];

/** No scripts, no inline styles, no frames, and no forms to other sites. Logos and covers may come from the storage. */
export function secureVisit({ base, query }: Visit, res: Response): void {
  res.set({
    'Content-Security-Policy': [
      "default-src 'none'",
      "style-src 'self'",
      `img-src 'self' ${new URL(base).origin} https: data:`,
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    // Without an Origin, forms could not prove where they come from if the browser sends no Sec-Fetch-Site, as it does over plain http.
    'Referrer-Policy': SECRETS.some((name) => name in query) ? 'no-referrer' : 'same-origin',
    Vary: 'Accept, Accept-Language, Cookie',
  });
}
