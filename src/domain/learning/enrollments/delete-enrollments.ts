import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';

/** Deletes the enrollments in a course, with their progress, attempts, submissions and seats in cohorts. */
export async function deleteEnrollmentsOfCourse(trx: Executor, organisationId: string, courseId: string): Promise<void> {
  await trx.deleteFrom('enrollments').where('organisation_id', '=', organisationId).where('course_id', '=', courseId).execute();
}

/** Deletes the enrollments of whole organisations. Uses plain SQL because it concerns several organisations. */
export async function deleteEnrollmentsOf(trx: Executor, organisationIds: readonly string[]): Promise<void> {
  await sql`delete from enrollments where organisation_id = any(${organisationIds}::uuid[])`.execute(trx);
}
