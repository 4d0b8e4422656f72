import { createRequire } from 'node:module';
import type { ValidateFunction } from 'ajv';
import { type OperationId, operationTable } from '../../../generated/operations.ts';
import { FileReply } from '../file-reply.ts';
import type { OperationRow } from './operation-row.ts';

const load = createRequire(import.meta.url);
let validators: Readonly<Record<string, ValidateFunction | undefined>> | undefined;

/** Lists how a response violates the contract: an undeclared status, or a body of another shape. The validators are loaded on the first call. */
export function responseFaults(id: OperationId, status: number, body: unknown): string[] {
  const row: OperationRow = operationTable[id];
  if (!row.statuses.includes(status)) return [`status ${status} is not declared`];
  if (body instanceof FileReply) return row.files?.includes(body.type) ? [] : [`a file of ${body.type} is not declared`];
  validators ??= load('../../../generated/response-validators.cjs') as typeof validators;
  const validate = validators?.[`response_${id}_${status}`];
  if (!validate) return body === undefined ? [] : ['no body is declared'];
  return validate(body) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
