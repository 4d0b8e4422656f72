import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import { Faults } from '../../kernel/errors.ts';
import { canonicalLanguage, checkTimezone } from '../../kernel/locale.ts';
import { categoryExists } from './categories.ts';

/** All fields of a course, including those that the contract lets default to the organisation's values. */
export type CourseFields = Required<Shape<'CourseWrite'>>;

const LARGEST_BYTES = { description: 64 * 1024, sales_page_blocks: 256 * 1024 } as const;

/**
 * Checks the rules between the fields of the resulting course and returns it in canonical form. `sent` contains the fields of this request:
 * a length that does not fit `length_mode` is a fault if it was sent, and is cleared if it is a previous value.
 * @throws ValidationError listing every fault
 */
export async function checkCourse(db: Executor, course: CourseFields, sent: Partial<CourseFields>): Promise<CourseFields> {
  const faults = new Faults();
  const result = { ...course };
  result.language = canonicalLanguage(course.language, faults);
  checkTimezone(course.timezone, faults);
  for (const [field, mode] of [
    ['duration_days', 'duration'],
    ['end_date', 'dates'],
  ] as const) {
    if (course.length_mode === mode || course[field] === null) continue;
    if (sent[field] === undefined) result[field] = null;
    else faults.add(field, 'not_allowed', `Only allowed with length_mode ${mode}.`);
  }
  const required = { open_ended: [], duration: ['duration_days'], dates: ['start_date', 'end_date'] } as const;
  for (const field of required[course.length_mode]) {
    if (result[field] === null) faults.add(field, 'required', `Required with length_mode ${course.length_mode}.`);
  }
  if (result.start_date && result.end_date && result.start_date > result.end_date) faults.add('end_date', 'before_start', 'Must not be before start_date.');
  for (const [field, limit] of Object.entries(LARGEST_BYTES)) {
    const size = Buffer.byteLength(JSON.stringify(course[field as keyof typeof LARGEST_BYTES]));
    if (size > limit) faults.add(field, 'too_large', `Must be at most ${limit} bytes as JSON.`);
  }
  if (sent.category !== undefined && sent.category !== null && !(await categoryExists(db, sent.category)))
    faults.add('category', 'unknown', 'The category does not exist.');
  faults.check();
  return result;
}
