import type { OperationCodes, ProblemCode, Schemas } from './contract.ts';

/**
 * Codes that the contract does not list. `unexpected_response`: something other than the service responded. `unknown_code`: the code is newer than this client;
 * `problem.code` contains it, and the status says what kind of error it is.
 */
export type UnlistedCode = 'unexpected_response' | 'unknown_code';

/** An error that the service returned. */
export class LmsError extends Error {
  override readonly name = 'LmsError';
  readonly status: number;
  /** Code by which programs decide. */
  readonly code: ProblemCode | UnlistedCode;
  /** All errors of the request, if its code is `validation_error`. */
  readonly errors: readonly Schemas['FieldError'][];
  readonly requestId: string | null;
  /** The whole body of the response, if the service sent it. */
  readonly problem: Schemas['Problem'] | null;
  readonly response: Response;

  /** @param codes the codes of the surface, as far as this client knows them */
  constructor(what: string, body: unknown, response: Response, codes: ReadonlySet<string>) {
    const problem = isProblem(body) ? body : null;
    const errors = (problem as { errors?: Schemas['FieldError'][] } | null)?.errors ?? [];
    const detail = problem
      ? `${problem.code}: ${[problem.detail, ...errors.map(({ field, code, message }) => `${field} ${code}: ${message}`)].join(' | ')}`
      : 'this is not a response from the API; is the URL right?';
    super(`${what}: ${response.status} ${detail}`);
    this.status = response.status;
    this.code = problem === null ? 'unexpected_response' : codes.has(problem.code) ? (problem.code as ProblemCode) : 'unknown_code';
    this.errors = errors;
    this.requestId = problem?.request_id ?? response.headers.get('X-Request-Id');
    this.problem = problem;
    this.response = response;
  }
}

/** Returns the code of an error of this operation, as the type of a `switch` over all codes that the operation can return. */
export const codeOf = <Id extends keyof OperationCodes>(error: LmsError, _operation: Id): OperationCodes[Id] | UnlistedCode =>
  error.code as OperationCodes[Id] | UnlistedCode;

/** Thrown if the service could not be reached, or the connection to it broke. `cause` says why. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

const isProblem = (body: unknown): body is Schemas['Problem'] => typeof body === 'object' && body !== null && 'code' in body && 'detail' in body;
