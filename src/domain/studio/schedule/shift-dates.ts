import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import type { Executor } from '../../../platform/database/connect.ts';
import type { ValidationError } from '../../kernel/errors.ts';
import { lockChapters } from '../chapters/columns.ts';

/** The database constraints that fail when an offset is moved too far. */
const OFFSET_RULES = ['lessons_opens_day_offset_check', 'lessons_closes_day_offset_check', 'lessons_opens_before_closes'];

export interface Dates {
  start_date: string | null;
  end_date: string | null;
}

/** Writes the dates of a course, which must be locked. */
export async function writeDates(trx: Executor, organisationId: string, courseId: string, dates: Dates): Promise<void> {
  await trx
    .updateTable('courses')
    .set({ ...dates })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', courseId)
    .execute();
}

/** Moves the opening and closing offsets of all lessons and returns how many lessons were moved.
 * @param outOfRange creates the error for an offset that would leave its range */
export async function shiftOffsets(trx: Executor, organisationId: string, courseId: string, by: number, outOfRange: () => ValidationError): Promise<number> {
  await lockChapters(trx, organisationId, courseId);
  const { numUpdatedRows } = await trx
    .updateTable('lessons')
    .set({ opens_day_offset: sql<number>`opens_day_offset + ${by}::int`, closes_day_offset: sql<number>`closes_day_offset + ${by}::int` })
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .where((eb) => eb.or([eb('opens_day_offset', 'is not', null), eb('closes_day_offset', 'is not', null)]))
    .executeTakeFirst()
    .catch((error: unknown) => {
      throw error instanceof DatabaseError && OFFSET_RULES.includes(error.constraint ?? '') ? outOfRange() : error;
    });
  return Number(numUpdatedRows);
}
