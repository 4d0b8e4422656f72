import type { OpenAPIV3_1 as O } from 'openapi-types';
import { FIELD_CODES } from '../../src/domain/kernel/field-codes.ts';
import { PROBLEMS, type ProblemCode } from '../../src/http/problems.ts';
import {
  type ContractOperation,
  type Document,
  type ErrorResponse,
  isAgent,
  isBatch,
  kebab,
  type OperationEntry,
  operationsOf,
  reference,
  type Schema,
} from './document.ts';
import { codeFinder } from './thrown-codes.ts';

const MEDIA_TYPE = 'application/problem+json';
const ALL_CODES = Object.keys(PROBLEMS) as ProblemCode[];
const GROWS = 'New codes may be added; if you do not recognise a code, handle the error according to its HTTP status.';

type Responses = Record<string, ErrorResponse | O.ReferenceObject>;
type Surface = '' | 'Session';

/** Properties that all errors with a status share, whatever their codes: the codes that name the component, and the beginning of its description. */
interface Kind {
  name: string;
  usual: Record<Surface, readonly ProblemCode[]>;
  lead: Record<Surface, string>;
  headers: Record<Surface, readonly string[]>;
}

const both = <T>(value: T): Record<Surface, T> => ({ '': value, Session: value });
const RATE = ['RateLimit', 'RateLimit-Policy'];
const APPLIED = 'Preference-Applied';

const KINDS: Record<number, Kind> = {
  400: {
    name: 'BadRequest',
    usual: both(['validation_error']),
    lead: both('The body, a parameter or a header is invalid; `errors` lists every problem.'),
    headers: { '': [...RATE, APPLIED], Session: [] },
  },
  401: {
    name: 'Unauthorized',
    usual: {
      '': ['not_authenticated', 'api_key_unknown', 'api_key_revoked', 'api_key_expired', 'subscription_inactive', 'org_unverified'],
      Session: ['not_authenticated', 'second_factor_required'],
    },
    lead: { '': 'The request has no valid API key.', Session: 'The request has no valid credential.' },
    headers: both(['WWW-Authenticate']),
  },
  403: {
    name: 'Forbidden',
    usual: { '': ['permission_denied'], Session: ['permission_denied', 'csrf_failed', 'no_organisation'] },
    lead: both('The request is not allowed.'),
    headers: { '': [...RATE, APPLIED], Session: [] },
  },
  404: {
    name: 'NotFound',
    usual: both(['not_found']),
    lead: {
      '': "The object does not exist in the key's organisation. Objects in other organisations are treated as if they did not exist.",
      Session: 'The object does not exist, or you do not have access to it.',
    },
    headers: { '': [...RATE, APPLIED], Session: [] },
  },
  409: {
    name: 'Conflict',
    usual: both([]),
    lead: both('The request conflicts with existing data. Nothing was changed.'),
    headers: { '': [...RATE, APPLIED], Session: [] },
  },
  410: {
    name: 'Gone',
    usual: both([]),
    lead: both('The requested data is no longer available.'),
    headers: { '': [...RATE, APPLIED], Session: [] },
  },
  413: {
    name: 'PayloadTooLarge',
    usual: both(['payload_too_large']),
    lead: both('The body is larger than the operation accepts.'),
    headers: { '': [...RATE, APPLIED], Session: [] },
  },
  415: {
    name: 'UnsupportedMediaType',
    usual: both(['unsupported_media_type']),
    lead: both("The body's media type, character set or content coding is not accepted."),
    headers: { '': [...RATE, APPLIED], Session: [] },
  },
  429: {
    name: 'TooManyRequests',
    usual: both(['throttled']),
    lead: { '': 'The key has made too many requests in the last hour.', Session: 'Too many requests.' },
    headers: { '': [...RATE, 'Retry-After', APPLIED], Session: ['Retry-After'] },
  },
  500: {
    name: 'InternalError',
    usual: both(['internal_error']),
    lead: both('An internal error occurred. Nothing was changed.'),
    headers: both([]),
  },
  503: {
    name: 'ServiceUnavailable',
    usual: both(['service_unavailable']),
    lead: both('The service, or another system that the operation needs, cannot handle the request at the moment. Try again after the time in `Retry-After`.'),
    headers: both(['Retry-After']),
  },
};

function kindOf(status: number): Kind {
  const kind = KINDS[status];
  if (!kind) throw new Error(`scripts/contract/error-responses.ts does not describe errors with the status ${status}`);
  return kind;
}

