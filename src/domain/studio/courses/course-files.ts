import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { discardFiles } from '../../files/stored-files.ts';

/** Has the stored bytes of the course deleted, once the transaction that deletes the course commits: its rows cannot name them any more then. */
export const discardFilesOfCourse = (trx: Executor, organisationId: string, courseId: string): Promise<void> =>
  discardFiles(trx, sql`select storage_key as key from storage_objects where organisation_id = ${organisationId} and course_id = ${courseId}`);
