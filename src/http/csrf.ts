import type { Request } from 'express';
import { HttpProblem } from './problems.ts';
import { hasSecureCookies } from './secure-cookies.ts';
import type { Services } from './services.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
const OWN_SITES = new Set(['same-origin', 'none']);

/**
 * Rejects a change that another site made the browser request. A request with an unsafe method must declare its origin: Sec-Fetch-Site must be
 * same-origin or none, and Origin must be the origin of the request. One of the two is enough; if both are sent, both must be right. The origin `null`,
 * which browsers also send to hide an origin, is ignored. The front ends of WEB_ORIGINS count as the service's own site.
 * Clients other than browsers must set the Origin header themselves.
 * @throws HttpProblem csrf_failed
 */
export function requireSameSite(settings: Services['settings'], req: Request): void {
  if (SAFE.has(req.method)) return;
  const { origin } = req.headers;
  if (origin && settings.webOrigins.has(origin)) return;
  const site = req.headers['sec-fetch-site'];
  const evidence = [
    ...(site ? [OWN_SITES.has(String(site))] : []),
    ...(origin && origin !== 'null' ? [URL.parse(origin)?.origin === originOf(settings, req)] : []),
  ];
  if (evidence.length && evidence.every(Boolean)) return;
  const own = originOf(settings, req);
  throw new HttpProblem('csrf_failed', evidence.length ? `The request comes from another site, not from ${own}.` : `Send the header "Origin: ${own}".`);
}

/** Whether the request declares that it comes from a page of another site. Programs other than browsers send no origin. */
export const isFromElsewhere = (settings: Services['settings'], req: Request): boolean =>
  req.headers.origin !== undefined && URL.parse(req.headers.origin)?.origin !== originOf(settings, req);

/** Returns the origin of the request in the form that browsers send: in lower case, and without the default port. */
function originOf(settings: Services['settings'], req: Request): string | undefined {
  const scheme = hasSecureCookies(settings) ? 'https' : req.protocol;
  return URL.parse(`${scheme}://${req.headers.host}`)?.origin;
}
