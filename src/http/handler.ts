import type { operations } from '../../generated/api.ts';
import type { OperationId, operationTable } from '../../generated/operations.ts';
import type { ApiKey } from '../domain/api-keys/authenticate.ts';
import type { Caller } from '../domain/caller.ts';
import type { Executor } from '../platform/database/connect.ts';

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

/** What an API key brings; operations of other credentials have their own. */
type Credential<Id extends OperationId> = Table[Id]['scheme'] extends 'agentKey' ? { key: ApiKey; caller: Caller } : Empty;

/** A checked request: parsed, validated against the contract, defaults filled in, unknown members gone. */
export type Input<Id extends OperationId> = {
  /** A transaction where the request carries an Idempotency-Key. */
  db: Executor;
  path: Path<Id>;
  query: Query<Id>;
  body: Body<Id>;
  /** The absolute address of this request, for links to other pages. */
  address: URL;
} & Credential<Id>;

/** One operation. It calls one function of the domain and answers with what the contract declares; errors are thrown. */
export type Handler<Id extends OperationId> = (input: Input<Id>) => Promise<Reply<Id>>;

export type Handlers = { [Id in OperationId]: Handler<Id> };
