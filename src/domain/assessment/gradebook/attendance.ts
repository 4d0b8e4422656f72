import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import { type Fraction, hundredths, percentOf, ZERO } from '../grading/fraction.ts';
import type { Cell } from '../grading/totals.ts';
import type { AttendanceRule } from './rules.ts';

/** The attendance rate of a learner for whom meetings count, and its components. */
export type AttendanceRate = Pick<Shape<'AttendanceGradeDetail'>, 'percent' | 'present' | 'late' | 'excused' | 'absent' | 'made_up'>;

/** Attendance as an item of a learner's gradebook. The rate explains its score. */
export interface AttendanceCell extends Cell {
  rate: AttendanceRate;
  score: Fraction;
}

/** The ID of the attendance item, which stands beside those of lessons. */
export const ATTENDANCE = 'attendance';

/** Returns the rates as they were computed last, by enrollment. Learners for whom no meeting counts have none. */
export async function readRates(db: Executor, organisationId: string, enrollmentIds: readonly string[]): Promise<Map<string, AttendanceRate>> {
  const { rows } = await sql<AttendanceRate & { enrollment_id: string }>`
    select enrollment_id, percent::float8 as percent, present, late, excused, absent, made_up from attendance_rates
    where organisation_id = ${organisationId} and enrollment_id = any(${enrollmentIds}::uuid[]) and percent is not null`.execute(db);
  return new Map(rows.map(({ enrollment_id, ...rate }) => [enrollment_id, rate]));
}

export function attendanceCell({ points, category_id, is_extra_credit }: AttendanceRule, rate: AttendanceRate): AttendanceCell {
  const possible = hundredths(points);
  const score = percentOf(hundredths(rate.percent), possible);
  return {
    rate,
    score,
    item: {
      id: ATTENDANCE,
      categoryId: category_id,
      possible,
      gradingType: 'points',
      attemptsPolicy: 'highest',
      isExtraCredit: is_extra_credit,
      isOmitted: false,
      isOnline: false,
    },
    result: { state: 'graded', score, certain: ZERO, works: [], late: null, isEntered: false, isMissing: false, isHandedInAgain: false },
  };
}
