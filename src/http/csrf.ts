import type { Request } from 'express';
import { HttpProblem } from './problems.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Rejects a change that another site made the browser request. An unsafe method requires Sec-Fetch-Site to be same-origin or none, or an Origin
 * that matches the request's host. Clients other than browsers must set the Origin header themselves.
 * @throws HttpProblem csrf_failed
 */
export function requireSameSite(req: Request): void {
  const { origin, host } = req.headers;
  const site = req.headers['sec-fetch-site'];
  if (SAFE.has(req.method) || site === 'same-origin' || site === 'none') return;
  if (host !== undefined && origin !== undefined && URL.parse(origin)?.host === host) return;
  throw new HttpProblem('csrf_failed', 'The request comes from another site.');
}
