import { readFile } from 'node:fs/promises';
import stringify from 'json-stringify-pretty-compact';
import type { OpenAPIV3_1 as O } from 'openapi-types';
import { componentsReached } from '../../src/http/contract/references.ts';

export const CONTRACT_FILE = new URL('../../openapi.json', import.meta.url);
export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Marks that say when something was deprecated and until when it works, as RFC 3339. */
export interface Deprecable {
  deprecated?: boolean;
  'x-deprecated-since'?: string;
  'x-sunset'?: string;
}

/** An operation with the marks of this service (see "How to add an operation" in src/README.md). */
export type ContractOperation = O.OperationObject &
  Deprecable & {
    operationId: string;
    'x-scope'?: string;
    'x-access'?: string;
    /** Whether the operation sends a new session cookie. */
    'x-starts-session'?: boolean;
    'x-qa'?: boolean;
    /** Whether the operation waits for another system before it is done. */
    'x-waits-outside'?: boolean;
    /** Whether any site may call the operation, which then uses no cookie and proves itself otherwise. */
    'x-any-site'?: boolean;
    /** Whether a signature over the bytes of the body proves the sender. */
    'x-signed'?: boolean;
    /** Whether the operation may show what was true a few seconds ago. */
    'x-stale'?: boolean;
    /** Name of the path parameter that identifies the course, if the operation changes a course in a way that can concern its learners. */
    'x-changes-course'?: string;
    'x-max-body-bytes'?: number;
    'x-quota'?: { name: string; by: string[]; when?: string; unless?: string; spares_known_browser?: true; gives_back?: true }[];
    /** Whether the operation needs a proof that is not older than ten minutes: always (`true`), or under these conditions. */
    'x-step-up'?: true | StepUpMark;
  };

/** Conditions under which an operation needs a proof, and its kind (see "Step-up" in the introduction of the contract). */
export interface StepUpMark {
  when?: string;
  /** Value of the field `when` that requires a proof, or several such values. */
  is?: string | string[];
  in_body?: string[];
  second_factor?: boolean;
  after?: string;
  if_operation_asks?: boolean;
}

/** A response with the codes that it can carry, if it is an error. */
export type ErrorResponse = O.ResponseObject & { 'x-codes'?: string[] };

/** The quotas that operations count against, by name. */
export type QuotaDeclarations = Record<
  string,
  {
    limit: number;
    window_seconds: number;
    requires?: string;
    /** Requests that count, if not all. `failures`: all except those that succeed. `done`: all except those that are refused. */
    counts?: 'failures' | 'done';
    /** Pauses with which requests are allowed beyond the limit, each twice as long as the one before. */
    pauses?: { first_seconds: number; longest_seconds: number };
    description: string;
  }
>;

/** Routes that a web application must offer, by name: links in emails and responses lead there. */
export type RouteDeclarations = Record<string, { path: string; query: Record<string, string>; description: string }>;

export type Document = O.Document & {
  'x-web-app-routes': RouteDeclarations;
  'x-quotas': QuotaDeclarations;
  'x-tagGroups'?: { name: string; tags: string[] }[];
  components: Required<Pick<O.ComponentsObject, 'schemas' | 'parameters' | 'responses' | 'headers'>>;
};
export type Schema = Record<string, unknown>;

export interface OperationEntry {
  method: (typeof METHODS)[number];
  path: string;
  operation: ContractOperation;
}

export async function readContract(file: URL | string = CONTRACT_FILE): Promise<Document> {
  return JSON.parse(await readFile(file, 'utf8')) as Document;
}

/** Formats the contract in its canonical form, so that a diff shows only actual changes. */
export const canonical = (document: unknown): string => `${stringify(document, { maxLength: 140, indent: 2 })}\n`;

export function operationsOf(document: Document): OperationEntry[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item?.[method] as ContractOperation | undefined;
      return operation ? [{ method, path, operation }] : [];
    }),
  );
}

/** @throws if there is no operation with this id */
export function findOperation(document: Document, id = ''): OperationEntry {
  const entry = operationsOf(document).find(({ operation }) => operation.operationId === id);
  if (!entry) throw new Error(`openapi.json has no operation ${id || '(set OPERATION= to its id)'}`);
  return entry;
}

