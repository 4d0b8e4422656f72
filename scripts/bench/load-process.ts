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
