import type { Executor } from '../../../platform/database/connect.ts';
import { enqueue } from '../../kernel/jobs.ts';

interface Course {
  organisationId: string;
  courseId: string;
}

/** Has the rates of a course computed again, and compared with the percentage below which learners are warned. */
export const checkRates = (trx: Executor, { organisationId, courseId }: Course): Promise<void> =>
  enqueue(trx, 'check_attendance', { organisation_id: organisationId, course_id: courseId }, { key: `attendance ${courseId}` });

/** Has the share of wrong matches of faces in a course compared with the percentage above which staff are notified. */
export const checkMatching = (trx: Executor, { organisationId, courseId }: Course): Promise<void> =>
  enqueue(trx, 'check_face_matching', { organisation_id: organisationId, course_id: courseId }, { key: `faces ${courseId}` });
