import autocannon from 'autocannon';
import { answerParent } from './child.ts';
import { CONNECTIONS, type Load, type LoadOrder, type LoadResult } from './load.ts';
import { patchLessons } from './patch-lessons.ts';
import { signInAgain } from './sign-ins.ts';

answerParent(async ({ load, ...order }: LoadOrder): Promise<LoadResult> => {
  if (load.kind === 'get') return getAgain(load, order);
  return load.kind === 'patch' ? patchLessons(load.lessons, order) : signInAgain(load.users, order);
});

/** Each connection asks on behalf of one caller after another. */
async function getAgain({ path, callers }: Load & { kind: 'get' }, { url, seconds }: Omit<LoadOrder, 'load'>): Promise<LoadResult> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    sampleInt: 100,
    requests: callers.map((headers) => ({ method: 'GET', path, headers })),
  });
  return {
    requests: result.requests.total,
    seconds: result.duration,
    p99Ms: result.latency.p99,
    statuses: Object.fromEntries(Object.entries(result.statusCodeStats ?? {}).map(([status, { count = 0 }]) => [status, count])),
    errors: result.errors,
  };
}
