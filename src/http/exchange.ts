import { AsyncLocalStorage } from 'node:async_hooks';
import type { Request, Response } from 'express';
import type { OperationId } from '../../generated/operations.ts';
import type { SessionUser } from '../domain/identity/accounts/session-user.ts';
import type { ApiKey } from '../domain/identity/api-keys/authenticate.ts';
import type { BrowserSession } from './sessions.ts';

/** One request and its answer, with what the log and the metrics tell of it. */
export interface Exchange {
  req: Request;
  res: Response;
  requestId: string;
  /** Absolute base address, without a trailing slash. */
  readonly base: string;
  operationId: OperationId | null;
  key: ApiKey | null;
  /** Null on the agent surface, and until the operation is known. */
  session: BrowserSession | null;
  user: SessionUser | null;
  /** Statements sent to the database so far. */
  queries: number;
  /** Headers that every later answer of this request carries. */
  headers: Record<string, string>;
}

export const currentExchange = new AsyncLocalStorage<Exchange>();
