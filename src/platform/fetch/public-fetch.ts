import type { IncomingMessage } from 'node:http';
import { type Exceptions, inTime, publicRequest, UnreachableError } from './public-request.ts';

export interface PublicFetchOptions {
  /** Maximum size of the response body. */
  maxBytes: number;
  /** Time limit, 15 seconds by default. */
  timeoutMs?: number;
  /** The media types to ask for; pictures by default. */
  accept?: string;
}

/** Fetches a publicly reachable URL, and nothing that only this machine can reach.
 * @throws UnreachableError */
export type PublicFetch = (address: string, options: PublicFetchOptions) => Promise<Buffer>;

const MOST_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const PICTURES = 'image/png, image/jpeg, image/webp';

/** Fetches a file within 15 seconds unless the options say otherwise, following at most three redirects. */
export function publicFetch(exceptions: Exceptions = {}): PublicFetch {
  const ask = publicRequest(exceptions);
  return (address, { maxBytes, timeoutMs = exceptions.timeoutMs, accept = PICTURES }) =>
    inTime(async (signal) => {
      let url = new URL(address);
      for (let redirects = 0; ; redirects++) {
        const answer = await ask(url, { method: 'GET', headers: { Accept: accept } }, signal);
        if (answer.statusCode === 200) return readBytes(answer, maxBytes);
        answer.destroy();
        const { location } = answer.headers;
        if (!REDIRECTS.has(answer.statusCode ?? 0) || location === undefined || redirects === MOST_REDIRECTS)
          throw new UnreachableError(`responded with ${answer.statusCode}`);
        url = new URL(location, url);
      }
    }, timeoutMs);
}

async function readBytes(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) throw new UnreachableError('too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
