import autocannon from 'autocannon';
import { answerParent } from './child.ts';
import { CONNECTIONS, type LoadOrder, type LoadResult, type Sent } from './load.ts';
import { patchLessons } from './patch-lessons.ts';
import { signInAgain } from './sign-ins.ts';
import { watchVideo } from './watch-video.ts';

answerParent(async ({ load, ...order }: LoadOrder): Promise<LoadResult> => {
  switch (load.kind) {
    case 'send':
      return sendAgain(load.requests, order);
    case 'patch':
      return patchLessons(load.lessons, order);
    case 'watch':
      return watchVideo(load.path, load.cookies, order);
    case 'sign in':
      return signInAgain(load.users, order);
  }
});

/** Distributes the requests among the connections. autocannon rebuilds all requests of each connection for each run. */
async function sendAgain(requests: Sent[], { url, seconds }: Omit<LoadOrder, 'load'>): Promise<LoadResult> {
  let connection = 0;
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    sampleInt: 100,
    idReplacement: requests.some(({ body }) => body),
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
