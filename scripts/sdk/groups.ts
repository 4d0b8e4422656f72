import type { FetchOptions, FetchResponse } from 'openapi-fetch';
import type { Calls } from './calls.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Media = `${string}/${string}`;

/** Operations of one tag: a name, and the method and path of each. */
export type GroupTable = Readonly<Record<string, string>>;
export type GroupTables = Readonly<Record<string, GroupTable>>;

type OperationAt<Paths, Path, M> = Path extends keyof Paths
  ? M extends keyof Paths[Path]
    ? Extract<Paths[Path][M], Record<string | number, unknown>>
    : never
  : never;

type PathOf<Operation> = Operation extends { parameters: { path: infer Path extends object } } ? [path: Path] : [];
type QueryOf<Operation> = Operation extends { parameters: { query: infer Query extends object } }
  ? [query: Query]
  : Operation extends { parameters: { query?: infer Query } }
    ? [query?: NonNullable<Query>]
    : [query?: undefined];
type BodyOf<Operation> =
  FetchOptions<Operation> extends { body: infer Body }
    ? [body: Body]
    : FetchOptions<Operation> extends { body?: infer Body }
      ? [body?: Body]
      : [body?: undefined];
type DataOf<Operation, M> = M extends 'get' ? QueryOf<Operation> : BodyOf<Operation>;

export interface GroupOptions {
  /** Query of an operation other than GET. A GET takes its query as an argument. */
  query?: Record<string, unknown>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  parseAs?: 'json' | 'text' | 'blob' | 'arrayBuffer' | 'stream';
}

type AnswerOf<Operation extends Record<string | number, unknown>, Options> =
  FetchResponse<Operation, Options, Media> extends infer Answer
    ? Answer extends { data: infer Data }
      ? [Data] extends [never]
        ? undefined
        : Data
      : never
    : never;

/** The first page of a list if awaited, and the objects of all pages with `for await`. Nothing is sent before. */
export interface Pages<Page, Item> extends PromiseLike<Page>, AsyncIterable<Item> {
  catch<Other = never>(onRejected: (reason: unknown) => Other | PromiseLike<Other>): Promise<Page | Other>;
}

type Returned<Answer> = Answer extends { next: string | null; results: readonly (infer Item)[] } ? Pages<Answer, Item> : Promise<Answer>;

type GroupCall<Operation extends Record<string | number, unknown>, M> = <const Options extends GroupOptions = Record<never, never>>(
  ...args: [...PathOf<Operation>, ...DataOf<Operation, M>, options?: Options]
) => M extends 'get' ? Returned<AnswerOf<Operation, Options>> : Promise<AnswerOf<Operation, Options>>;

/**
 * Operations by their tags: `lms.courses.create({ title })`, `lms.courses.update({ id }, { title })`, `lms.lessons.list({ course_pk, chapter_pk })`. The first
 * argument contains the path parameters, and the next one the body, or the query of a GET.
 */
export type Grouped<Paths, Tables> = {
  readonly [Group in keyof Tables]: {
    readonly [Name in keyof Tables[Group]]: Tables[Group][Name] extends `${infer M extends Method} ${infer Path}`
      ? GroupCall<OperationAt<Paths, Path, M>, M>
      : never;
  };
};

type Loose = Record<Method, (path: string, init: object) => Promise<unknown>> & { list(path: string, init: object): AsyncGenerator<unknown, void> };

export function grouped<Paths extends object, Tables extends GroupTables>(calls: Calls<Paths>, tables: Tables): Grouped<Paths, Tables> {
  const loose = calls as unknown as Loose;
  return mapped(tables, (table) => mapped(table, (route) => callOf(loose, route))) as unknown as Grouped<Paths, Tables>;
}

const mapped = <From, To>(record: Readonly<Record<string, From>>, change: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));

function callOf(calls: Loose, route: string): (...args: object[]) => unknown {
  const [method, template] = route.split(' ') as [Method, string];
  return (...args) => {
    const path = template.includes('{') ? args.shift() : undefined;
    const [data, { query, ...options } = {}] = args as [object?, GroupOptions?];
    const init = method === 'get' ? { ...options, params: { path, query: { ...data, ...query } } } : { ...options, params: { path, query }, body: data };
    if (method !== 'get') return calls[method](template, init);
    const read = () => calls.get(template, init);
    const first: Pages<unknown, unknown> = {
      // biome-ignore lint/suspicious/noThenProperty: it is a promise that sends its request only when somebody waits for it
      then: (onFulfilled, onRejected) => read().then(onFulfilled, onRejected),
      catch: (onRejected) => read().catch(onRejected),
      [Symbol.asyncIterator]: () => calls.list(template, init),
    };
    return first;
  };
}
