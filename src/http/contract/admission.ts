import type { Context } from 'openapi-backend';
import { type OperationId, operationTable } from '../../../generated/operations.ts';
import type { AuthenticateKey } from '../../domain/identity/api-keys/authenticate.ts';
import { NotFoundError } from '../../domain/kernel/errors.ts';
import { networkOf } from '../client-network.ts';
import { agentKey, requireScope, takeFromQuota } from '../credentials.ts';
import { requireSameSite } from '../csrf.ts';
import type { Exchange } from '../exchange.ts';
import { kioskOf, requireUnlocked } from '../kiosk-credentials.ts';
import { namedOrganisation } from '../named-organisation.ts';
import { HttpProblem } from '../problems.ts';
import { hasOwnLimit, takeInternal, takeQuotas } from '../quotas.ts';
import { secureConnectionCheck } from '../secure-cookies.ts';
import type { Services } from '../services.ts';
import { refuseBearer, requireRole, sessionUser, signedInUser } from '../session-credentials.ts';
import { BrowserSession, type Sessions } from '../sessions.ts';
import { deprecationHeaders } from './deprecation.ts';
import type { OperationRow } from './operation-row.ts';
import { readBody } from './request-body.ts';
import { prefersStrict, STRICT_HANDLING } from './strict-handling.ts';
import type { CheckedRequest } from './validator.ts';

const rowOf = ({ operationId }: Exchange): OperationRow => operationTable[operationId as OperationId];

/** Returns the checks of a request before its body is validated: site (403), credential (401), rate (429), scope or role (403), body (415, 413). */
export function admission(services: Services, sessions: Sessions, authenticateKey: AuthenticateKey) {
  const requireSecure = secureConnectionCheck(services);
  return {
    /** Checks the request as soon as the operation is known. */
    async postRoutingHandler(context: Context, request: CheckedRequest, exchange: Exchange): Promise<void> {
      exchange.operationId = (context.operation?.operationId as OperationId | undefined) ?? null;
      if (!exchange.operationId) return;
      const row = rowOf(exchange);
      if (row.qa && !services.settings.qaHelpers) throw new NotFoundError();
      Object.assign(exchange.headers, deprecationHeaders(row, request.search));
      if (row.surface === 'agent') return;
      if (row.method !== 'get' && !row.anySite) requireSameSite(services.settings, exchange.req);
      requireSecure(row, exchange);
      exchange.session = await BrowserSession.of(sessions, exchange, namedOrganisation(services, exchange.req), () => services.ports.clock.now());
    },

    securityHandlers: {
      agentKey: async (_context: Context, _request: CheckedRequest, exchange: Exchange) => {
        exchange.key ??= await agentKey(authenticateKey, exchange);
        if (prefersStrict(exchange.req.headers)) Object.assign(exchange.headers, STRICT_HANDLING);
        return exchange.key;
      },
      cookieAuth: async (_context: Context, _request: CheckedRequest, exchange: Exchange) => {
        const row = rowOf(exchange);
        if (row.access === 'visitor') {
          refuseBearer(exchange.req);
          exchange.user = await signedInUser(row, exchange);
        } else exchange.user = await sessionUser(row, exchange);
        return exchange.user;
      },
      kiosk: async (_context: Context, _request: CheckedRequest, exchange: Exchange) => {
        exchange.kiosk = await kioskOf(services, exchange);
        return exchange.kiosk;
      },
    },

    /** Runs after the credential check. openapi-backend also calls it for rejected requests, which then go to `unauthorizedHandler`. */
    async postSecurityHandler({ security, operation }: Context, request: CheckedRequest, exchange: Exchange): Promise<void> {
      if (!security?.authorized && operation.security?.length) return;
      const row = rowOf(exchange);
      // openapi-backend admits visitors even if the check of their credential failed.
      if (row.access === 'visitor') throwFailure(security);
      const { key, user, kiosk, req } = exchange;
      if (key) {
        if (!exchange.isCounted) await takeFromQuota(services, exchange, key);
        requireScope(row, key);
      } else {
        const person = user?.id ?? kiosk?.deviceId;
        if (hasOwnLimit(row)) await takeQuotas(services, row, exchange, undefined);
        else if (!row.signed) await (person ? takeInternal(services.limits, 'user', person) : takeInternal(services.limits, 'address', networkOf(req.ip)));
        if (user) requireRole(row, user);
        if (kiosk) requireUnlocked(kiosk);
      }
      if (row.body && request.body === undefined) Object.assign(request, await readBody(req, exchange.res, limited(services, row.body)));
      // The bytes are kept only if their signature is checked.
      if (!row.signed) req.body = undefined;
    },

    /** Throws the error of the credential check, which openapi-backend keeps by security scheme. */
    unauthorizedHandler({ security }: Context): never {
      throwFailure(security);
      throw new HttpProblem('not_authenticated', 'A credential is required.');
    },
  };
}

/** Size allowance for the form around a file. */
const FORM_BYTES = 16_384;

/** Returns the body with the operator's limit for photos, which can be lower than the contract's. */
function limited<Body extends NonNullable<OperationRow['body']>>({ settings }: Services, body: Body): Body {
  return 'photo' in body.members ? { ...body, maxBytes: Math.min(body.maxBytes, settings.scanMaxBytes + FORM_BYTES) } : body;
}

function throwFailure(security: Context['security']): void {
  const failed = Object.values(security ?? {}).find(
    (result): result is { error: unknown } => typeof result === 'object' && result !== null && 'error' in result,
  );
  if (failed) throw failed.error;
}
