import type { FieldFault } from '../../domain/kernel/errors.ts';

const DEEPEST = 32;
const MOST_VALUES = 100_000;

/**
 * Finds content, anywhere in a body, that cannot be stored or read back: NUL, unpaired surrogates, numbers beyond a double, nesting deeper than 32
 * levels, more than 100,000 values. It works without recursion, so that deep nesting cannot exhaust the stack.
 */
export function textFaults(body: unknown): FieldFault[] {
  const faults: FieldFault[] = [];
  const stack: { value: unknown; field: string; depth: number }[] = [{ value: body, field: '', depth: 0 }];
  let values = 0;
  for (let item = stack.pop(); item; item = stack.pop()) {
    const { value, field, depth } = item;
    const fault = (code: string, message: string) => faults.push({ field: field.slice(0, 500) || 'body', code, message });
    if (++values > MOST_VALUES) {
      fault('too_many', `A body may contain at most ${MOST_VALUES} values.`);
      break;
    }
    if (typeof value === 'string') {
      if (!isStorable(value)) fault('encoding', 'Must not contain NUL or unpaired surrogates.');
    } else if (typeof value === 'number') {
      if (!Number.isFinite(value)) fault('out_of_range', 'Must be within the range of a double.');
    } else if (value !== null && typeof value === 'object') {
      if (depth >= DEEPEST) {
        fault('too_deep', `Must be nested at most ${DEEPEST} levels deep.`);
        break;
      }
      for (const [name, member] of Object.entries(value)) {
        if (!isStorable(name)) fault('encoding', 'Must not contain names with NUL or unpaired surrogates.');
        else stack.push({ value: member, field: field ? `${field}.${name}` : name, depth: depth + 1 });
      }
    }
  }
  return faults;
}

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
