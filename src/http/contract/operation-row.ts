import type { ResourceScope } from '../../domain/identity/api-keys/scopes.ts';

/**
 * How a form represents one field of a body: a scalar as in JSON, a file as a part with a file name, and anything else as JSON text. Free-form text
 * is taken as typed unless it begins like a JSON object, array or string.
 */
export interface FormKind {
  kind: 'string' | 'integer' | 'number' | 'boolean' | 'json' | 'free' | 'file';
  nullable: boolean;
}

/** When something was deprecated and until when it works, as RFC 3339. */
export interface Deprecation {
  readonly since: string;
  readonly sunset: string;
}

export interface ParameterRow {
  type: 'string' | 'integer' | 'number' | 'boolean';
  minimum?: number;
  maximum?: number;
  /** The allowed values, if they are enumerated. */
  choices?: readonly string[];
  /** On the agent surface, whether a value that is none of the choices is kept, so that the filter matches nothing (`x-unknown-value`). */
  keepsUnknown?: true;
  default?: string | number | boolean;
  format?: 'date-time';
  deprecation?: Deprecation;
}

/**
 * What a quota counts by. `path`: the object that the path names. `body.email`: a field of the body. `user.email`: the address of the signed-in user, as if it
 * stood in the body. `known_browser`: a browser with which the account was used before; the quota is only for such.
 */
export type QuotaKey = 'address' | 'path' | 'user' | 'user.email' | 'organisation' | 'known_browser' | `body.${string}`;

export interface QuotaRow {
  readonly name: string;
  readonly by: readonly QuotaKey[];
  /** The request counts only if its body contains this field. Null: it always counts. */
  readonly when: string | null;
  /** The request does not count if its body contains this field, unless it is `false`. */
  readonly unless: string | null;
  /** The request of a browser with which the account was used before counts, but the quota does not refuse it. */
  readonly sparesKnownBrowser?: true;
  /** The request does not count: if it succeeds, one that did is forgotten. */
  readonly givesBack?: true;
}

/** When an operation needs a proof of who is signed in, and which. */
export interface StepUpRow {
  /** Only if the body contains this field. Null: whatever it contains. */
  readonly when: string | null;
  /** The values of which the field must have one for that. Null: any. */
  readonly is: readonly string[] | null;
  /** Fields that carry a proof themselves. */
  readonly inBody: readonly string[];
  /** The operation changes the second factor. If there is one, it must be the proof. */
  readonly ofSecondFactor: boolean;
  /** The operation completes what this one has begun, with a code that only it hands out. */
  readonly after: string | null;
  /** The operation itself asks for the proof if it needs one. */
  readonly onDemand: boolean;
}

/** One operation of the contract, as written to generated/operations.ts by `make generate`. */
export interface OperationRow {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  readonly path: string;
  readonly tag: string;
  /** Folder of the handler: src/operations/<folder>/<operationId>.ts. */
  readonly folder: string;
  readonly surface: 'agent' | 'session';
  readonly scheme: 'agentKey' | 'cookieAuth' | 'kiosk' | null;
  /** The scope that an API key needs. Null if any valid key may call the operation, or if none can. */
  readonly scope: ResourceScope | null;
  /** Whether the operation carries out others, each of which is checked on its own. */
  readonly batch?: true;
  readonly access: 'public' | 'visitor' | 'user' | 'second_factor' | 'member' | 'learner' | 'creator' | 'affiliate' | 'kiosk' | null;
  /** Whether the operation sends a new session cookie. */
  readonly startsSession: boolean;
  /** Whether the operation is a QA helper, available only with QA_HELPERS=1. */
  readonly qa: boolean;
  /** Any site may call the operation: it uses no cookie and proves itself otherwise. */
  readonly anySite?: true;
  /** A signature over the bytes of the body proves the sender: requests are not counted, and the body may have members that the contract does not know. */
  readonly signed?: true;
  /** The operation may show what was true a few seconds ago, so that it reads on a replica where there is one. */
  readonly stale?: true;
  /** The path parameter with the course that the operation changes in a way that can concern its learners. */
  readonly changesCourse?: string;
  readonly stepUp?: StepUpRow;
  /** Counted in this order, before the handler runs. */
  readonly quotas: readonly QuotaRow[];
  readonly deprecation?: Deprecation;
  /** Whether the operation accepts an Idempotency-Key. */
  readonly idempotent: boolean;
  /** Whether the operation must not run in one transaction, because it waits for other systems or, as a batch, has work of its own for each part. */
  readonly waitsOutside: boolean;
  /** Whether the successful response contains a secret. */
  readonly showsSecret: boolean;
  /** The path of the list in which the operation creates an object that can be read by its ID; null if it creates none. */
  readonly createsIn: string | null;
  readonly query: Readonly<Record<string, ParameterRow>>;
  readonly body: {
    readonly required: boolean;
    readonly mediaTypes: readonly string[];
    readonly maxBytes: number;
    readonly members: Readonly<Record<string, FormKind>>;
    /** The paths of the members that are names, at any depth: `title`, `rows[].values.name`. */
    readonly oneLine: readonly string[];
  } | null;
  readonly statuses: readonly number[];
  /** The media type of the successful response, if it is a file. */
  readonly files: readonly string[] | null;
}
