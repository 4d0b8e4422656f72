import type { IncomingMessage } from 'node:http';
import { inSpan, tracing } from '../tracing/tracing.ts';
import { type Exceptions, inTime, publicRequest } from './public-request.ts';

/** The receiver's response, without its body. */
export interface Receipt {
  status: number;
  /** The unparsed header. */
  retryAfter: string | null;
}

/** Sends JSON to a publicly reachable URL, within 15 seconds. A redirect is not followed, but returned like any other response.
 * @throws UnreachableError, TimedOutError */
export type PublicPost = (address: string, headers: Record<string, string>, body: string) => Promise<Receipt>;

/** Maximum number of bytes that are read of the response, so that a well-behaved receiver is not cut off. */
const MOST_BYTES = 64 * 1024;

export function publicPost(exceptions: Exceptions = {}): PublicPost {
  const ask = publicRequest(exceptions);
  return (address, headers, body) =>
    inSpan({ name: 'POST', kind: 'client', attributes: { 'http.request.method': 'POST', 'server.address': new URL(address).hostname } }, () =>
      post(address, headers, body),
    );

  function post(address: string, given: Record<string, string>, body: string): Promise<Receipt> {
    const traceparent = tracing.recorder?.current();
    const headers = { ...given, ...(traceparent ? { traceparent } : {}), 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
    return inTime(async (signal) => {
      const sent = { method: 'POST', headers, body } as const;
      const answer = await ask(new URL(address), sent, signal);
      await drain(answer);
      return { status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] ?? null };
    }, exceptions.timeoutMs);
  }
}

/** Reads and discards the body. Errors are ignored, because the status and the headers are all that matters. */
async function drain(answer: IncomingMessage): Promise<void> {
  let length = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > MOST_BYTES) break;
    }
  } catch {
    // The connection broke, or the time ran out.
  }
  answer.destroy();
}
