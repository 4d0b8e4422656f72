import type { OpenAPIV3_1 as O } from 'openapi-types';
import { ROUTES_CHAPTER, withoutRoutes } from '../../src/http/contract/contract-part.ts';
import {
  type ContractOperation,
  createsIn,
  type Document,
  isAgent,
  mapSchema,
  type OperationEntry,
  operationsOf,
  reference,
  resolve,
  type Schema,
  schemasByUse,
} from './document.ts';
import { completeErrors, takesKey } from './error-responses.ts';

type Responses = Record<string, unknown>;

/**
 * Adds to each operation what follows from its marks and its handler, unless it declares something else: the errors, the parameters that name the organisation
 * and the site, and the headers of every response. Opens what clients read to new members. Modifies the document, and returns the declared error statuses that
 * no error has.
 */
export function complete(document: Document): string[] {
  describeRoutes(document);
  nameParameters(document);
  for (const entry of operationsOf(document)) if (needsKey(document, entry)) addParameter(document, entry.operation, 'IdempotencyKey');
  const faults = completeErrors(document);
  for (const entry of operationsOf(document)) {
    const { operation } = entry;
    if (['creator', 'member', 'visitor'].includes(operation['x-access'] ?? '')) addParameter(document, operation, 'Organisation');
    if (isAgent(operation)) addParameter(document, operation, 'Prefer');
    else if (entry.method !== 'get' && !operation['x-any-site']) addParameter(document, operation, 'Origin');
    const idempotent = takesKey(operation);
    const isDeprecated = [operation, ...(operation.parameters ?? []).map((parameter) => resolve(document, parameter))].some(({ deprecated }) => deprecated);
    if (isDeprecated) Object.assign(document.components.headers, DEPRECATION_HEADERS);
    for (const response of Object.values(operation.responses ?? {})) {
      if ('$ref' in response) continue;
      const isSuccess = response === successOf(operation);
      const names = ['X-Request-Id', ...(isAgent(operation) && isSuccess ? ['RateLimit', 'RateLimit-Policy', 'Preference-Applied'] : [])];
      if (isSuccess && createsIn(document, entry) !== null) names.push('Location');
      if (idempotent && isSuccess) names.push('Idempotent-Replayed');
      if (operation['x-changes-course'] && isSuccess) names.push('Learners-Completed', 'Attempts-Moved');
      if (isDeprecated) names.push('Deprecation', 'Sunset');
      response.headers = { ...Object.fromEntries(names.map((name) => [name, reference('headers', name)])), ...response.headers };
    }
  }
  nameEvents(document);
  openResponses(document);
  return faults;
}

/** Names the body of each event, and combines the events in one union, by which a receiver tells them apart. */
function nameEvents(document: Document): void {
  const events = Object.entries((document.webhooks ?? {}) as unknown as Record<string, EventItem>).map(([kind, { post }]) => {
    const media = post.requestBody.content['application/json'];
    if ('$ref' in media.schema) return [kind, media.schema] as const;
    const name = `${kind.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`;
    document.components.schemas[name] = media.schema;
    media.schema = reference('schemas', name);
    return [kind, media.schema] as const;
  });
  document.components.schemas.WebhookEvent = {
    type: 'object',
    description: 'The body of a delivery; `type` determines the shape of `data`. New types are added over time; ignore those that you do not know.',
    oneOf: events.map(([, event]) => event),
    required: ['type'],
    discriminator: { propertyName: 'type', mapping: Object.fromEntries(events.map(([kind, event]) => [kind, String(event.$ref)])) },
  };
}

interface EventItem {
  post: { requestBody: { content: { 'application/json': { schema: Schema } } } };
}

/** Removes `additionalProperties: false` from responses and events, and so from what requests share with them. */
function openResponses(document: Document): void {
  const open = (schema: unknown) =>
    mapSchema(schema, ({ additionalProperties, ...rest }) =>
      additionalProperties === undefined || additionalProperties === false ? rest : { ...rest, additionalProperties },
    );
  const { responses } = schemasByUse(document);
  for (const name of responses) document.components.schemas[name] = open(document.components.schemas[name]) as Schema;
  for (const { operation } of operationsOf(document))
    operation.responses = open(operation.responses) as Responses as NonNullable<ContractOperation['responses']>;
  document.webhooks = open(document.webhooks) as NonNullable<Document['webhooks']>;
}

