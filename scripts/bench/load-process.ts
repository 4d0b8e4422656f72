import autocannon from 'autocannon';
import { answerParent } from './child.ts';
import { CONNECTIONS, type Load, type LoadOrder, type LoadResult } from './load.ts';
import { patchLessons } from './patch-lessons.ts';
import { signInAgain } from './sign-ins.ts';
import { watchVideo } from './watch-video.ts';

answerParent(async ({ load, ...order }: LoadOrder): Promise<LoadResult> => {
  switch (load.kind) {
    case 'get':
      return getAgain(load, order);
    case 'patch':
      return patchLessons(load.lessons, order);
    case 'watch':
      return watchVideo(load.path, load.cookies, order);
    case 'sign in':
      return signInAgain(load.users, order);
  }
});

/**
 * The callers are distributed among the connections, and each connection sends requests for its callers in turn. autocannon rebuilds all requests of
 * each connection for each run.
 */
async function getAgain({ path, callers }: Load & { kind: 'get' }, { url, seconds }: Omit<LoadOrder, 'load'>): Promise<LoadResult> {
  const requests = callers.map((headers) => ({ method: 'GET' as const, path, headers }));
  let connection = 0;
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    sampleInt: 100,
    setupClient: (client) => {
      const place = connection++;
      client.setRequests(requests.filter((_, index) => index % CONNECTIONS === place % requests.length));
    },
  });
  return {
    requests: result.requests.total,
    seconds: result.duration,
    p99Ms: result.latency.p99,
    statuses: Object.fromEntries(Object.entries(result.statusCodeStats ?? {}).map(([status, { count = 0 }]) => [status, count])),
    errors: result.errors,
  };
}
