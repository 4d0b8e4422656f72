import type { Calls } from './calls.ts';
import type { Schemas, SessionPaths } from './contract.ts';

export interface DeliveriesOptions {
  /** Time after which the deliveries were queued. Default: now, by the clock of the service. */
  after?: string;
  /** Time between two reads of the list. */
  intervalSeconds?: number;
  /** Signal that ends the waiting. */
  signal?: AbortSignal;
}

const INTERVAL_SECONDS = 2;

/** Returns the deliveries to a webhook endpoint as they are queued, oldest first, until the signal ends the waiting. */
export async function* deliveries(
  calls: Calls<SessionPaths>,
  endpointId: string,
  { after, intervalSeconds = INTERVAL_SECONDS, signal }: DeliveriesOptions = {},
): AsyncGenerator<Schemas['WebhookDelivery'], void> {
  const init = { params: { path: { endpoint_id: endpointId } } };
  const seen = new Set<string>();
  let from = after;
  if (from === undefined) {
    const { results } = await calls.get('/integrations/webhooks/{endpoint_id}/deliveries/', init);
    for (const { id } of results) seen.add(id);
    from = results[0]?.created_at ?? '';
  }
  while (!signal?.aborted) {
    const fresh: Schemas['WebhookDelivery'][] = [];
    for await (const delivery of calls.list('/integrations/webhooks/{endpoint_id}/deliveries/', init)) {
      // Deliveries that were queued at the same time can become visible one after the other.
      if (delivery.created_at < from) break;
      if (!seen.has(delivery.id)) fresh.push(delivery);
    }
    for (const delivery of fresh.reverse()) {
      seen.add(delivery.id);
      from = delivery.created_at > from ? delivery.created_at : from;
      yield delivery;
    }
    if (fresh.length === 0) await pause(intervalSeconds, signal);
  }
}

function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, seconds * 1000);
    signal?.addEventListener('abort', done);
  });
}
