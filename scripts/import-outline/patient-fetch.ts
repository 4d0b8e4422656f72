import { setTimeout as delay } from 'node:timers/promises';
import { ImportError } from './import-error.ts';

export type Fetch = (request: Request) => Promise<Response>;

export interface Patience {
  fetch: Fetch;
  sleep(seconds: number): Promise<void>;
  onWait(seconds: number, reason: string): void;
  /**
   * Maximum total waiting time, after which the run ends. It is half of the time for which idempotency keys are kept, so that another run can
   * continue.
   */
  mostWaitSeconds: number;
}

const PATIENCE: Patience = {
  fetch: (request) => fetch(request, { signal: AbortSignal.timeout(60_000) }),
  sleep: (seconds) => delay(seconds * 1000),
  onWait: () => {},
  mostWaitSeconds: 12 * 3600,
};

const BACKOFF_SECONDS = [1, 2, 4, 8];

/**
 * Returns a fetch that waits as long as Retry-After says if the server returns 429, and that retries a few times if the server or the network fails.
 * Use it only for requests that may arrive twice. A server that was never reached is not retried, because its URL is probably wrong.
 * @throws ImportError if the server cannot be reached or asks for too long a wait
 */
export function patientFetch(options: Partial<Patience> = {}): Fetch {
  const patience = { ...PATIENCE, ...options };
  let reached = false;
  let waited = 0;

  async function wait(seconds: number, reason: string): Promise<void> {
    if (waited + seconds > patience.mostWaitSeconds)
      throw new ImportError(`${reason}; the server asks for ${seconds} s more after ${waited} s of waiting; run this again later to continue`);
    waited += seconds;
    patience.onWait(seconds, reason);
    await patience.sleep(seconds);
  }

  return async (request) => {
    for (let failures = 0; ; ) {
      const answer = await patience.fetch(request.clone()).then(received).catch(networkFault);
      const backoff = BACKOFF_SECONDS[failures];
      if (typeof answer === 'string') {
        const { origin } = new URL(request.url);
        if (!reached) throw new ImportError(`cannot reach ${origin} (${answer})`);
        if (backoff === undefined) throw new ImportError(`lost the connection to ${origin} (${answer}); run this again to continue`);
        failures++;
        await wait(backoff, `the connection failed (${answer})`);
        continue;
      }
      reached = true;
      const asked = retryAfter(answer);
      if (answer.status === 429) await wait(Math.max(1, asked ?? 1), 'the API key has used up its requests');
      else if (answer.status >= 500 && backoff !== undefined) {
        failures++;
        await wait(asked ?? backoff, `the server returned ${answer.status}`);
      } else return answer;
    }
  };
}

/** Reads the whole body, so that a connection that breaks in the middle of it is retried too. */
async function received(answer: Response): Promise<Response> {
  const body = await answer.arrayBuffer();
  return new Response(body.byteLength ? body : null, answer);
}

function retryAfter({ headers }: Response): number | null {
  const value = headers.get('Retry-After') ?? '';
  return /^\d{1,9}$/.test(value) ? Number(value) : null;
}

function networkFault(error: unknown): string {
  const { cause, message } = error as Error & { cause?: NodeJS.ErrnoException };
  return cause?.code ?? cause?.message ?? message;
}
