import type { ResourceScope } from '../../domain/identity/api-keys/scopes.ts';

/**
 * The form's representation of one field of a body: a scalar as in JSON, a file as a part with a file name, and anything else as JSON text. Free-form text
 * is used as entered unless it begins like a JSON object, array or string.
 */
export interface FormKind {
  kind: 'string' | 'integer' | 'number' | 'boolean' | 'json' | 'free' | 'file';
  nullable: boolean;
}

/** The times of a deprecation and of the end of support, as RFC 3339. */
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
  /** Whether the agent surface keeps a value that is not one of the choices, so that the filter matches nothing (`x-unknown-value`). */
  keepsUnknown?: true;
  default?: string | number | boolean;
  format?: 'date-time';
  deprecation?: Deprecation;
}

/**
 * The criterion by which a quota counts. `path` is the object that the path names; `body.email` is a field of the body; `user.email` is the address of the
 * signed-in user, treated as if it were in the body; `known_browser` is a browser in which the account was used before, and limits the quota to such browsers.
 */
export type QuotaKey = 'address' | 'path' | 'user' | 'user.email' | 'organisation' | 'known_browser' | `body.${string}`;

export interface QuotaRow {
  readonly name: string;
  readonly by: readonly QuotaKey[];
  /** Field that the body must contain for the request to count. Null: every request counts. */
  readonly when: string | null;
  /** Field that keeps the request from counting if the body contains it and it is not `false`. */
  readonly unless: string | null;
  /** Whether requests from a browser in which the account was used before are counted but never refused. */
  readonly sparesKnownBrowser?: true;
  /** Whether the request does not count, but takes one counted request back if it succeeds. */
  readonly givesBack?: true;
}

/** The conditions under which an operation requires a proof of who is signed in, and the kind of proof. */
export interface StepUpRow {
  /** Field of the body that makes the proof necessary. Null: the proof is always necessary. */
  readonly when: string | null;
  /** Values of the field that make the proof necessary. Null: any value does. */
  readonly is: readonly string[] | null;
  /** Fields of the body that carry a proof themselves. */
  readonly inBody: readonly string[];
  /** Whether the operation changes the second factor. If there is one, it must be the proof. */
  readonly ofSecondFactor: boolean;
  /** The operation that the present one completes, with a code that only the earlier one issues. */
  readonly after: string | null;
  /** Whether the operation itself asks for the proof if it needs one. */
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
  /** Whether any site may call the operation, because it uses no cookie but another proof. */
  readonly anySite?: true;
  /** Whether a signature over the bytes of the body proves the sender. Requests are then not counted, and the body may have undeclared members. */
  readonly signed?: true;
  /** Whether the operation may return data that is a few seconds old, so that it reads from a replica if there is one. */
  readonly stale?: true;
  /** Path parameter with the course that the operation changes in a way that can affect its learners. */
  readonly changesCourse?: string;
  readonly stepUp?: StepUpRow;
  /** The quotas, counted in this order before the handler runs. */
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
