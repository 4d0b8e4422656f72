import { AsyncLocalStorage } from 'node:async_hooks';
import type { Request, Response } from 'express';
import type { Transaction } from 'kysely';
import type { DB } from '../../generated/database.ts';
import type { OperationId } from '../../generated/operations.ts';
import type { Kiosk } from '../domain/attendance/devices/kiosk.ts';
import type { SessionUser } from '../domain/identity/accounts/session-user.ts';
import type { ApiKey } from '../domain/identity/api-keys/authenticate.ts';
import type { ProblemCode } from './problems.ts';
import type { BrowserSession } from './sessions.ts';

/** One request and its response, with the facts that the log and the metrics report. */
export interface Exchange {
  req: Request;
  res: Response;
  requestId: string;
  /** Absolute base URL, without a trailing slash. */
  readonly base: string;
  operationId: OperationId | null;
  key: ApiKey | null;
  /** The browser's session. Null on the agent surface, and until the operation is known. */
  session: BrowserSession | null;
  user: SessionUser | null;
  kiosk: Kiosk | null;
  /** Number of statements sent to the database so far. */
  queries: number;
  /** Total time that the request has waited for these statements so far, in milliseconds. */
  queryMs: number;
  /** The error code of the response, or null if the response is not an error. */
  code: ProblemCode | null;
  /** Headers that the response to this request carries. */
  headers: Record<string, string>;
  /** Whether the request has been counted against the limit of its key, together with others of the same batch. */
  isCounted?: boolean;
  /** The transaction of the batch that the request belongs to. */
  trx?: Transaction<DB>;
}

/** The headers of a response that only its caller may see and nobody may store. */
export const NOT_CACHED = { 'Cache-Control': 'private, no-store' };

export const currentExchange = new AsyncLocalStorage<Exchange>();

/** Adds a statement with this duration to the request being handled, if there is one. */
export function noteStatement(ms: number): void {
  const exchange = currentExchange.getStore();
  if (!exchange) return;
  exchange.queries++;
  exchange.queryMs += ms;
}

/** Returns the base URL of the request being handled, or `fallback` outside of requests. */
export const currentBase = (fallback: string): string => currentExchange.getStore()?.base ?? fallback;
