import type { Request } from 'express';
import { HttpProblem } from './problems.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a change that another site asked the browser for: an unsafe method needs Sec-Fetch-Site same-origin or none, or an Origin that is the
 * request's host. A client that is no browser sends its Origin itself.
 * @throws HttpProblem csrf_failed
 */
export function requireSameSite(req: Request): void {
  const { origin, host } = req.headers;
  const site = req.headers['sec-fetch-site'];
  if (SAFE.has(req.method) || site === 'same-origin' || site === 'none') return;
  if (host !== undefined && origin !== undefined && URL.parse(origin)?.host === host) return;
  throw new HttpProblem('csrf_failed', 'The request comes from another site.');
}
