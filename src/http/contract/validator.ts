import type { ValidateFunction } from 'ajv';
import { OpenAPIValidator, type Operation, type Request } from 'openapi-backend';
import type { OpenAPIV3_1 } from 'openapi-types';
import { type OperationId, operationTable } from '../../../generated/operations.ts';
import generated from '../../../generated/request-validators.cjs';
import { type FieldFault, MOST_FAULTS } from '../../domain/kernel/errors.ts';
import { schemaFaults } from '../../domain/kernel/schema-faults.ts';
import { clampQuery, strictQuery } from './coercion.ts';
import { oneLineFaults } from './one-line-faults.ts';
import type { OperationRow } from './operation-row.ts';
import { prefersStrict } from './strict-handling.ts';

type Document = OpenAPIV3_1.Document;

/** A request on its way through openapi-backend, with the results of validation. */
export interface CheckedRequest extends Request {
  /** The raw query string, without the question mark. */
  search: string;
  /** Faults found while reading the body, and later while validating. */
  faults: FieldFault[];
  checked?: { query: Record<string, unknown>; body: unknown; idempotencyKey: string | undefined };
}

const validators = generated as Readonly<Record<string, ValidateFunction | undefined>>;

/** Header names in their usual spelling. */
const HEADER_NAMES: Readonly<Record<string, string>> = { 'idempotency-key': 'Idempotency-Key', 'x-organisation': 'X-Organisation' };

/** Validates with the functions that `make generate` created. Nothing is compiled while the service runs. */
export class ContractValidator extends OpenAPIValidator<Document> {
  override validateRequest(request: Request, operation?: Operation<Document> | string): { valid: boolean; errors: null | never[] } {
    const id = (typeof operation === 'string' ? operation : operation?.operationId) as OperationId;
    const row: OperationRow = operationTable[id];
    const checked = request as CheckedRequest;
    const faults = [...checked.faults];
    const idempotencyKey = row.idempotent ? request.headers['idempotency-key'] : undefined;
    check(validators[`header_${id}`], request.headers, faults, (field) => HEADER_NAMES[field] ?? field);
    const strict = row.surface === 'session' || prefersStrict(request.headers);
    const query = strict ? strictQuery(checked.search, row.query, faults) : clampQuery(checked.search, row.query);
    if (strict) check(validators[`query_${id}`], query, faults);
    const body = request.body === undefined && row.body?.required === false ? {} : request.body;
    if (row.body && body === undefined) faults.push({ field: 'body', code: 'required', message: 'A body is required.' });
    else if (row.body) {
      check(validators[`body_${id}`], body, faults);
      faults.push(...oneLineFaults(body, row.body.oneLine));
      if (strict && !row.signed) faults.push(...unknownMembers(body, row.body.members, faults));
    }
    checked.checked = {
      query,
      body: row.body && !faults.length ? declared(body as Record<string, unknown>, row.body.members) : undefined,
      idempotencyKey: idempotencyKey as string | undefined,
    };
    checked.faults = faults;
    return { valid: faults.length === 0, errors: faults.length ? [] : null };
  }
}

function check(validate: ValidateFunction | undefined, value: unknown, faults: FieldFault[], rename = (field: string) => field): void {
  if (!validate || validate(value)) return;
  const named = new Set(faults.map((fault) => fault.field));
  const found = schemaFaults(validate.errors ?? []).map((fault) => ({ ...fault, field: rename(fault.field) }));
  faults.push(...found.filter((fault) => !named.has(fault.field)));
}

/** Returns a fault for each field that the contract does not declare and that has no fault yet. */
function unknownMembers(body: unknown, members: Readonly<Record<string, unknown>>, faults: readonly FieldFault[]): FieldFault[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  const named = new Set(faults.map(({ field }) => field));
  const unknown = Object.keys(body)
    .map((name) => ({ name, field: name.slice(0, 500) || 'body' }))
    .filter(({ name, field }) => !Object.hasOwn(members, name) && !named.has(field));
  return unknown.slice(0, MOST_FAULTS + 1).map(({ field }) => ({ field, code: 'unknown_field', message: 'Unknown field.' }));
}

/** Keeps only the fields that the contract declares. */
function declared(body: Record<string, unknown>, members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept = Object.keys(body).filter((name) => Object.hasOwn(members, name));
  return Object.fromEntries(kept.map((name) => [name, body[name]]));
}
