import {
  type ContractOperation,
  type Deprecable,
  type Document,
  eventsOf,
  isAgent,
  operationsOf,
  patternsOf,
  resolve,
  type Schema,
  schemasByUse,
} from './document.ts';
import { discriminatorOf, flat } from './flat.ts';
import { isLinearPattern } from './linear.ts';

const SCOPES = /^(none|each|(courses|chapters|lessons|org_settings):(view|edit))$/;
const ACCESS = /^(public|visitor|user|second_factor|member|learner|creator|affiliate|kiosk)$/;
const VERBS = /^[a-z]+([A-Z][a-zA-Z0-9]*)?$/;

/** Checks the rules that `openapi.json` must follow beyond being valid OpenAPI. Returns the faults. */
export function contractFaults(document: Document): string[] {
  const faults: string[] = [];
  const seen = new Set<string>();
  const summaries = new Set<string | undefined>();
  const tags = new Set((document.tags ?? []).map((tag) => tag.name));
  for (const { method, path, operation } of operationsOf(document)) {
    const name = operation.operationId ?? `${method} ${path}`;
    const fault = (what: string) => faults.push(`${name}: ${what}`);
    if (!VERBS.test(name)) fault('the operationId is not camelCase');
    if (seen.has(name)) fault('the operationId is used twice');
    seen.add(name);
    if (!/\/(?:[a-z]+\.json)?$/.test(path)) fault('the path ends neither in a slash nor in the name of a file');
    if (operation.tags?.length !== 1 || !tags.has(operation.tags[0] ?? '')) fault('needs exactly one tag, which must be listed in the document');
    if (!operation.summary || !operation.description) fault('needs a summary and a description');
    if (summaries.has(operation.summary)) fault('the summary is used twice');
    summaries.add(operation.summary);
    for (const missing of [
      ...accessFaults(operation),
      ...quotaFaults(document, operation),
      ...staleFaults(method, operation),
      ...stepUpFaults(document, operation),
    ])
      fault(missing);
    const named = [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1]);
    const declared = (operation.parameters ?? []).map((parameter) => resolve(document, parameter)).filter((parameter) => parameter.in === 'path');
    if (named.join() !== declared.map((parameter) => parameter.name).join())
      fault(`the path parameters ${named} are declared as ${declared.map((p) => p.name)}`);
    for (const [status, declaredResponse] of Object.entries(operation.responses ?? {})) {
      const response = resolve(document, declaredResponse);
      if (!/^[1-5]\d\d$/.test(status)) fault(`${status} is not a status from 100 to 599`);
      if (!response.headers?.['X-Request-Id']) fault(`response ${status} does not declare X-Request-Id`);
      if (Number(status) >= 400 && !response.content?.['application/problem+json']) fault(`response ${status} is not a problem document`);
    }
    for (const [what, one] of [
      ['', operation],
      ...(operation.parameters ?? []).map((parameter) => resolve(document, parameter)).map((one) => [`parameter ${one.name}: `, one] as const),
    ] as const)
      if (!announcesSunset(one)) fault(`${what}what is deprecated needs x-deprecated-since, and x-sunset at least twelve months later`);
    if (!operation.responses?.['500']) fault('does not declare the status 500');
    if (operation.requestBody && !(operation.responses?.['413'] && operation.responses['415'] && operation.responses['400']))
      fault('has a body but does not declare the statuses 400, 413 and 415');
  }
  const grouped = (document['x-tagGroups'] ?? []).flatMap((group) => group.tags);
  for (const tag of tags) if (grouped.filter((name) => name === tag).length !== 1) faults.push(`${tag}: the tag must be in exactly one group of x-tagGroups`);
  for (const tag of grouped) if (!tags.has(tag)) faults.push(`${tag}: x-tagGroups names a tag that does not exist`);
  const { responses } = schemasByUse(document);
  const branches = branchesIn(document);
  for (const [name, schema] of Object.entries(document.components.schemas))
    checkSchema(name, schema as Schema, !responses.has(name) && !branches.has(name), faults);
  for (const name of responses) faults.push(...orderFaults(name, document.components.schemas[name] as Schema));
  for (const [kind, schema] of eventsOf(document)) checkSchema(kind, schema, false, faults);
  faults.push(...unnamedEnumerations(document));
  for (const pattern of patternsOf(document)) if (!isLinearPattern(pattern)) faults.push(`${pattern}: the pattern can take more than linear time on some text`);
  for (const cycle of cycles(document)) faults.push(`${cycle}: the schema is circular`);
  return faults;
}

