import type { FormKind, OperationRow, ParameterRow, QuotaKey } from '../../src/http/contract/operation-row.ts';
import { type Document, kebab, type OperationEntry, operationsOf, resolve, type Schema } from './document.ts';

const DEFAULT_MAX_BODY_BYTES = 1024 * 1024;
const HEADER = '// Made by `make generate` from openapi.json. Do not edit.\n';

/** What a handler, the router and the checks need to know of each operation, without reading the contract at run time. */
export function operationTable(document: Document): string {
  const quotas = Object.fromEntries(
    Object.entries(document['x-quotas']).map(([name, { limit, window_seconds, requires = null }]) => [
      name,
      { limit, windowSeconds: window_seconds, requires },
    ]),
  );
  const rows = Object.fromEntries(operationsOf(document).map((entry) => [entry.operation.operationId, operationRow(document, entry)]));
  return `${HEADER}import type { OperationRow } from '../src/http/contract/operation-row.ts';

export const operationTable = ${JSON.stringify(rows, null, 2)} as const satisfies Record<string, OperationRow>;

export type OperationId = keyof typeof operationTable;

/** Requests in any window of so many seconds. Where a port is required, they count only if it is configured. */
export const quotaTable = ${JSON.stringify(quotas, null, 2)} as const;
`;
}

/** One line for each operation, so that a review sees how the surface changes. */
export function operationList(document: Document): string {
  const lines = operationsOf(document).map(({ method, path, operation }) => {
    const access = operation['x-scope'] ?? operation['x-access'];
    return [method.toUpperCase(), path, operation.operationId, operation.tags?.[0], access, ...(operation['x-qa'] ? ['qa'] : [])].join('\t');
  });
  return `${lines.join('\n')}\n`;
}

/** One import a handler; a missing module fails here, and a handler of another shape fails to compile. */
export function handlerIndex(document: Document): string {
  const entries = operationsOf(document).map(({ operation }) => ({ id: operation.operationId, folder: kebab(operation.tags?.[0] ?? '') }));
  const imports = entries.map(({ id, folder }) => `import { handler as ${id} } from '../src/operations/${folder}/${id}.ts';`);
  return `${HEADER}import type { Handlers } from '../src/http/handler.ts';
${imports.join('\n')}

export const handlers: Handlers = {
${entries.map(({ id }) => `  ${id},`).join('\n')}
};
`;
}

function operationRow(document: Document, { method, path, operation }: OperationEntry): OperationRow {
  const parameters = (operation.parameters ?? []).map((parameter) => resolve(document, parameter));
  const [resource = '', level] = (operation['x-scope'] ?? '').split(':');
  const scheme = Object.keys(operation.security?.[0] ?? {})[0] ?? null;
  return {
    method,
    path,
    tag: operation.tags?.[0] ?? '',
    folder: kebab(operation.tags?.[0] ?? ''),
    surface: path.startsWith('/api/v1/agent/') ? 'agent' : 'session',
    scheme: scheme as OperationRow['scheme'],
    scope: level ? ({ resource, level } as OperationRow['scope']) : null,
    access: (operation['x-access'] ?? null) as OperationRow['access'],
    startsSession: operation['x-starts-session'] === true,
    qa: operation['x-qa'] === true,
    quotas: (operation['x-quota'] ?? []).map(({ name, by, when = null }) => ({ name, by: by as QuotaKey[], when })),
    idempotent: parameters.some((parameter) => parameter.in === 'header' && parameter.name === 'Idempotency-Key'),
    query: Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === 'query')
        .map((parameter) => [parameter.name, parameterRow(resolve(document, parameter.schema) as Schema)]),
    ),
    body: bodyRow(document, operation),
    statuses: Object.keys(operation.responses ?? {}).map(Number),
    file: fileType(document, operation),
  };
}

function fileType(document: Document, operation: OperationEntry['operation']): string | null {
  const success = Object.entries(operation.responses ?? {}).find(([status]) => status.startsWith('2'))?.[1];
  const [type = null] = Object.keys((success && resolve(document, success).content) ?? {});
  return type === 'application/json' ? null : type;
}

function parameterRow({ type, minimum, maximum, enum: choices, default: fallback }: Schema): ParameterRow {
  const row = { type, minimum, maximum, choices, default: fallback };
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as unknown as ParameterRow;
}

function bodyRow(document: Document, operation: OperationEntry['operation']): OperationRow['body'] {
  if (!operation.requestBody) return null;
  const body = resolve(document, operation.requestBody);
  const mediaTypes = Object.keys(body.content);
  const schema = resolve(document, body.content[mediaTypes[0] ?? '']?.schema ?? {}) as { properties?: Record<string, Schema> };
  return {
    required: body.required === true,
    mediaTypes,
    maxBytes: operation['x-max-body-bytes'] ?? DEFAULT_MAX_BODY_BYTES,
    members: Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, property]) => [name, formKind(document, property)])),
  };
}

/** How a form writes a member of this schema. */
function formKind(document: Document, property: Schema): FormKind {
  const schema = resolve(document, property) as Schema & { anyOf?: Schema[] };
  const types = [schema.type ?? (schema.anyOf ?? []).flatMap((branch) => (resolve(document, branch) as Schema).type ?? [])].flat() as string[];
  const nullable = types.includes('null');
  if (schema.format === 'binary') return { kind: 'file', nullable };
  const scalar = types.filter((type) => type !== 'null');
  const kind = scalar.length === 1 && ['string', 'integer', 'number', 'boolean'].includes(scalar[0] as string) ? scalar[0] : 'json';
  return { kind: kind as FormKind['kind'], nullable };
}
