import type { Request } from 'express';
import type { Services } from './services.ts';

const EXPOSED = ['Content-Disposition', 'Idempotent-Replayed', 'Location', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'WWW-Authenticate', 'X-Request-Id'];

/** Returns the headers that let a front end of WEB_ORIGINS call operations with the user's cookie (Fetch, section 3.2). Other origins get none. */
export function crossOriginHeaders({ webOrigins }: Services['settings'], { method, headers }: Request): Record<string, string> {
  if (webOrigins.size === 0) return {};
  const { origin } = headers;
  if (origin === undefined || !webOrigins.has(origin)) return { Vary: 'Origin' };
  const allowed = { Vary: 'Origin', 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Credentials': 'true' };
  if (method !== 'OPTIONS') return { ...allowed, 'Access-Control-Expose-Headers': EXPOSED.join(', ') };
  return {
    ...allowed,
    'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, X-Organisation, X-Request-Id',
    'Access-Control-Max-Age': '600',
  };
}
