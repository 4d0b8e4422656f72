import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { http } from '../platform/node-http.ts';
import { limitBodyTime } from './body-time.ts';
import { problemDocument } from './problems.ts';

const MAX_HEADER_BYTES = 16 * 1024;
const MAX_HEADERS = 100;
const BODY_MS = 60_000;
/** Maximum number of connections that wait to be accepted, as far as the system allows. With Node's default, 511, some of a burst are reset. */
const BACKLOG = 16_384;

export interface RunningServer {
  port: number;
  /**
   * Serves requests for `noticeSeconds` more, so that load balancers notice the stop, and closes each connection after its next response. Then stops
   * accepting connections and lets requests under way finish. Connections still open when `deadline` aborts are closed.
   */
  drain(noticeSeconds: number, deadline: AbortSignal): Promise<void>;
}

/** @throws Error EADDRINUSE, EACCES */
export async function listen(app: RequestListener, host: string, port: number, bodyMs = BODY_MS): Promise<RunningServer> {
  const server = http.createServer({ maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: 20_000, requestTimeout: 0, keepAliveTimeout: 65_000 });
  server.maxHeadersCount = MAX_HEADERS;
  let draining = false;
  server.on('request', (_req, res) => {
    if (draining) res.setHeader('Connection', 'close');
    res.on('close', () => {
      if (draining) setImmediate(() => server.closeIdleConnections());
    });
  });
  limitBodyTime(server, bodyMs);
  // An expectation other than 100-continue may be ignored (RFC 9110, section 10.1.1).
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));
  server.on('request', (req, res) => (useTarget(req) ? app(req, res) : refuse(res)));
  refuseUnreadable(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: BACKLOG }, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async drain(noticeSeconds, deadline) {
      draining = true;
      if (noticeSeconds) await delay(noticeSeconds * 1000, undefined, { signal: deadline }).catch(() => {});
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const cut = () => server.closeAllConnections();
      if (deadline.aborted) cut();
      else deadline.addEventListener('abort', cut);
      await closed;
      deadline.removeEventListener('abort', cut);
    },
  };
}

const ABSOLUTE_FORM = /^https?:\/\//i;

/**
 * Rewrites a request whose target is an absolute URL to the form of all others. The host of the target then replaces the Host header (RFC 9112,
 * section 3.2.2).
 * @returns false for several Host headers or an invalid target
 */
function useTarget(req: IncomingMessage): boolean {
  if (hostHeaders(req) > 1) return false;
  if (!ABSOLUTE_FORM.test(req.url ?? '')) return true;
  const target = URL.parse(req.url as string);
  if (!target) return false;
  req.url = target.pathname + target.search;
  req.headers.host = target.host;
  return true;
}

const hostHeaders = ({ rawHeaders }: IncomingMessage): number =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host').length;

function refuse(res: ServerResponse): void {
  const body = JSON.stringify(problemDocument('bad_request', 'The request must specify exactly one host.', 'unknown', ''));
  res.writeHead(400, { 'Content-Type': 'application/problem+json', 'Content-Length': Buffer.byteLength(body), Connection: 'close' }).end(body);
}

/** Sends a problem document also for input that is not an HTTP request or has too large headers. */
function refuseUnreadable(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const problem =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? problemDocument('header_too_large', `All headers together may be at most ${MAX_HEADER_BYTES} bytes.`, 'unknown', '')
        : problemDocument('bad_request', 'The request cannot be parsed.', 'unknown', '');
    const body = JSON.stringify(problem);
    const reason = problem.status === 431 ? 'Request Header Fields Too Large' : 'Bad Request';
    socket.end(
      `HTTP/1.1 ${problem.status} ${reason}\r\nContent-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  });
}
