import type { LearnerEnrollment } from './course-access.ts';

/** A learner in a course, with their enrollment and time zone. */
export interface Learner {
  organisationId: string;
  userId: string;
  enrollmentId: string;
  /** The time zone in which days of learning are counted. */
  timezone: string;
}

export const learnerOf = ({ organisationId }: { organisationId: string }, { id, userId, userTimezone }: LearnerEnrollment): Learner => ({
  organisationId,
  userId,
  enrollmentId: id,
  timezone: userTimezone,
});
