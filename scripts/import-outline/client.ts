import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from '../../generated/client.ts';
import { ImportError } from './import-error.ts';
import { type Patience, patientFetch } from './patient-fetch.ts';

export type Api = Client<paths>;

export const connect = (url: string, apiKey: string, patience?: Partial<Patience>): Api =>
  createClient<paths>({ baseUrl: url, headers: { Authorization: `Bearer ${apiKey}` }, redirect: 'manual', fetch: patientFetch(patience) });

interface Result<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** Returns the server's response to the request for `what`, and whether it repeats the response to an earlier request with the same Idempotency-Key.
 * @throws ImportError with code, detail and faults if the request is rejected */
export async function answerTo<T>(what: string, asked: Promise<Result<T>>): Promise<{ data: T; replayed: boolean }> {
  const { data, error, response } = await asked.catch((fault: unknown) => {
    throw fault instanceof SyntaxError ? new ImportError(`${what}: the response is not JSON; is the URL right?`) : fault;
  });
  if (data === undefined) throw new ImportError(`${what}: ${response.status} ${describe(error, response)}`);
  return { data, replayed: response.headers.get('Idempotent-Replayed') === 'true' };
}

type Problem = components['schemas']['Problem'] & Partial<components['schemas']['ValidationProblem']>;

function describe(error: unknown, { statusText }: Response): string {
  if (!isProblem(error)) return `${statusText}; this is not a response of the API; is the URL right?`;
  const faults = error.errors?.map(({ field, code, message }) => `${field} ${code}: ${message}`) ?? [];
  return `${error.code}: ${[error.detail, ...faults].join(' | ')}`;
}

const isProblem = (error: unknown): error is Problem => typeof error === 'object' && error !== null && 'code' in error && 'detail' in error;
