import { createRequire } from 'node:module';
import type { ValidateFunction } from 'ajv';
import { type OperationId, operationTable } from '../../../generated/operations.ts';
import { FileReply } from '../file-reply.ts';
import type { OperationRow } from './operation-row.ts';

const load = createRequire(import.meta.url);
type Validators = Readonly<Record<string, ValidateFunction | undefined>>;
let validators: Validators | undefined;

function loaded(): Validators {
  validators ??= load('../../../generated/response-validators.cjs') as Validators;
  return validators;
}

/** Lists the violations by an accepted body of the union that the contract publishes for it. */
export function acceptedFaults(id: OperationId, body: unknown): string[] {
  const validate = loaded()[`accepted_${id}`];
  return !validate || validate(body) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** Lists a response's violations of the contract: an undeclared status, or a body of another shape. The validators are loaded on the first call. */
export function responseFaults(id: OperationId, status: number, body: unknown): string[] {
  const row: OperationRow = operationTable[id];
  if (!row.statuses.includes(status)) return [`status ${status} is not declared`];
  if (body instanceof FileReply) return row.files?.includes(body.type) ? [] : [`a file of ${body.type} is not declared`];
  const validate = loaded()[`response_${id}_${status}`];
  if (!validate) return body === undefined ? [] : ['no body is declared'];
  return validate(body) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
