import { type FieldFault, MOST_FAULTS, ValidationError } from './errors.ts';
import type { FieldCode } from './field-codes.ts';

const DEEPEST = 32;
const MOST_VALUES = 100_000;

/** An object or array on the way from the body to the current value. */
interface Level {
  value: object;
  /** The names of an object's members. Null for an array. */
  names: string[] | null;
  /** The number of members or items begun. */
  begun: number;
}

/**
 * Finds text and numbers, anywhere in a body, that cannot be stored or read back: NUL, unpaired surrogates, numbers beyond a double. Stops at 50 faults.
 * It works without recursion, so that deep nesting cannot exhaust the stack.
 * @throws ValidationError if the body is nested deeper than 32 levels or contains more than `mostValues` values (100,000 by default); it is not checked further
 */
export function textFaults(body: unknown, mostValues = MOST_VALUES): FieldFault[] {
  const faults: FieldFault[] = [];
  const levels: Level[] = [];
  let values = 0;
  const visit = (value: unknown): void => {
    if (++values > mostValues) throw unreadable(levels, 'too_many', `A body may contain at most ${mostValues} values.`);
    if (typeof value === 'string') {
      if (!isStorable(value)) faults.push(faultAt(levels, 'encoding', 'Must not contain NUL or unpaired surrogates.'));
    } else if (typeof value === 'number') {
      if (!Number.isFinite(value)) faults.push(faultAt(levels, 'out_of_range', 'Must be within the range of a double.'));
    } else if (value !== null && typeof value === 'object') {
      if (levels.length >= DEEPEST) throw unreadable(levels, 'too_deep', `Must be nested at most ${DEEPEST} levels deep.`);
      levels.push({ value, names: Array.isArray(value) ? null : Object.keys(value), begun: 0 });
    }
  };
  visit(body);
  for (let level = levels.at(-1); level && faults.length < MOST_FAULTS; level = levels.at(-1)) {
    const { value, names } = level;
    const place = level.begun++;
    const name = names ? names[place] : place;
    if (place >= (names ?? (value as unknown[])).length) levels.pop();
    else if (typeof name === 'string' && !isStorable(name))
      faults.push(faultAt(levels.slice(0, -1), 'encoding', 'Must not contain names with NUL or unpaired surrogates.'));
    else visit((value as Record<string | number, unknown>)[name as string | number]);
  }
  return faults;
}

/** Names the member that each level has reached. */
function faultAt(levels: readonly Level[], code: FieldCode, message: string): FieldFault {
  const path = levels.map(({ names, begun }) => (names ? names[begun - 1] : begun - 1));
  return { field: path.join('.').slice(0, 500) || 'body', code, message };
}

const unreadable = (levels: readonly Level[], code: FieldCode, message: string): ValidationError => new ValidationError([faultAt(levels, code, message)]);

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
