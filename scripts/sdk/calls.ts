import createClient, { type Client, type FetchResponse, type MaybeOptionalInit } from 'openapi-fetch';
import { ConnectionError, LmsError } from './errors.ts';
import { type Fetch, IDEMPOTENCY_KEY, patientFetch, type Retry } from './retry.ts';

export interface ConnectOptions {
  /** URL of the service: `https://learn.example.org`. */
  url: string;
  retry?: Partial<Retry>;
  /** Headers that are sent with every request. */
  headers?: Record<string, string>;
  /** Function to use instead of the platform's fetch. */
  fetch?: Fetch;
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Media = `${string}/${string}`;
type PathWith<Paths, M extends Method> = { [Path in keyof Paths]: Paths[Path] extends Record<M, { responses: unknown }> ? Path : never }[keyof Paths];
type Operation<PathItem, M> = PathItem extends Record<M & string, infer Found extends Record<string | number, unknown>> ? Found : never;
type Body<Answer> = Answer extends { data: infer Data } ? ([Data] extends [never] ? undefined : Data) : never;
type Init<PathItem, M extends keyof PathItem> = MaybeOptionalInit<PathItem, M>;
/** Required if the operation requires a parameter or a body. */
type Rest<T> = undefined extends T ? [init?: T] : [init: T];

export type Call<Paths, M extends Method> = <Path extends PathWith<Paths, M>, const I extends Init<Paths[Path], M & keyof Paths[Path]>>(
  path: Path,
  ...init: Rest<I>
) => Promise<Body<FetchResponse<Operation<Paths[Path], M>, I, Media>>>;

type ItemOf<T> = T extends { get: { responses: { 200: { content: { 'application/json': { next: string | null; results: (infer Item)[] } } } } } }
  ? Item
  : never;
type PathOfList<Paths> = { [Path in keyof Paths]: [ItemOf<Paths[Path]>] extends [never] ? never : Path }[keyof Paths];

export interface Calls<Paths extends object> {
  get: Call<Paths, 'get'>;
  post: Call<Paths, 'post'>;
  put: Call<Paths, 'put'>;
  patch: Call<Paths, 'patch'>;
  delete: Call<Paths, 'delete'>;
  /** Returns the objects of all pages of a list, reading each page when it is needed. */
  list<Path extends PathOfList<Paths>>(path: Path, ...init: Rest<Init<Paths[Path], 'get' & keyof Paths[Path]>>): AsyncGenerator<ItemOf<Paths[Path]>, void>;
  /** Underlying client of openapi-fetch, which returns `{ data, error, response }`. */
  raw: Client<Paths>;
  /** Sends any request, with the same credential and the same retries. `path` is what follows the origin. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

interface Surface {
  prefix: string;
  headers: Record<string, string>;
  /** Whether a POST to this path after the prefix may carry an Idempotency-Key. */
  takesKey(path: string): boolean;
  /** The codes of errors that this client knows. */
  codes: ReadonlySet<string>;
  send: Fetch;
}

type Loose = (path: string, init?: Record<string, unknown>) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

const PAGE_SIZE = 200;

/** @throws TypeError if the URL is missing or not of http(s), because no compiler has checked the program or a setting is not there */
export function requireUrl(options: Partial<ConnectOptions> | undefined): void {
  if (!/^https?:\/\/./i.test(options?.url ?? '')) throw new TypeError('url must be that of the service');
}

export function connect<Paths extends object>({ url, retry, headers }: ConnectOptions, surface: Surface): Calls<Paths> {
  const origin = url.replace(/\/+$/, '');
  const patient = patientFetch(surface.send, retry);
  const common = { ...surface.headers, ...headers };
  const keyed = (request: Request, path: string): void => {
    if (request.method === 'POST' && !request.headers.has(IDEMPOTENCY_KEY) && surface.takesKey(path)) request.headers.set(IDEMPOTENCY_KEY, newKey());
  };
  const raw = createClient<Paths>({ baseUrl: origin + surface.prefix, headers: common, credentials: 'include', redirect: 'manual', fetch: patient });
  raw.use({ onRequest: ({ request, schemaPath }) => keyed(request, schemaPath) });

  const call = (method: Method) => async (path: string, init?: object) => {
    const answer = await (raw[method.toUpperCase() as 'GET'] as unknown as Loose)(path, { ...init }).catch((error) => {
      throw error instanceof SyntaxError
        ? new ConnectionError(`${method.toUpperCase()} ${path}: the response is not JSON; is the URL right?`, { cause: error })
        : error;
    });
    if (!answer.response.ok) throw new LmsError(`${method.toUpperCase()} ${path}`, answer.error, answer.response, surface.codes);
    return answer.data;
  };
  const get = call('get');

  async function* list(path: string, init?: { params?: { query?: object } }): AsyncGenerator<unknown, void> {
    const query = { page_size: PAGE_SIZE, ...init?.params?.query };
    let page = (await get(path, { ...init, params: { ...init?.params, query } })) as { next: string | null; results: unknown[] };
    yield* page.results;
    while (page.next !== null) {
      // Only the query of the link is used: the credential is never sent anywhere but to the URL that the client was given.
      const { search } = new URL(page.next, origin);
      page = (await get(path, { ...init, querySerializer: () => search.slice(1) })) as typeof page;
      yield* page.results;
    }
  }

  const calls = {
    get,
    post: call('post'),
    put: call('put'),
    patch: call('patch'),
    delete: call('delete'),
    list,
    raw,
    fetch: (path: string, init?: RequestInit) => {
      const request = new Request(origin + path, { credentials: 'include', redirect: 'manual', ...init });
      for (const [name, value] of Object.entries(common)) if (!request.headers.has(name)) request.headers.set(name, value);
      keyed(request, path.slice(surface.prefix.length).replace(/\?.*/s, ''));
      return patient(request);
    },
  };
  return calls as unknown as Calls<Paths>;
}

/** Returns a random key. `crypto.randomUUID` exists only on pages that were loaded over https. */
const newKey = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