/**
 * Completes the error responses of all operations: adds the statuses that follow from the marks of an operation to those that it declares, and says which codes
 * each can carry (`x-codes`, and an enumeration for programs). Responses with the same codes share a component. A response that an operation describes itself
 * keeps its description. Modifies the document, and returns the declared statuses that no error of the operation has.
 */
export function completeErrors(document: Document): string[] {
  const find = codeFinder();
  const faults: string[] = [];
  const components: Record<string, ErrorResponse> = {};
  removeGenerated(document);
  for (const entry of operationsOf(document)) {
    const { operation } = entry;
    const surface: Surface = isAgent(operation) ? '' : 'Session';
    const implied = codesOfMarks(entry);
    const thrown = find(`src/operations/${kebab(operation.tags?.[0] ?? '')}/${operation.operationId}.ts`);
    const possible = ALL_CODES.filter((code) => implied.has(code) || thrown.has(code));
    const declared = (operation.responses ?? {}) as Responses;
    const statuses = new Set([
      ...Object.keys(declared)
        .map(Number)
        .filter((status) => status >= 400),
      ...[...implied].map((code) => PROBLEMS[code].status),
    ]);
    for (const status of statuses) {
      const codes = possible.filter((code) => PROBLEMS[code].status === status);
      const own = declared[status];
      if (!codes.length) faults.push(`${operation.operationId}: declares the status ${status}, but throws no error that has it`);
      if (own && 'description' in own && !('$ref' in own)) declared[status] = ownResponse(document, own, surface, status, codes);
      else {
        const name = nameOf(surface, status, codes);
        components[name] ??= sharedResponse(document, surface, status, codes);
        declared[status] = reference('responses', name);
      }
    }
    operation.responses = declared as NonNullable<ContractOperation['responses']>;
  }
  document.components.schemas.FieldCode = {
    type: 'string',
    description: 'The error code of a field. New codes may be added; if you do not recognise a code, treat the value as invalid.',
    enum: Object.keys(FIELD_CODES),
  };
  Object.assign(document.components.responses, Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))));
  return faults;
}

/** Removes what an earlier completion has added, because the codes may have changed. */
function removeGenerated({ components }: Document): void {
  for (const [name, response] of Object.entries(components.responses))
    if ('content' in response && response.content?.[MEDIA_TYPE]) delete components.responses[name];
  for (const [name, { allOf, ...schema }] of Object.entries(components.schemas as Record<string, Schema>))
    if ((JSON.stringify(allOf) === JSON.stringify(PROBLEM) && schema['x-code'] === undefined) || isCodes(schema)) delete components.schemas[name];
}

const PROBLEM = [reference('schemas', 'Problem')];
const isCodes = ({ description }: Schema): boolean => String(description).endsWith(GROWS);

