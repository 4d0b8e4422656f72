declare const process: { env: Record<string, string> };

const { UPSTREAM = '', API_KEY = '' } = process.env;
/** The proxy in front of the service. */
export const { SERVICE = '' } = process.env;

const send = globalThis.fetch;
let cookie = '';
let requests = 0;
let canned: Response | null = null;
export const requestCount = (): number => requests;

/** Answers the next request with this problem, as a service newer than the SDK would. */
export function answerNext(status: number, code: string): void {
  const problem = { type: `https://learn.example.org/problems/${code}`, title: 'A newer code', status, detail: 'A newer service has more codes.', code };
  canned = Response.json(problem, { status, headers: { 'Content-Type': 'application/problem+json' } });
}

/** Sends the requests of the SDK to the proxy, with an API key or, as a browser would, with a cookie. Fails if the proxy finds a violation of the contract. */
globalThis.fetch = async (input, init) => {
  const answer = canned;
  canned = null;
  if (answer) return answer;
  const request = input instanceof Request ? new Request(input, init) : new Request(new URL(input, SERVICE), init);
  const { pathname } = new URL(request.url);
  if (pathname.startsWith('/api/v1/agent/')) request.headers.set('Authorization', `Bearer ${API_KEY}`);
  else request.headers.set('Origin', UPSTREAM);
  if (cookie && !pathname.startsWith('/api/v1/agent/')) request.headers.set('Cookie', cookie);
  requests += 1;
  const response = await send(request);
  // The proxy joins several cookies in one header.
  cookie = /lms_session=[^;,\s]+/.exec(response.headers.getSetCookie().join())?.[0] ?? cookie;
  const violations = response.headers.get('sl-violations');
  if (violations) throw new Error(`${request.method} ${pathname} violates the contract: ${violations}`);
  return response;
};
