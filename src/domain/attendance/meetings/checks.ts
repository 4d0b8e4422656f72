import type { Executor } from '../../../platform/database/connect.ts';
import { enqueue } from '../../kernel/jobs.ts';

interface Course {
  organisationId: string;
  courseId: string;
}

/** Queues the calculation of a course's rates and their comparison with the percentage below which learners are warned. */
export const checkRates = (trx: Executor, { organisationId, courseId }: Course): Promise<void> =>
  enqueue(trx, 'check_attendance', { organisation_id: organisationId, course_id: courseId }, { key: `attendance ${courseId}` });

/** Queues the comparison of a course's share of wrong face matches with the percentage above which staff are notified. */
export const checkMatching = (trx: Executor, { organisationId, courseId }: Course): Promise<void> =>
  enqueue(trx, 'check_face_matching', { organisation_id: organisationId, course_id: courseId }, { key: `faces ${courseId}` });
