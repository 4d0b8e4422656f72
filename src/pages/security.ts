import type { Response } from 'express';
import type { Needs, Visit } from './visit.ts';

/** Parameters that are secrets. No other site may learn the URL of a page with one of them. */
const SECRETS = ['token', 'code', 'state', 'key'];

/**
 * No inline scripts and styles, and of scripts, media, frames and other sites to which forms lead only those that the page names. Logos and covers may come from the
 * storage.
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
    // Without an Origin, forms could not prove where they come from if the browser sends no Sec-Fetch-Site, as it does over plain http.
    'Referrer-Policy': SECRETS.some((name) => name in query) ? 'no-referrer' : 'same-origin',
    Vary: 'Accept, Accept-Language, Cookie',
  });
}

const origins = (urls: readonly string[]): string => [...new Set(urls.map((url) => ` ${new URL(url).origin}`))].join('');
