import { setTimeout as delay } from 'node:timers/promises';
import { ImportError } from './import-error.ts';

export type Fetch = (request: Request) => Promise<Response>;

export interface Patience {
  fetch: Fetch;
  sleep(seconds: number): Promise<void>;
  onWait(seconds: number, reason: string): void;
  /** All waiting together; beyond it the run ends. Half of the time for which idempotency keys are kept, so that another run can carry on. */
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
 * A fetch that waits as Retry-After says where the server answers 429, and tries a failing server or network a few times again; so only
 * for requests that may arrive twice. A server that was never reached is not tried again: its address is probably wrong.
 * @throws ImportError when the server cannot be reached or asks to wait too long
 */
export function patientFetch(options: Partial<Patience> = {}): Fetch {
  const patience = { ...PATIENCE, ...options };
  let reached = false;
  let waited = 0;

  async function wait(seconds: number, reason: string): Promise<void> {
    if (waited + seconds > patience.mostWaitSeconds)
      throw new ImportError(`${reason}; that is ${seconds} s more after ${waited} s of waiting; run it again later to carry on`);
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
        if (backoff === undefined) throw new ImportError(`lost ${origin} (${answer}); run it again to carry on`);
        failures++;
        await wait(backoff, `the connection failed (${answer})`);
        continue;
      }
      reached = true;
      const asked = retryAfter(answer);
      if (answer.status === 429) await wait(Math.max(1, asked ?? 1), 'the key has used its requests');
      else if (answer.status >= 500 && backoff !== undefined) {
        failures++;
        await wait(asked ?? backoff, `the server answered ${answer.status}`);
      } else return answer;
    }
  };
}

/** With its body, so that a connection that breaks in the middle of one is tried again too. */
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