/** Checks that objects begin with their ID, where people look for it, and then their name. JSON-LD begins with its context. */
function orderFaults(name: string, { properties = {} }: Schema): string[] {
  const members = Object.keys(properties as object);
  if (!members.includes('id') || members.includes('@context')) return [];
  const first = ['id', 'name', 'title'].filter((member) => members.includes(member));
  return first.join() === members.slice(0, first.length).join()
    ? []
    : [`${name}: begins with ${first.join(', ')}, because responses list members in this order`];
}

function accessFaults(operation: ContractOperation): string[] {
  const schemes = (operation.security ?? []).flatMap((requirement) => Object.keys(requirement));
  if (operation.security === undefined || schemes.length > 1) return ['needs its own security with at most one scheme'];
  if (schemes[0] === 'agentKey')
    return SCOPES.test(operation['x-scope'] ?? '') ? [] : ['an operation with agentKey needs x-scope, such as "courses:edit", "none" or "each"'];
  if (!ACCESS.test(operation['x-access'] ?? '')) return ['needs x-access: public, visitor, user, second_factor, member, learner, creator, affiliate or kiosk'];
  if ((schemes[0] === 'kiosk') !== (operation['x-access'] === 'kiosk')) return ['x-access: kiosk and security [{"kiosk": []}] belong together'];
  const isOptional = schemes.length > 0 && (operation.security ?? []).some((requirement) => Object.keys(requirement).length === 0);
  return isOptional === (operation['x-access'] === 'visitor') ? [] : ['x-access: visitor and security [{"cookieAuth": []}, {}] belong together'];
}

function bodySchema(document: Document, operation: ContractOperation): Schema {
  const body = operation.requestBody && resolve(document, operation.requestBody);
  return body ? flat(document, resolve(document, Object.values(body.content)[0]?.schema ?? {}) as Schema) : {};
}

const bodyMembers = (document: Document, operation: ContractOperation): Set<string> =>
  new Set(Object.keys((bodySchema(document, operation).properties as object | undefined) ?? {}));

const requiredMembers = (document: Document, operation: ContractOperation): Set<string> =>
  new Set((bodySchema(document, operation).required as string[] | undefined) ?? []);

/** Checks that the quotas of an operation are declared and count by keys that the operation has. */
function quotaFaults(document: Document, operation: ContractOperation): string[] {
  const members = bodyMembers(document, operation);
  const hasMember = (name: string) => members.has(name);
  return (operation['x-quota'] ?? []).flatMap(({ name, by, when, unless }) => [
    ...(document['x-quotas'][name] ? [] : [`x-quotas does not declare ${name}`]),
    ...by.flatMap((key) => ((key.startsWith('body.') ? hasMember(key.slice('body.'.length)) : QUOTA_KEYS.has(key)) ? [] : [`a quota cannot count by ${key}`])),
    ...[when, unless].flatMap((member) => (member === undefined || hasMember(member) ? [] : [`the body has no field ${member}`])),
  ]);
}

/** Checks `x-stale`, which the agent surface cannot have: its clients have nothing that remembers their changes (see src/http/own-writes.ts). */
function staleFaults(method: string, operation: ContractOperation): string[] {
  if (operation['x-stale'] === undefined) return [];
  const isFit = operation['x-stale'] === true && method === 'get' && !isAgent(operation) && !operation['x-waits-outside'];
  return isFit ? [] : ['x-stale is true, and only for a GET of the session surface that waits for no other system'];
}

const STEP_UP = new Set(['when', 'is', 'in_body', 'second_factor', 'after', 'if_operation_asks']);

/** Checks that a proof can be asked for, and that the conditions name fields and operations that exist. */
export function stepUpFaults(document: Document, operation: ContractOperation): string[] {
  const mark = operation['x-step-up'];
  if (mark === undefined) return [];
  const access = operation['x-access'] ?? '';
  const hasUser = !['', 'public', 'visitor', 'second_factor', 'kiosk'].includes(access);
  const { when, is, in_body: inBody = [], after, if_operation_asks: onDemand, ...rest } = mark === true ? {} : mark;
  const unknown = Object.keys(mark === true ? {} : mark).filter((name) => !STEP_UP.has(name));
  const first = operationsOf(document).find(({ operation: { operationId } }) => operationId === after)?.operation;
  const conditions = [when, inBody.length || undefined, after, onDemand].filter((condition) => condition !== undefined).length;
  const isEmpty = mark !== true && conditions === 0 && !rest.second_factor;
  return [
    ...(hasUser ? [] : ['x-step-up is for operations that somebody who is signed in calls']),
    ...unknown.map((name) => `x-step-up has no member ${name}`),
    ...[...inBody, ...(when === undefined ? [] : [when])]
      .filter((name) => !bodyMembers(document, operation).has(name))
      .map((name) => `the body has no field ${name}`),
    ...(inBody.length === 1 && !requiredMembers(document, operation).has(inBody[0] as string)
      ? ['of x-step-up.in_body, a single field is required in the body']
      : []),
    ...(is !== undefined && when === undefined ? ['x-step-up.is belongs to when'] : []),
    ...(after !== undefined && !first?.['x-step-up'] ? [`x-step-up: ${after} is no operation with x-step-up`] : []),
    ...(conditions > 1 || isEmpty ? ['x-step-up is true, or has one condition'] : []),
  ];
}

