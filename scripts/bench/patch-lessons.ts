import { Agent, request } from 'node:http';
import type { LoadOrder, LoadResult, PatchedLesson } from './load.ts';

interface Reply {
  status: number;
  body: string;
}

/**
 * One connection for each lesson changes it again and again, with the token of the answer before. What is under way at the end is waited for,
 * so that the tokens read for the next load are the last ones.
 */
export async function patchLessons(lessons: PatchedLesson[], { url, secret, seconds }: Omit<LoadOrder, 'load'>): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: lessons.length });
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  const started = performance.now();
  const end = started + seconds * 1000;
  await Promise.all(
    lessons.map(async ({ path, updatedAt }) => {
      for (let token = updatedAt, change = 1; performance.now() < end; change++) {
        const sent = performance.now();
        const { status, body } = await patch(url + path, agent, headers, JSON.stringify({ updated_at: token, title: `Change ${change}` }));
        latencies.push(performance.now() - sent);
        statuses[status] = (statuses[status] ?? 0) + 1;
        token = (JSON.parse(body) as { updated_at: string }).updated_at;
      }
    }),
  );
  const elapsed = (performance.now() - started) / 1000;
  agent.destroy();
  latencies.sort((a, b) => a - b);
  return { requests: latencies.length, seconds: elapsed, p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? 0, statuses, errors: 0 };
}

function patch(address: string, agent: Agent, headers: Record<string, string>, body: string): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sending = request(address, { method: 'PATCH', agent, headers: { ...headers, 'content-length': Buffer.byteLength(body) } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
      response.on('error', reject);
    });
    sending.on('error', reject);
    sending.end(body);
  });
}
