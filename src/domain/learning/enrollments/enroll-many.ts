import type { Executor } from '../../../platform/database/connect.ts';
import type { Actor } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { liveCourses } from '../../studio/courses/columns.ts';
import { expiryOf } from '../access/expiry.ts';
import { type Grant, grantPlaces, type Placed } from '../grants/place.ts';
import { hasEnded, requireNotArchived, requireNotEnded } from './enroll.ts';

/**
 * Returns the access that staff give to learners now, for as long as the course provides, and locks the course until the transaction ends, so that it is not
 * deleted in the meantime.
 * @param now RFC 3339
 * @throws NotFoundError
 * @throws DomainError enrollment_closed
 */
export async function staffGrant(trx: Executor, organisationId: string, courseId: string, now: string): Promise<Grant> {
  requireIds(courseId);
  return grantOf(
    await selectTerms(trx, organisationId, courseId)
      .forKeyShare('courses')
      .executeTakeFirstOrThrow(() => new NotFoundError()),
    now,
  );
}

/** Returns whether staff could give access to the course now. */
export async function mayGrant(db: Executor, organisationId: string, courseId: string, now: string): Promise<boolean> {
  const course = await selectTerms(db, organisationId, courseId).executeTakeFirst();
  return course !== undefined && course.status !== 'archived' && !hasEnded(expiryOf(course, now), now);
}

const selectTerms = (db: Executor, organisationId: string, courseId: string) =>
  liveCourses(db, organisationId)
    .where('courses.id', '=', courseId)
    .select(['status', 'timezone', 'length_mode', 'duration_days', 'end_date'])
    .$narrowType<{ length_mode: Shape<'Course'>['length_mode'] }>();

function grantOf(course: Awaited<ReturnType<ReturnType<typeof selectTerms>['executeTakeFirstOrThrow']>>, now: string): Grant {
  requireNotArchived(course.status);
  const endsAt = expiryOf(course, now);
  requireNotEnded(endsAt, now);
  return { source: 'creator', endsAt, followsCourseEnd: course.length_mode === 'dates' };
}

interface ManyPlaces {
  courseId: string;
  userIds: readonly string[];
  grant: Grant;
  /** Whether the learners are not notified, because they cannot sign in yet. */
  isSilent: boolean;
}

/** Enrolls members together. The follow-up jobs of the enrollments are left to the caller, which has them run for the whole course at once. */
export const enrollMany = (trx: Executor, actor: Actor, places: ManyPlaces, now: string): Promise<Placed[]> =>
  grantPlaces(trx, actor, { ...places, isInBulk: true }, now);