const TWELVE_MONTHS_MS = 365 * 24 * 3600_000;

function announcesSunset({ deprecated, 'x-deprecated-since': since = '', 'x-sunset': sunset = '' }: Deprecable): boolean {
  return !deprecated || Date.parse(sunset) - Date.parse(since) >= TWELVE_MONTHS_MS;
}

const QUOTA_KEYS = new Set(['address', 'path', 'user', 'user.email', 'organisation', 'known_browser']);

/** Returns the schemas that are branches of a union, or parts of a branch: the union declares what else a body may contain. */
function branchesIn(document: Document): Set<string> {
  const named = (schemas: unknown): string[] => ((schemas ?? []) as Schema[]).flatMap(({ $ref }) => ($ref ? [String($ref).split('/').at(-1) as string] : []));
  const branches = Object.values(document.components.schemas).flatMap((schema) => (discriminatorOf(schema as Schema) ? named((schema as Schema).oneOf) : []));
  return new Set(branches.flatMap((name) => [name, ...named((document.components.schemas[name] as Schema).allOf)]));
}

/** Checks a schema. `onlySent`: whether only requests contain it. What clients read declares additionalProperties only if it is open for another reason. */
function checkSchema(where: string, schema: Schema, onlySent: boolean, faults: string[]): void {
  if ('$ref' in schema) return;
  const types = [schema.type ?? []].flat() as string[];
  if (onlySent && types.includes('object') && !schema.oneOf && schema.additionalProperties === undefined)
    faults.push(`${where}: an object must declare additionalProperties`);
  if (types.includes('object') && schema.additionalProperties === true && !schema.description)
    faults.push(`${where}: an open object needs a description that explains why it is open`);
  const bounded =
    schema.maxLength !== undefined ||
    schema.format === 'binary' ||
    schema.enum ||
    schema.const !== undefined ||
    schema.format === 'uuid' ||
    schema.format === 'date';
  if (types.includes('string') && !bounded) faults.push(`${where}: a string needs maxLength`);
  if (types.includes('array') && schema.maxItems === undefined) faults.push(`${where}: an array needs maxItems`);
  if ((types.includes('integer') || types.includes('number')) && (schema.minimum === undefined || schema.maximum === undefined))
    faults.push(`${where}: a number needs minimum and maximum`);
  for (const [name, property] of Object.entries((schema.properties as Record<string, Schema>) ?? {}))
    checkSchema(`${where}.${name}`, property, onlySent, faults);
  if (schema.items) checkSchema(`${where}[]`, schema.items as Schema, onlySent, faults);
  for (const branch of [schema.allOf, schema.oneOf, schema.anyOf].flatMap((branches) => (branches as Schema[]) ?? []))
    checkSchema(where, branch, onlySent, faults);
}

/** Finds enumerations that are not components, and components that are nullable: a place that can be null is `anyOf` the component and null. */
function unnamedEnumerations(document: Document): string[] {
  const faults: string[] = [];
  const visit = (value: unknown, where: string): void => {
    if (!value || typeof value !== 'object') return;
    if (Array.isArray((value as Schema).enum)) {
      if (!/^components\.schemas\.\w+$/.test(where)) faults.push(`${where}: an enumeration must be a named schema (for a single value, use const)`);
      else if (((value as Schema).enum as unknown[]).includes(null)) faults.push(`${where}: where null is possible, use anyOf with this schema and null`);
    }
    for (const [name, member] of Object.entries(value)) if (!name.startsWith('example')) visit(member, where ? `${where}.${name}` : name);
  };
  visit({ paths: document.paths, webhooks: document.webhooks, components: document.components }, '');
  return faults;
}

function cycles(document: Document): string[] {
  const edges = new Map(
    Object.entries(document.components.schemas).map(([name, schema]) => [
      name,
      [...JSON.stringify(schema).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map((match) => match[1] as string),
    ]),
  );
  const reaches = (from: string, to: string, visited = new Set<string>()): boolean =>
    (edges.get(from) ?? []).some((next) => next === to || (!visited.has(next) && reaches(next, to, visited.add(next))));
  return [...edges.keys()].filter((name) => reaches(name, name));
}
