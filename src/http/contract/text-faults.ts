import type { FieldFault } from '../../domain/kernel/errors.ts';

const DEEPEST = 32;
const MOST_VALUES = 100_000;

/**
 * What no column and no reader can hold, wherever it stands in a body: NUL, halves of surrogate pairs, numbers beyond a double, nesting beyond 32, more than
 * 100,000 values. Walks without recursion, so that depth cannot exhaust the stack.
 */
export function textFaults(body: unknown): FieldFault[] {
  const faults: FieldFault[] = [];
  const stack: { value: unknown; field: string; depth: number }[] = [{ value: body, field: '', depth: 0 }];
  let values = 0;
  for (let item = stack.pop(); item; item = stack.pop()) {
    const { value, field, depth } = item;
    const fault = (code: string, message: string) => faults.push({ field: field.slice(0, 500) || 'body', code, message });
    if (++values > MOST_VALUES) {
      fault('too_many', `A body may hold ${MOST_VALUES} values.`);
      break;
    }
    if (typeof value === 'string') {
      if (!isStorable(value)) fault('encoding', 'Holds NUL or a broken surrogate.');
    } else if (typeof value === 'number') {
      if (!Number.isFinite(value)) fault('out_of_range', 'Is beyond what a double holds.');
    } else if (value !== null && typeof value === 'object') {
      if (depth >= DEEPEST) {
        fault('too_deep', `May be nested ${DEEPEST} deep.`);
        break;
      }
      for (const [name, member] of Object.entries(value)) {
        if (!isStorable(name)) fault('encoding', 'Holds a name with NUL or a broken surrogate.');
        else stack.push({ value: member, field: field ? `${field}.${name}` : name, depth: depth + 1 });
      }
    }
  }
  return faults;
}

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
