import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { DomainError, NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { countRows } from '../../kernel/pages.ts';

/**
 * Adds enrollments of the course to its cohort, all or none. Existing members stay. The cohort is locked until the transaction ends, so that
 * concurrent additions are counted one after another. Ids that are not enrollments of the course are ignored.
 * @throws NotFoundError when the course has no such cohort
 * @throws DomainError cohort_full
 */
export async function joinCohort(trx: Executor, organisationId: string, courseId: string, cohortId: string, enrollmentIds: readonly string[]): Promise<void> {
  const { seat_limit } = await lockCohort(trx, organisationId, courseId, cohortId);
  if (enrollmentIds.length === 0) return;
  await trx
    .insertInto('cohort_members')
    .columns(['organisation_id', 'cohort_id', 'enrollment_id'])
    .expression((eb) =>
      eb
        .selectFrom('enrollments')
        .select(['organisation_id', sql<string>`${cohortId}::uuid`.as('cohort_id'), 'id'])
        .where('organisation_id', '=', organisationId)
        .where('course_id', '=', courseId)
        .where('id', '=', sql<string>`any(${enrollmentIds}::uuid[])`),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  if (seat_limit !== null && (await countMembers(trx, organisationId, cohortId)) > seat_limit) {
    throw new DomainError('cohort_full', `The cohort has ${seat_limit} seats.`);
  }
}

/** Locks the cohort while its members or its seats change.
 * @throws NotFoundError */
export async function lockCohort(trx: Executor, organisationId: string, courseId: string, cohortId: string): Promise<{ seat_limit: number | null }> {
  requireIds(courseId, cohortId);
  return trx
    .selectFrom('cohorts')
    .select('seat_limit')
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .where('id', '=', cohortId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new NotFoundError());
}

/** Returns the current number of members. The number stays valid only while the cohort is locked. */
export const countMembers = (trx: Executor, organisationId: string, cohortId: string): Promise<number> =>
  countRows(trx.selectFrom('cohort_members').where('organisation_id', '=', organisationId).where('cohort_id', '=', cohortId));
