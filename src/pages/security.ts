import type { Response } from 'express';
import type { Needs, Visit } from './visit.ts';

/** Query parameters that are secrets. No other site may learn the URL of a page with one of them. */
const SECRETS = ['token', 'code', 'state', 'key'];

/**
 * Sets the security headers of a page: they forbid inline scripts and styles, and all scripts, media, frames and form targets on other sites that the page
 * does not name. Logos and covers may come from the storage.
 */
export function secureVisit({ base, query }: Visit, res: Response, { scripts = [], media = [], frames = [], connects = [], submits = [] }: Needs = {}): void {
  res.set({
    'Content-Security-Policy': [
      "default-src 'none'",
      "style-src 'self'",
      `img-src 'self' ${new URL(base).origin} https: data:`,
      ...(scripts.length ? ["script-src 'self'", `connect-src 'self'${origins(connects)}`] : []),
      ...(media.length ? [`media-src 'self'${origins(media)}`] : []),
      ...(frames.length ? [`frame-src${origins(frames)}`] : []),
      `form-action 'self'${origins(submits)}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    // Forms need an Origin to prove where they come from if the browser does not send Sec-Fetch-Site, as is the case over plain http.
    'Referrer-Policy': SECRETS.some((name) => name in query) ? 'no-referrer' : 'same-origin',
    Vary: 'Accept, Accept-Language, Cookie',
  });
}

const origins = (urls: readonly string[]): string => [...new Set(urls.map((url) => ` ${new URL(url).origin}`))].join('');
