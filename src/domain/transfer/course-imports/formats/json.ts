import { ValidationError } from '../../../kernel/errors.ts';
import { textFaults } from '../../../kernel/text-faults.ts';
import { UnreadableCourse } from './format.ts';

/** Parses JSON of a file under the same rules as the body of a request: no text that cannot be stored, and no deep nesting.
 * @throws UnreadableCourse */
export function parseJson(text: string, mostValues?: number): object {
  try {
    const value = JSON.parse(text);
    if (typeof value === 'object' && value !== null && textFaults(value, mostValues).length === 0) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError || error instanceof ValidationError)) throw error;
  }
  throw new UnreadableCourse('invalid');
}
