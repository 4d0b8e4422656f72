import { closed } from '../../../scripts/contract/closed.ts';
import { type Document, resolve as resolveIn } from '../../../scripts/contract/document.ts';
import { withFlatBodies } from '../../../scripts/contract/flat.ts';
import type { OperationRow } from '../../../src/http/contract/operation-row.ts';
import { CONTRACT } from '../../support/app.ts';

/** The contract as the service validates with it. */
export const contract = closed(withFlatBodies(JSON.parse(CONTRACT) as Document));

/** The part of JSON Schema that the contract uses. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  examples?: unknown[];
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean;
  oneOf?: JsonSchema[];
  anyOf?: JsonSchema[];
  discriminator?: { propertyName: string };
  /** The member that chooses the branch; without it, the first one applies. */
  'x-optional-discriminator'?: { propertyName: string };
  /** A password, token or code: it can be wrong even if it satisfies the schema. */
  'x-sensitive'?: boolean;
  /** The sibling member that chooses the shape of this one, and the shape for each of that member's values. */
  'x-chosen-by'?: { member: string; shapes: Record<string, string> };
}

export type Members = Record<string, unknown>;

export const resolve = (schema: JsonSchema): JsonSchema => resolveIn(contract, schema as object) as JsonSchema;

export function typesOf(schema: JsonSchema): string[] {
  const { type, anyOf = [] } = resolve(schema);
  return type ? [type].flat() : anyOf.flatMap(typesOf);
}

export const bodySchema = (operationId: string): JsonSchema => resolve(bodyReference(operationId));

/** Returns the name of the component that describes the body of an operation, or an empty text if it has none. */
export const schemaName = (operationId: string): string => bodyReference(operationId).$ref?.split('/').at(-1) ?? '';

function bodyReference(operationId: string): JsonSchema {
  for (const item of Object.values(contract.paths ?? {}))
    for (const operation of Object.values(item ?? {}))
      if ((operation as { operationId?: string }).operationId === operationId) {
        const { content } = resolveIn(contract, (operation as { requestBody: object }).requestBody) as { content: Record<string, { schema: JsonSchema }> };
        return Object.values(content)[0]?.schema as JsonSchema;
      }
  throw new Error(`the contract has no operation ${operationId}`);
}

type Kind = 'query' | 'header';

function declaredIn({ path, method }: OperationRow, kind: Kind): { name: string; required?: boolean; schema: JsonSchema }[] {
  const item = (contract.paths?.[path] ?? {}) as Record<string, { parameters?: object[] } | undefined>;
  const declared = (item[method]?.parameters ?? []).map(
    (parameter) => resolveIn(contract, parameter) as { name: string; in: string; required?: boolean; schema: JsonSchema },
  );
  return declared.filter((parameter) => parameter.in === kind);
}

/** The declared parameters of one kind, each with its schema. */
export const parametersOf = (row: OperationRow, kind: Kind): Map<string, JsonSchema> =>
  new Map(declaredIn(row, kind).map(({ name, schema }) => [name, resolve(schema)]));

/** The names of the required parameters of one kind. */
export const requiredIn = (row: OperationRow, kind: Kind): string[] => declaredIn(row, kind).flatMap(({ name, required }) => (required ? [name] : []));

/** The members of a body that hold a password, token or code. */
export const proofsIn = (operationId: string): string[] =>
  Object.entries(bodySchema(operationId).properties ?? {}).flatMap(([name, property]) => (resolve(property)['x-sensitive'] ? [name] : []));