/** Lists the routes of the web application in the introduction, where people read about them. */
function describeRoutes({ info, 'x-web-app-routes': routes }: Document): void {
  const list = Object.values(routes).map(({ path, query, description }) => {
    const names = Object.keys(query);
    return `- \`${path}${names.length ? `?${names.map((name) => `${name}=`).join('&')}` : ''}\` ${description}`;
  });
  const text = `${ROUTES_CHAPTER}\n\nLinks in emails and responses lead to pages of this service, or to a web application if the operator has set \`WEB_APP_URL\`. The web application must offer these routes (\`x-web-app-routes\`). If the host of a link does not belong to the organisation, the link has the parameter \`organisation\`: send its value in \`X-Organisation\`.\n\n${list.join('\n')}`;
  info.description = `${withoutRoutes(info.description ?? '')}\n\n${text}`;
}

/** Headers that responses have only where something is deprecated. */
const DEPRECATION_HEADERS = {
  Deprecation: {
    description: 'When the operation, or a parameter of the request, was deprecated (RFC 9745): `@` followed by the number of seconds since 1970.',
    schema: { type: 'string', maxLength: 20, pattern: '^@[0-9]+$' },
  },
  Sunset: {
    description: 'When the operation, or the parameter, stops working (RFC 8594).',
    schema: { type: 'string', maxLength: 40 },
  },
} as const;

/** Replaces parameters that are the same in several operations, or the same as a named one, by named ones. */
function nameParameters(document: Document): void {
  const { parameters } = document.components;
  const names = new Map(Object.entries(parameters).map(([name, parameter]) => [JSON.stringify(parameter), name]));
  const lists = operationsOf(document).flatMap(({ operation }) => (operation.parameters ? [operation.parameters] : []));
  const inline = lists.flat().filter((parameter) => !('$ref' in parameter));
  for (const [text, same] of Map.groupBy(inline, (parameter) => JSON.stringify(parameter))) {
    if (same.length === 1 || names.has(text)) continue;
    const name = freeName(parameters, same[0] as O.ParameterObject);
    parameters[name] = same[0] as O.ParameterObject;
    names.set(text, name);
  }
  for (const list of lists) {
    list.forEach((parameter, index) => {
      const name = '$ref' in parameter ? undefined : names.get(JSON.stringify(parameter));
      if (name) list[index] = reference('parameters', name);
    });
  }
}

/** Returns an unused name for a parameter: `The webhook endpoint.` and `id` become `WebhookEndpointId`. */
function freeName(taken: object, { name, description = '' }: O.ParameterObject): string {
  const [noun = ''] = description.split(/[.,:;]/, 1);
  const words = `${noun.replace(/^(The|Only) /, '')} ${name.split('_').at(-1)}`.match(/[A-Za-z0-9]+/g) ?? [];
  const base = words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join('');
  let free = base;
  for (let number = 2; Object.hasOwn(taken, free); number++) free = `${base}${number}`;
  return free;
}

/** Whether repeating the operation would create something twice. An upload takes no key, because its body is not kept. */
function needsKey(document: Document, { method, operation }: OperationEntry): boolean {
  if (method !== 'post' || !operation.responses?.['201'] || !operation.security?.length || operation['x-qa']) return false;
  const types = Object.keys((operation.requestBody && resolve(document, operation.requestBody).content) ?? {});
  return isAgent(operation) || !types.includes('multipart/form-data');
}

const successOf = ({ responses }: ContractOperation): unknown => Object.entries(responses ?? {}).find(([status]) => status.startsWith('2'))?.[1];

function addParameter(document: Document, operation: ContractOperation, name: string): void {
  const isThere = (operation.parameters ?? []).some((parameter) => resolve(document, parameter) === document.components.parameters[name]);
  if (!isThere) operation.parameters = [...(operation.parameters ?? []), reference('parameters', name)];
}
