import { operationTable } from '../../../generated/operations.ts';
import type { Shape } from '../../domain/kernel/contract.ts';
import { Faults } from '../../domain/kernel/errors.ts';
import type { OperationRow } from '../contract/operation-row.ts';

export type BatchOperation = Shape<'AgentBatchOperation'>;

/** Prefix of references. No ID begins with it. */
const REFERENCE = '$';

/** Returns the name that a path parameter refers to, or null if it is an ID. */
const referenceIn = (value: string): string | null => (value.startsWith(REFERENCE) ? value.slice(REFERENCE.length) : null);

/**
 * Checks what can be known before the first operation is carried out: names, path parameters and references.
 * @throws ValidationError
 */
export function checkPlan(operations: readonly BatchOperation[]): void {
  const faults = new Faults();
  const names = new Set<string>();
  for (const [index, { operation, name, path = {} }] of operations.entries()) {
    const row: OperationRow = operationTable[operation];
    const field = `operations.${index}`;
    const parameters = [...row.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
    for (const parameter of parameters) if (!Object.hasOwn(path, parameter)) faults.add(`${field}.path.${parameter}`, 'required', 'This field is required.');
    for (const [parameter, value] of Object.entries(path)) {
      const reference = referenceIn(value);
      if (!parameters.includes(parameter)) faults.add(`${field}.path.${parameter.slice(0, 100)}`, 'unknown_field', 'Unknown field.');
      else if (reference !== null && !names.has(reference))
        faults.add(`${field}.path.${parameter}`, 'unknown', 'Must refer to the name of an earlier operation in the batch.');
    }
    if (name === undefined) continue;
    if (row.createsIn === null) faults.add(`${field}.name`, 'not_allowed', 'Only an operation that creates an object can have a name.');
    if (names.has(name)) faults.add(`${field}.name`, 'repeated', 'Another operation in the batch has this name.');
    names.add(name);
  }
  faults.check();
}

/** Returns the path parameters with IDs in place of references, or the name for which there is no object. */
export function resolvePath({ path = {} }: BatchOperation, ids: ReadonlyMap<string, string>): { path: Record<string, string> } | { missing: string } {
  const resolved: Record<string, string> = {};
  for (const [parameter, value] of Object.entries(path)) {
    const reference = referenceIn(value);
    const id = reference === null ? value : ids.get(reference);
    if (id === undefined) return { missing: reference as string };
    resolved[parameter] = id;
  }
  return { path: resolved };
}
