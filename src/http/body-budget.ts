import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpProblem } from './problems.ts';

/** Bytes of request bodies that this process keeps in memory at the same time. */
const MOST_BYTES = 128 * 1024 * 1024;

let taken = 0;

/**
 * Reserves memory for the body of this request until its response ends. A body of unknown length may take up to `limit` bytes.
 * @throws HttpProblem service_unavailable if the bodies of other requests take all of it
 */
export function reserveBody(req: IncomingMessage, res: ServerResponse, limit: number): void {
  const bytes = Math.min(Number(req.headers['content-length'] ?? limit), limit);
  if (taken + bytes > MOST_BYTES) throw new HttpProblem('service_unavailable', 'Too many large requests at once.', { 'Retry-After': '1' });
  taken += bytes;
  res.once('close', () => {
    taken -= bytes;
  });
}
