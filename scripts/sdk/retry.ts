import { ConnectionError } from './errors.ts';

export const IDEMPOTENCY_KEY = 'Idempotency-Key';

export type Fetch = (request: Request) => Promise<Response>;

export interface Retry {
  /** Maximum total waiting time of one call. If the service asks for more, the call fails at once. */
  mostWaitSeconds: number;
  /** Time after which an attempt counts as failed. */
  timeoutSeconds: number;
  onWait(seconds: number, reason: string): void;
  sleep(seconds: number): Promise<void>;
}

const DEFAULTS: Retry = {
  mostWaitSeconds: 120,
  timeoutSeconds: 60,
  onWait: () => {},
  sleep: (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000)),
};

export const retryOf = (options: Partial<Retry> = {}): Retry => ({ ...DEFAULTS, ...options });

const BACKOFF_SECONDS = [1, 2, 4, 8];
const TOO_MANY_REQUESTS = 429;
const CONFLICT = 409;

/**
 * Returns a fetch that waits as long as Retry-After says if the service returns 429, and that repeats a request a few times if the service or the network
 * fails and the request may arrive twice. A service that was never reached is not tried again, because its URL is probably wrong.
 */
export function patientFetch(send: Fetch, options: Partial<Retry> = {}): Fetch {
  const { mostWaitSeconds, timeoutSeconds, onWait, sleep } = retryOf(options);
  let reached = false;

  return async (request) => {
    let waited = 0;
    const mayWait = async (seconds: number, reason: string): Promise<boolean> => {
      if (waited + seconds > mostWaitSeconds) return false;
      waited += seconds;
      onWait(seconds, reason);
      await sleep(seconds);
      request.signal.throwIfAborted();
      return true;
    };
    const attempt = async (): Promise<Response | ConnectionError> => {
      // A signal of AbortSignal.timeout that only a combined signal refers to may be collected before it fires.
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(new DOMException('the answer took too long', 'TimeoutError')), timeoutSeconds * 1000);
      try {
        return await received(await send(new Request(request.clone(), { signal: AbortSignal.any([request.signal, late.signal]) })));
      } catch (error) {
        request.signal.throwIfAborted();
        const { origin } = new URL(request.url);
        return new ConnectionError(`${reached ? 'lost the connection to' : 'cannot reach'} ${origin} (${reasonOf(error)})`, { cause: error });
      } finally {
        clearTimeout(timer);
      }
    };

    for (let failures = 0; ; ) {
      const answer = await attempt();
      const backoff = isRepeatable(request) ? BACKOFF_SECONDS[failures] : undefined;
      if (answer instanceof ConnectionError) {
        if (!reached || backoff === undefined || !(await mayWait(backoff, `the connection failed (${reasonOf(answer.cause)})`))) throw answer;
        failures++;
        continue;
      }
      reached = true;
      const asked = retryAfter(answer);
      if (answer.status === TOO_MANY_REQUESTS) {
        if (!(await mayWait(Math.max(1, asked ?? 1), 'too many requests'))) return answer;
      } else if (backoff !== undefined && (answer.status >= 500 || (await isInProgress(answer)))) {
        if (!(await mayWait(asked ?? backoff, `the server returned ${answer.status}`))) return answer;
        failures++;
      } else return answer;
    }
  };
}

/** Whether a request may arrive twice: a POST only with a key. All other changes name the values that they set. */
const isRepeatable = ({ method, headers }: Request): boolean => method !== 'POST' || headers.has(IDEMPOTENCY_KEY);

/** Whether another attempt of the same request is still being carried out. */
async function isInProgress(answer: Response): Promise<boolean> {
  if (answer.status !== CONFLICT) return false;
  const problem: unknown = await answer
    .clone()
    .json()
    .catch(() => null);
  return (problem as { code?: string } | null)?.code === 'request_in_progress';
}

/** Reads JSON as a whole, so that a connection that breaks in the middle of it counts as failed. Files are not kept in memory. */
async function received(answer: Response): Promise<Response> {
  if (!/json/.test(answer.headers.get('Content-Type') ?? '')) return answer;
  const body = await answer.arrayBuffer();
  return new Response(body.byteLength ? body : null, answer);
}

/** Returns the seconds of Retry-After, which is a number or a date. */
function retryAfter({ headers }: Response): number | null {
  const value = headers.get('Retry-After') ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const time = Date.parse(value);
  return Number.isNaN(time) ? null : Math.max(0, Math.ceil((time - Date.now()) / 1000));
}

function reasonOf(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: string; message?: string } | undefined; message: string };
  return cause?.code ?? cause?.message ?? message;
}
