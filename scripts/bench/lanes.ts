import { Agent, request } from 'node:http';
import type { LoadResult } from './load.ts';

export interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

export interface Sending {
  method: string;
  headers: Record<string, string>;
  body: object;
}

type Send = (address: string, sending: Sending) => Promise<Reply>;

/**
 * Runs the lanes, each of which acts repeatedly on a connection of its own. Requests that are running at the end are awaited, so that they do not affect the
 * next measurement. `act` returns the status of the response.
 */
export async function runLanes<Lane>(lanes: Lane[], seconds: number, act: (lane: Lane, send: Send) => Promise<number>): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes.length });
  const send: Send = (address, sending) => sendJson(agent, address, sending);
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  const started = performance.now();
  const end = started + seconds * 1000;
  await Promise.all(
    lanes.map(async (lane) => {
      while (performance.now() < end) {
        const sent = performance.now();
        const status = await act(lane, send);
        latencies.push(performance.now() - sent);
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
    }),
  );
  const elapsed = (performance.now() - started) / 1000;
  agent.destroy();
  latencies.sort((a, b) => a - b);
  return { requests: latencies.length, seconds: elapsed, p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? 0, statuses, errors: 0 };
}

export function sendJson(agent: Agent, address: string, { method, headers, body }: Sending): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const text = JSON.stringify(body);
    const described = { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    const sending = request(address, { method, agent, headers: described }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks).toString() }));
      response.on('error', reject);
    });
    sending.on('error', reject);
    sending.end(text);
  });
}
