import type { ApiKey, AuthenticateKey } from '../domain/identity/api-keys/authenticate.ts';
import { LEVELS, permits } from '../domain/identity/api-keys/scopes.ts';
import type { OperationRow } from './contract/operation-row.ts';
import type { Exchange } from './exchange.ts';
import { HttpProblem, ThrottledProblem } from './problems.ts';
import type { Services } from './services.ts';

const BEARER = /^Bearer +([^\s]+) *$/i;

/** Returns the API key in `Authorization: Bearer` (RFC 6750). */
export async function agentKey(authenticateKey: AuthenticateKey, { req }: Exchange): Promise<ApiKey> {
  const secret = BEARER.exec(req.headers.authorization ?? '')?.[1];
  if (!secret) throw new HttpProblem('not_authenticated', 'Send an API key as a bearer token.');
  return authenticateKey(secret);
}

/**
 * Counts the request against its key and reports the remaining quota (draft-ietf-httpapi-ratelimit-headers).
 * @param requests number of requests to count: all or none
 * @throws HttpProblem throttled
 */
export async function takeFromQuota({ limits, settings }: Services, exchange: Exchange, key: ApiKey, requests = 1): Promise<void> {
  const { limit, windowSeconds } = settings.agentQuota;
  const { allowed, remaining, resetMs } = await limits.take(`key:${key.id}`, settings.agentQuota, requests);
  const seconds = Math.max(1, Math.ceil(resetMs / 1000));
  exchange.headers['RateLimit-Policy'] = `"agent";q=${limit};w=${windowSeconds}`;
  exchange.headers.RateLimit = `"agent";r=${remaining};t=${seconds}`;
  if (allowed) return;
  const left = remaining > 0 ? `has ${remaining} of its ${limit} requests left, which is not enough` : `has used up its ${limit} requests`;
  throw new ThrottledProblem('key', `This key ${left}. Try again in ${seconds} s.`, seconds);
}

/** @throws HttpProblem permission_denied */
export function requireScope({ scope }: OperationRow, key: ApiKey): void {
  if (scope === null || permits(key.scopes, scope)) return;
  throw new HttpProblem(
    'permission_denied',
    `This key has ${scope.resource}: ${key.scopes[scope.resource]}; this operation needs ${scope.resource}: ${LEVELS.slice(LEVELS.indexOf(scope.level)).join(' or ')}.`,
  );
}
