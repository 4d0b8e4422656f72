import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { comparedText } from '../../kernel/typed-text.ts';
import { takenSeats } from './seats.ts';

export interface CourseCohort {
  id: string;
  /** The name in the form used for comparison, which is unique within a course. */
  key: string;
  /** Number of free seats; null if seats are not limited. */
  free: number | null;
}

/** Returns the cohorts of a course. @param now RFC 3339 */
export async function courseCohorts(db: Executor, organisationId: string, courseId: string, now: string): Promise<CourseCohort[]> {
  const cohorts = await db
    .selectFrom('cohorts')
    .select(['id', 'name'])
    .select(sql<number | null>`case when seat_limit is not null then greatest(0, seat_limit - ${takenSeats(now)}) end`.as('free'))
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .execute();
  return cohorts.map(({ id, name, free }) => ({ id, key: comparedText(name), free }));
}

/** Locks the cohorts of a course with limited seats until the transaction ends, so that concurrent additions are counted one after another. */
export async function lockLimitedCohorts(trx: Executor, organisationId: string, courseId: string): Promise<void> {
  await trx
    .selectFrom('cohorts')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .where('seat_limit', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute();
}
