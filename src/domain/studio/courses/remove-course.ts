import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { discardFiles } from '../../files/stored-files.ts';

/** Deletes a course in which nobody is enrolled, with all its contents. Its files are deleted once the transaction commits. */
export async function removeCourse(trx: Executor, organisationId: string, courseId: string): Promise<void> {
  await discardFiles(trx, sql`select storage_key as key from storage_objects where organisation_id = ${organisationId} and course_id = ${courseId}`);
  await trx.deleteFrom('courses').where('organisation_id', '=', organisationId).where('id', '=', courseId).execute();
}
