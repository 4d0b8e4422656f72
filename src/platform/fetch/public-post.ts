import type { IncomingMessage } from 'node:http';
import { type Exceptions, inTime, publicRequest } from './public-request.ts';

/** What the other side said, without what it wrote. */
export interface Receipt {
  status: number;
  /** The header, as it came. */
  retryAfter: string | null;
}

/** Sends JSON to what anyone on the internet could reach, within 15 seconds. A redirect is an answer like any other.
 * @throws UnreachableError, TimedOutError */
export type PublicPost = (address: string, headers: Record<string, string>, body: string) => Promise<Receipt>;

/** So much of what it writes is waited for, so that a well-behaved receiver is not cut off. */
const MOST_BYTES = 64 * 1024;

export function publicPost(exceptions: Exceptions = {}): PublicPost {
  const ask = publicRequest(exceptions);
  return (address, headers, body) =>
    inTime(async (signal) => {
      const sent = { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }, body } as const;
      const answer = await ask(new URL(address), sent, signal);
      await drain(answer);
      return { status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] ?? null };
    }, exceptions.timeoutMs);
}

/** Its head has said all that counts, however the rest ends. */
async function drain(answer: IncomingMessage): Promise<void> {
  let length = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > MOST_BYTES) break;
    }
  } catch {
    // Cut off, or out of time.
  }
  answer.destroy();
}
