import autocannon from 'autocannon';
import { answerParent } from './child.ts';
import { CONNECTIONS, type LoadOrder, type LoadResult } from './load.ts';
import { patchLessons } from './patch-lessons.ts';

answerParent(({ load, ...order }: LoadOrder): Promise<LoadResult> => (load.kind === 'get' ? getAgain(load.path, order) : patchLessons(load.lessons, order)));

async function getAgain(path: string, { url, secret, seconds }: Omit<LoadOrder, 'load'>): Promise<LoadResult> {
  const result = await autocannon({
    url: url + path,
    connections: CONNECTIONS,
    duration: seconds,
    sampleInt: 100,
    headers: { authorization: `Bearer ${secret}` },
  });
  return {
    requests: result.requests.total,
    seconds: result.duration,
    p99Ms: result.latency.p99,
    statuses: Object.fromEntries(Object.entries(result.statusCodeStats ?? {}).map(([status, { count = 0 }]) => [status, count])),
    errors: result.errors,
  };
}
