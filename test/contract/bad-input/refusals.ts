import type { OperationRow } from '../../../src/http/contract/operation-row.ts';
import { casesOf } from '../../support/sample.ts';
import { type Answer, forEach } from './client.ts';
import { MARKER } from './faults.ts';
import { proofsIn } from './schema.ts';
import type { World } from './world.ts';

export interface Case {
  what: string;
  send: () => Promise<Answer>;
  /** The allowed statuses. If omitted, any 4xx that the operation declares. */
  statuses?: number[];
  /** For a 400, the only field that the errors may name, or a list of the fields that they may name. */
  field?: string | string[];
  /** The code of the problem or, for a 400, of each error. */
  code?: string | undefined;
}

interface Problem {
  code: string;
  request_id: string;
  errors?: { field: string; code: string }[];
}

const MOST_SHOWN = 10;

/** Expects that every case, or a share of many, is rejected as the contract says, that no response repeats what was sent, and that nothing is stored. */
export async function expectRefusals(world: World, row: OperationRow, cases: Iterable<Case>): Promise<void> {
  const before = await world.stored();
  const wrong: string[] = [];
  let count = 0;
  await forEach(casesOf(`${row.method} ${row.path}`, cases), async (one) => {
    count++;
    const answer = await one.send();
    const fault = refusalFault(row, answer, one);
    if (fault) wrong.push(`${one.what}: ${fault}: ${answer.status} ${answer.text.slice(0, 600)}`);
  });
  expect([wrong.length, ...wrong.slice(0, MOST_SHOWN)]).toEqual([0]);
  expect(count).toBeGreaterThan(0);
  expect(await world.stored()).toBe(before);
}

function refusalFault(row: OperationRow, { status, headers, text }: Answer, { statuses, field, code: expected }: Case): string | null {
  const allowed = statuses ?? row.statuses.filter((declared) => declared >= 400 && declared < 500);
  if (!allowed.includes(status)) return `its status should be ${allowed.join(' or ')}`;
  if (!headers['content-type']?.startsWith('application/problem+json')) return 'it is not a problem document';
  const { code, request_id, errors = [] } = JSON.parse(text) as Problem;
  if (!code || request_id !== (headers['x-request-id'] ?? 'unknown')) return 'it lacks its code or its request_id';
  if (text.includes(MARKER)) return 'it repeats what was sent';
  const codes = status === 400 ? errors.map((error) => error.code) : [code];
  if (expected !== undefined && (codes.length === 0 || codes.some((found) => found !== expected))) return `its code should be ${expected}`;
  if (status !== 400 || field === undefined) return null;
  const named = errors.length > 0 && errors.every((error) => [field].flat().some((name) => error.field === name || error.field.startsWith(`${name}.`)));
  return named ? null : `it should name only ${[field].flat().join(' or ')}`;
}

/** Whether a body was read and was rejected only because a password, token or code in it is wrong. */
export function isRefusedProof(operationId: string, { status, text }: Answer): boolean {
  const proofs = proofsIn(operationId);
  if (proofs.length === 0 || ![400, 401, 409].includes(status)) return false;
  const { code, errors = [] } = JSON.parse(text) as Problem;
  return status === 400
    ? errors.length > 0 && errors.every(({ field }) => field === 'body' || proofs.includes(field))
    : status === 409 || code.startsWith('invalid_');
}
