import type { operations } from '../../generated/api.ts';
import type { OperationId, operationTable } from '../../generated/operations.ts';
import type { CurrentOrganisation, SessionUser } from '../domain/accounts/session-user.ts';
import type { ApiKey } from '../domain/api-keys/authenticate.ts';
import type { Caller } from '../domain/caller.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database, Executor } from '../platform/database/connect.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import type { QUOTAS } from './quotas.ts';
import type { BrowserSession } from './sessions.ts';

type Table = typeof operationTable;
type Parameters<Id extends OperationId> = operations[Id]['parameters'];
type Empty = Record<never, never>;

type Path<Id extends OperationId> = Parameters<Id> extends { path: infer P } ? P : Empty;

/** Query parameters with a default are always there. */
type Query<Id extends OperationId> =
  NonNullable<Parameters<Id>['query']> extends infer Q
    ? {
        [Name in keyof Q]-?: Name extends keyof Table[Id]['query']
          ? Table[Id]['query'][Name] extends { default: unknown }
            ? NonNullable<Q[Name]>
            : Q[Name] | undefined
          : never;
      }
    : Empty;

type Body<Id extends OperationId> = operations[Id] extends { requestBody?: infer R }
  ? NonNullable<R> extends { content: { 'application/json': infer B } }
    ? B
    : undefined
  : undefined;

type Success = 200 | 201 | 202 | 204;

type Reply<Id extends OperationId> = {
  [Status in keyof operations[Id]['responses'] & Success]: operations[Id]['responses'][Status] extends { content: { 'application/json': infer B } }
    ? { status: Status; body: B }
    : { status: Status };
}[keyof operations[Id]['responses'] & Success];

interface Surroundings {
  session: BrowserSession;
  /** Address of the client. */
  ip: string;
  keyring: Keyring;
  clock: Clock;
  /** Counts an act against a quota. */
  take(quota: keyof typeof QUOTAS, who: string): Promise<void>;
  /** Lets anyone keep the answer for so many seconds. For what is the same for all. */
  cacheFor(seconds: number): void;
}

/** What the credential of an operation brings. */
type Credential<Id extends OperationId> = Table[Id]['scheme'] extends 'agentKey'
  ? { key: ApiKey; caller: Caller }
  : Table[Id]['access'] extends 'public'
    ? Surroundings
    : Table[Id]['access'] extends 'user' | 'second_factor'
      ? Surroundings & { user: SessionUser; actor: Omit<Caller, 'organisationId'> }
      : Surroundings & { user: SessionUser & { organisation: CurrentOrganisation }; caller: Caller };

/** A checked request: parsed, validated against the contract, defaults filled in, unknown members gone. */
export type Input<Id extends OperationId> = {
  /** A transaction where the request carries an Idempotency-Key. */
  db: Table[Id]['idempotent'] extends true ? Executor : Database;
  path: Path<Id>;
  query: Query<Id>;
  body: Body<Id>;
  /** The absolute address of this request, for links to other pages. */
  address: URL;
} & Credential<Id>;

/** One operation. It calls one function of the domain and answers with what the contract declares; errors are thrown. */
export type Handler<Id extends OperationId> = (input: Input<Id>) => Promise<Reply<Id>>;

export type Handlers = { [Id in OperationId]: Handler<Id> };
