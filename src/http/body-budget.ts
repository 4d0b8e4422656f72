import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpProblem } from './problems.ts';

const MEBIBYTE = 1024 * 1024;

/** Memory of this process for request bodies. Files have a separate budget, so that slow uploads do not hold up other requests. */
const FOR_DATA = { mostBytes: 32 * MEBIBYTE, taken: 0 };
const FOR_FILES = { mostBytes: 64 * MEBIBYTE, taken: 0 };
/** Maximum size of a body without files. */
const LARGEST_DATA = MEBIBYTE;

/**
 * Reserves memory for the body of this request until its response ends. `limit` is the largest body that the operation accepts; a body of unknown
 * length may be that long.
 * @throws HttpProblem service_unavailable if the bodies of other requests take all of it
 */
export function reserveBody(req: IncomingMessage, res: ServerResponse, limit: number): void {
  const budget = limit > LARGEST_DATA ? FOR_FILES : FOR_DATA;
  // The client has disconnected, so no body will arrive, and no event would release the memory.
  if (res.closed) return;
  const bytes = Math.min(Number(req.headers['content-length'] ?? limit), limit);
  if (budget.taken + bytes > budget.mostBytes) throw new HttpProblem('service_unavailable', 'Too many large requests at once.', { 'Retry-After': '1' });
  budget.taken += bytes;
  res.once('close', () => {
    budget.taken -= bytes;
  });
}