/** Returns the path of the list in which an operation creates an object that has a path of its own, or null. A copy appears beside its original. */
export function createsIn(document: Document, { method, path, operation }: OperationEntry): string | null {
  if (method !== 'post' || !operation.responses?.['201']) return null;
  const list = path.replace(/\{\w+\}\/duplicate\/$/, '');
  const isMember = (other: string) => other.startsWith(list) && /^\{\w+\}\/$/.test(other.slice(list.length));
  return Object.entries(document.paths ?? {}).some(([other, item]) => isMember(other) && item?.get) ? list : null;
}

/** Returns the events that the service sends, by kind. */
export const eventsOf = (document: Document): [kind: string, body: Schema][] =>
  Object.entries(document.webhooks ?? {}).flatMap(([kind, item]) => {
    const body = (item as O.PathItemObject).post?.requestBody;
    const schema = body && resolve(document, body).content['application/json']?.schema;
    return schema ? [[kind, schema as Schema]] : [];
  });

/** Returns the named schemas that requests contain, and those that responses and events contain. A schema can be in both. */
export function schemasByUse(document: Document): { requests: Set<string>; responses: Set<string> } {
  const operations = operationsOf(document).map(({ operation }) => operation);
  const uses = (roots: unknown[]): Set<string> =>
    new Set([...componentsReached(componentsOf(document), roots)].flatMap((name) => (name.startsWith('schemas/') ? [name.slice('schemas/'.length)] : [])));
  return {
    requests: uses(operations.flatMap(({ requestBody, parameters }) => [requestBody, parameters])),
    responses: uses([...operations.map(({ responses }) => responses), document.webhooks]),
  };
}

/** Whether the JSON of a value, or of a component that it refers to, contains this text. */
export function mentions(document: Document, value: unknown, text: string): boolean {
  const components = componentsOf(document);
  const reached = [...componentsReached(components, [value])].map((place) => {
    const [kind = '', name = ''] = place.split('/');
    return components[kind]?.[name];
  });
  return [value, ...reached].some((one) => JSON.stringify(one)?.includes(text));
}

const componentsOf = ({ components }: Document) => components as unknown as Record<string, Record<string, unknown>>;

export const successesOf = ({ responses = {} }: ContractOperation) =>
  Object.entries(responses).flatMap(([status, response]) => (status.startsWith('2') && response ? [response] : []));

/** Returns the name of the generated validator of an event. */
export const eventValidator = (kind: string): string => `event_${kind.replaceAll(/\W/g, '_')}`;

/** Returns every regular expression of the document, once. */
export function patternsOf(document: Document): Set<string> {
  const patterns = new Set<string>();
  mapSchema(document, (schema) => {
    if (typeof schema.pattern === 'string') patterns.add(schema.pattern);
    return schema;
  });
  return patterns;
}

type Resolved<T> = Exclude<T, O.ReferenceObject>;

export function resolve<T>(document: Document, value: T): Resolved<T> {
  if (!(value && typeof value === 'object' && '$ref' in value)) return value as Resolved<T>;
  const target = (value.$ref as string)
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], document);
  if (target === undefined) throw new Error(`openapi.json: the reference ${String(value.$ref)} leads nowhere`);
  return resolve<T>(document, target as T);
}

export const reference = (kind: keyof O.ComponentsObject, name: string) => ({ $ref: `#/components/${kind}/${name}` });

export const isAgent = ({ security }: ContractOperation): boolean => (security ?? []).some((requirement) => 'agentKey' in requirement);

/** Whether the operation carries out others, each of which needs its own scope. */
export const isBatch = (operation: ContractOperation): boolean => operation['x-scope'] === 'each';

export const kebab = (tag: string): string => tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/** Returns a copy of `value` in which every object has been passed through `change`, from the leaves up. */
export function mapSchema(value: unknown, change: (schema: Schema) => Schema): unknown {
  if (Array.isArray(value)) return value.map((item) => mapSchema(item, change));
  if (!value || typeof value !== 'object') return value;
  return change(Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapSchema(item, change)])));
}
