import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import { DomainError, NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { isStaff } from '../../kernel/role.ts';
import { liveCourses } from '../../studio/courses/columns.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';
import { enrollmentState, isOver } from '../access/state.ts';
import type { UploadPurpose } from './content-types.ts';

/**
 * Checks that the caller may upload: staff upload the media and documents of a course, its learners upload files to submit, and both upload files for
 * discussions.
 * @throws NotFoundError also for a course that the learner may not know of
 * @throws DomainError permission_denied, not_enrolled
 */
export async function requireUploader(trx: Executor, who: Caller, courseId: string, purpose: UploadPurpose, now: string): Promise<void> {
  const { organisationId, actorId } = who;
  if (purpose !== 'submission' && (purpose !== 'discussion' || isStaff(who))) {
    if (!isStaff(who)) throw new DomainError('permission_denied', 'Only staff may upload media and documents.');
    return requireCourse(trx, organisationId, courseId);
  }
  requireIds(courseId);
  const { status, visibility, enrollment_id, state } = await liveCourses(trx, organisationId)
    .leftJoin('enrollments', (join) =>
      join
        .onRef('enrollments.organisation_id', '=', 'courses.organisation_id')
        .onRef('enrollments.course_id', '=', 'courses.id')
        .on('enrollments.user_id', '=', actorId),
    )
    .where('courses.id', '=', courseId)
    .select([sql<string>`courses.status`.as('status'), 'courses.visibility', 'enrollments.id as enrollment_id', enrollmentState(now).as('state')])
    .forKeyShare('courses')
    .executeTakeFirstOrThrow(() => new NotFoundError());
  if (enrollment_id !== null && !isOver(state)) return;
  const isKnown = isStaff(who) || enrollment_id !== null || (status === 'published' && visibility !== 'private');
  throw isKnown ? new DomainError('not_enrolled', "Only the course's learners may upload these files.") : new NotFoundError();
}
