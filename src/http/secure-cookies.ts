import type { OperationRow } from './contract/operation-row.ts';
import type { Exchange } from './exchange.ts';
import { HttpProblem } from './problems.ts';
import type { Services } from './services.ts';

const WARN_EVERY_MS = 60_000;

/** Whether cookies are sent only over TLS, which ends in front of the service. */
export const hasSecureCookies = ({ publicUrl }: Services['settings']): boolean => publicUrl?.startsWith('https:') ?? false;

/**
 * Returns a check that refuses operations that start a session if its cookie could not be set, because the connection is not known to be secure. This
 * is usually a fault of the proxy's configuration, so it is also logged, at most once a minute.
 */
export function secureConnectionCheck({ settings, ports: { clock }, logger }: Services): (row: OperationRow, exchange: Exchange) => void {
  let warnedAt = -Infinity;
  /** @throws HttpProblem insecure_connection */
  return ({ startsSession }, { req, requestId, operationId }) => {
    if (!startsSession || !hasSecureCookies(settings) || req.secure) return;
    if (clock.now() - warnedAt >= WARN_EVERY_MS) {
      warnedAt = clock.now();
      logger.warn(
        { request_id: requestId, operation: operationId, trust_proxy: settings.trustProxy },
        'sign-in refused: PUBLIC_URL is https and the request was not; check TRUST_PROXY and the X-Forwarded-Proto or Forwarded of the proxy',
      );
    }
    throw new HttpProblem('insecure_connection', 'The request did not arrive over HTTPS, so the session cookie could not be set. Nothing was changed.');
  };
}