/** Returns the codes of the checks that a request passes before its handler runs. */
export function codesOfMarks({ method, path, operation }: OperationEntry): Set<ProblemCode> {
  const access = operation['x-access'] ?? '';
  const onAgent = isAgent(operation);
  const codes: (ProblemCode | false)[] = [
    'validation_error',
    !operation['x-signed'] && 'throttled',
    'internal_error',
    'service_unavailable',
    ...(operation.requestBody ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
    ...(onAgent ? kindOf(401).usual[''] : []),
    access !== '' && access !== 'public' && 'not_authenticated',
    !['', 'public', 'visitor', 'second_factor', 'kiosk'].includes(access) && 'second_factor_required',
    !onAgent && method !== 'get' && !operation['x-any-site'] && 'csrf_failed',
    operation['x-starts-session'] === true && 'insecure_connection',
    ['member', 'learner', 'creator', 'affiliate'].includes(access) && 'no_organisation',
    ((onAgent && !isBatch(operation)) || access === 'creator') && 'permission_denied',
    access === 'kiosk' && 'kiosk_locked',
    canAskForProof(operation) && 'reauthentication_required',
    operation['x-waits-outside'] === true && takesKey(operation) && 'request_in_progress',
    (path.includes('{') || access === 'visitor' || operation['x-qa'] === true) && 'not_found',
  ];
  return new Set(codes.filter((code) => code !== false));
}

/** Whether the operation can ask for a proof: not if a required field of the body is the proof, or the code of an earlier operation. */
function canAskForProof({ 'x-step-up': mark }: ContractOperation): boolean {
  return mark === true || (mark !== undefined && mark.after === undefined && mark.in_body?.length !== 1);
}

export const takesKey = ({ parameters = [] }: ContractOperation): boolean =>
  parameters.some((parameter) => '$ref' in parameter && parameter.$ref.endsWith('/IdempotencyKey'));

const pascal = (code: string): string => code.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

function nameOf(surface: Surface, status: number, codes: readonly ProblemCode[]): string {
  const { name, usual } = kindOf(status);
  const hasUsual = codes.length === 0 || (usual[surface].length > 0 && usual[surface].every((code) => codes.includes(code)));
  const parts = hasUsual ? [name, ...codes.filter((code) => !usual[surface].includes(code)).map(pascal)] : codes.map(pascal);
  return `${isShared(status) ? '' : surface}${parts.join('Or')}`;
}

/** Whether both surfaces respond in the same way. */
const isShared = (status: number): boolean => status >= 500;

function sharedResponse(document: Document, surface: Surface, status: number, codes: readonly ProblemCode[]): ErrorResponse {
  const { lead, headers } = kindOf(status);
  const [code] = codes;
  const list = codes.length < 2 ? ` Code \`${code ?? ''}\`.` : `\n\n${codes.map((one) => `- \`${one}\`: ${PROBLEMS[one].title}.`).join('\n')}`;
  return {
    description: `${lead[surface]}${list}`,
    headers: Object.fromEntries(['X-Request-Id', ...headers[surface]].map((name) => [name, reference('headers', name)])),
    'x-codes': [...codes],
    content: { [MEDIA_TYPE]: { schema: problemSchema(document, surface, status, codes), ...exampleOf(document, codes) } },
  };
}

function ownResponse(document: Document, own: ErrorResponse, surface: Surface, status: number, codes: readonly ProblemCode[]): ErrorResponse {
  const { headers, content } = sharedResponse(document, surface, status, codes);
  const { description, headers: ownHeaders } = own;
  return { description, headers: { ...headers, ...ownHeaders }, 'x-codes': [...codes], ...(content && { content }) };
}

/**
 * Returns the schema of an error with one of these codes. A schema with `x-code` describes the members that this code adds to a problem document. If it
 * requires them, it fits no other code, and is restricted to its own.
 */
function problemSchema(document: Document, surface: Surface, status: number, codes: readonly ProblemCode[]): Schema {
  const schemas = document.components.schemas as Record<string, Schema>;
  const described = Object.entries(schemas).filter(([, schema]) => codes.includes(schema['x-code'] as ProblemCode));
  const strict = described.filter(([, schema]) => (schema.required as string[] | undefined)?.length);
  for (const [, schema] of strict) schema.properties = { ...(schema.properties as Schema), code: { type: 'string', const: schema['x-code'] } };
  const own = described.map(([name]) => reference('schemas', name));
  const others = codes.filter((code) => !strict.some(([, schema]) => schema['x-code'] === code));
  if (own.length === 0) return others.length === 0 ? reference('schemas', 'Problem') : otherProblem(schemas, surface, status, others);
  if (codes.length === 1) return own[0] as Schema;
  if (strict.length === 0) return { allOf: own, ...codesOf(schemas, surface, status, codes) };
  return { anyOf: [...own, ...(others.length ? [otherProblem(schemas, surface, status, others)] : [])] };
}

/** Returns the schema of an error without members of its own, which is a component if there is a single code. */
function otherProblem(schemas: Record<string, Schema>, surface: Surface, status: number, codes: readonly ProblemCode[]): Schema {
  const [code] = codes;
  if (codes.length > 1) return { allOf: PROBLEM, ...codesOf(schemas, surface, status, codes) };
  const name = `${pascal(code as string)}Problem`;
  schemas[name] ??= { allOf: PROBLEM, properties: { code: { type: 'string', const: code } } };
  return reference('schemas', name);
}

/** Restricts the code of an error to an enumeration, which is a component. */
function codesOf(schemas: Record<string, Schema>, surface: Surface, status: number, codes: readonly ProblemCode[]): Schema {
  const name = `${nameOf(surface, status, codes)}Code`;
  schemas[name] ??= { type: 'string', description: `The error code of a ${status} response. ${GROWS}`, enum: [...codes] };
  return { properties: { code: reference('schemas', name) } };
}

/** Returns an example of an error without members of its own. */
function exampleOf(document: Document, [code]: readonly ProblemCode[]): { example?: Schema } {
  if (code === undefined || Object.values(document.components.schemas as Record<string, Schema>).some((schema) => schema['x-code'] === code)) return {};
  const { title, status } = PROBLEMS[code];
  return { example: { type: `/problems/${code}`, title, status, detail: `${title}.`, code, request_id: '0199f3a2-7c1e-7d55-b0a4-0c8a4d1f2e60' } };
}
