import type { ResourceScope } from '../../domain/identity/api-keys/scopes.ts';

/** How a form writes one member of a body: a scalar as in JSON, a file as a part with a file name, anything else as JSON text. */
export interface FormKind {
  kind: 'string' | 'integer' | 'number' | 'boolean' | 'json' | 'file';
  nullable: boolean;
}

export interface ParameterRow {
  type: 'string' | 'integer' | 'number' | 'boolean';
  minimum?: number;
  maximum?: number;
  /** The allowed values, where they are counted out. */
  choices?: readonly string[];
  default?: string | number | boolean;
}

/** What a quota counts by. `body.email`: a member of the body. */
export type QuotaKey = 'address' | 'user' | 'organisation' | `body.${string}`;

export interface QuotaRow {
  readonly name: string;
  readonly by: readonly QuotaKey[];
  /** The member of the body with which the request counts; null: always. */
  readonly when: string | null;
}

/** One operation of the contract, as `make generate` writes it to generated/operations.ts. */
export interface OperationRow {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  readonly path: string;
  readonly tag: string;
  /** Where the handler is: src/operations/<folder>/<operationId>.ts. */
  readonly folder: string;
  readonly surface: 'agent' | 'session';
  readonly scheme: 'agentKey' | 'cookieAuth' | null;
  /** What an API key needs; null where any valid key may call, or none can. */
  readonly scope: ResourceScope | null;
  readonly access: 'public' | 'user' | 'second_factor' | 'member' | 'learner' | 'creator' | 'affiliate' | null;
  /** A QA helper, answered only with QA_HELPERS=1. */
  readonly qa: boolean;
  /** Counted in this order, before the handler. */
  readonly quotas: readonly QuotaRow[];
  /** Whether the operation takes an Idempotency-Key. */
  readonly idempotent: boolean;
  readonly query: Readonly<Record<string, ParameterRow>>;
  readonly body: {
    readonly required: boolean;
    readonly mediaTypes: readonly string[];
    readonly maxBytes: number;
    readonly members: Readonly<Record<string, FormKind>>;
  } | null;
  readonly statuses: readonly number[];
  /** The media type of a successful answer that is a file. */
  readonly file: string | null;
}
