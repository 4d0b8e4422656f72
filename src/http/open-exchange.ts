import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import { operationTable } from '../../generated/operations.ts';
import { type OpenSpan, tracing } from '../platform/tracing/tracing.ts';
import { currentExchange, type Exchange, NOT_CACHED } from './exchange.ts';
import { HEALTH_PATHS } from './health.ts';
import { HttpProblem } from './problems.ts';
import type { Services } from './services.ts';

/** Maximum number of requests that this process works on at the same time. More would wait longer than their clients do, and fill the memory. */
const MOST_AT_ONCE = 1000;
const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;
const HOST = /^([A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:\d{1,5})?$/;

/**
 * Opens the exchange of a request and assigns its id. When the request ends, it is logged and counted in the metrics. Requests beyond the maximum are
 * refused with 503.
 */
export function openExchange({ settings, logger, metrics }: Services) {
  let atOnce = 0;
  return (req: Request, res: Response, next: NextFunction): void => {
    const started = performance.now();
    const given = req.headers['x-request-id'];
    const requestId = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    const exchange: Exchange = {
      req,
      res,
      requestId,
      base: settings.publicUrl ?? baseOf(req),
      operationId: null,
      key: null,
      session: null,
      user: null,
      kiosk: null,
      queries: 0,
      queryMs: 0,
      code: null,
      headers: { 'X-Request-Id': requestId, ...NOT_CACHED },
    };
    atOnce++;
    const span = spanOf(req);
    res.on('close', () => {
      atOnce--;
      if (span) endSpan(span, exchange);
      const ms = performance.now() - started;
      metrics.observe(exchange, res.statusCode, ms / 1000);
      logger.info(
        {
          request_id: requestId,
          method: req.method,
          path: pathOf(req),
          operation: exchange.operationId,
          organisation: exchange.key?.organisation.id ?? exchange.user?.organisation?.id ?? exchange.kiosk?.organisationId,
          kiosk: exchange.kiosk?.deviceId,
          key: exchange.key?.id,
          user: exchange.user?.id,
          status: res.statusCode,
          code: exchange.code ?? undefined,
          ms: Math.round(ms * 100) / 100,
          queries: exchange.queries,
          ...(res.writableFinished ? {} : { aborted: true }),
        },
        'request',
      );
    });
    const isFull = atOnce > MOST_AT_ONCE && !HEALTH_PATHS.has(req.path);
    // The received part of the body is discarded at once instead of when the connection closes.
    if (isFull) req.resume();
    const proceed = () => next(isFull ? new HttpProblem('service_unavailable', 'Too many requests at once.', { 'Retry-After': '1' }) : undefined);
    currentExchange.run(exchange, () => (span ? span.run(proceed) : proceed()));
  };
}

/** Opens the span of a request, continuing the caller's own trace. Health checks are not recorded. */
function spanOf({ method, path, headers }: Request): OpenSpan | undefined {
  if (HEALTH_PATHS.has(path)) return undefined;
  const parent = typeof headers.traceparent === 'string' ? headers.traceparent : null;
  return tracing.recorder?.open({ name: method, kind: 'server', attributes: { 'http.request.method': method }, parent });
}

function endSpan(span: OpenSpan, { operationId, requestId, req, res, code }: Exchange): void {
  const route = operationId && operationTable[operationId].path;
  span.rename(route ? `${req.method} ${route}` : req.method, {
    'http.response.status_code': res.statusCode,
    'request.id': requestId,
    ...(route ? { 'http.route': route, 'operation.id': operationId } : {}),
  });
  span.end(res.statusCode >= 500 ? (code ?? String(res.statusCode)) : undefined);
}

const TICKET = /^\/play\/[^/]+/;

/** Returns the path without the query, which may contain anything, and without the ticket of a launch, which is a secret. */
const pathOf = (req: Request): string => (req.originalUrl.split('?', 1)[0] ?? '').replace(TICKET, '/play/-').slice(0, 500);

/** Cache of the base URLs for the hosts that requests named last, because nearly all requests name the same host. */
const bases = new Map<string, string>();
const MOST_BASES = 1000;

function baseOf(req: Request): string {
  const { host = '' } = req.headers;
  // A proxy may report any text as the protocol.
  const protocol = req.protocol === 'https' ? 'https' : 'http';
  if (!HOST.test(host)) return `${protocol}://localhost`;
  const named = `${protocol}://${host}`;
  const known = bases.get(named);
  if (known !== undefined) return known;
  const base = URL.parse(named)?.origin ?? `${protocol}://localhost`;
  if (bases.size >= MOST_BASES) bases.clear();
  bases.set(named, base);
  return base;
}
