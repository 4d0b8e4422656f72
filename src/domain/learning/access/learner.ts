import type { LearnerEnrollment } from './course-access.ts';

/** Who learns, and the times that count for them. */
export interface Learner {
  organisationId: string;
  userId: string;
  enrollmentId: string;
  /** Days of learning are those of this time zone. */
  timezone: string;
}

export const learnerOf = (
  { organisationId, userId, userTimezone }: { organisationId: string; userId: string; userTimezone: string },
  { id }: LearnerEnrollment,
): Learner => ({ organisationId, userId, enrollmentId: id, timezone: userTimezone });
