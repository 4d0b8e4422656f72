import type { ProblemCode, Schemas } from './contract.ts';

/** An error that the service returned. */
export class LmsError extends Error {
  override readonly name = 'LmsError';
  readonly status: number;
  /** What programs decide by. `unexpected_response` means that something else than the service responded. */
  readonly code: ProblemCode | 'unexpected_response' | (string & {});
  /** All errors of the request, if its code is `validation_error`. */
  readonly errors: readonly Schemas['FieldError'][];
  readonly requestId: string | null;
  /** The whole body of the response, if the service sent it. */
  readonly problem: Schemas['Problem'] | null;
  readonly response: Response;

  constructor(what: string, body: unknown, response: Response) {
    const problem = isProblem(body) ? body : null;
    const errors = (problem as { errors?: Schemas['FieldError'][] } | null)?.errors ?? [];
    const detail = problem
      ? `${problem.code}: ${[problem.detail, ...errors.map(({ field, code, message }) => `${field} ${code}: ${message}`)].join(' | ')}`
      : 'this is not a response of the API; is the URL right?';
    super(`${what}: ${response.status} ${detail}`);
    this.status = response.status;
    this.code = problem?.code ?? 'unexpected_response';
    this.errors = errors;
    this.requestId = problem?.request_id ?? response.headers.get('X-Request-Id');
    this.problem = problem;
    this.response = response;
  }
}

/** The service could not be reached, or the connection to it broke. `cause` says why. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

const isProblem = (body: unknown): body is Schemas['Problem'] => typeof body === 'object' && body !== null && 'code' in body && 'detail' in body;
