import { timeOf } from '../../../platform/clock/clock.ts';
import { inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { countRows, onPage } from '../../kernel/pages.ts';
import { person } from '../../kernel/person.ts';
import type { Tools } from '../../kernel/tools.ts';
import { matchingLearners } from '../../learning/enrollments/list-learners.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';
import { rotatingCode } from './codes.ts';
import { insertBadges, type NewBadge } from './make-badges.ts';

export interface BadgeFilter extends Paging {
  /** Part of the name or the email address, case-insensitive. */
  search?: string | undefined;
  cohort_id?: string | undefined;
}

/** Lists the learners of a course by name, with the time at which their badges were made.
 * @throws NotFoundError when there is no such course */
export async function listBadges(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  { organisationId }: Caller,
  courseId: string,
  { search, cohort_id, ...paging }: BadgeFilter,
): Promise<Page<Shape<'AttendanceBadge'>>> {
  await requireCourse(db, organisationId, courseId);
  const matching = matchingLearners(db, organisationId, courseId, timeOf(clock), { search, cohort_id });
  const [count, results] = await Promise.all([
    countRows(matching),
    matching
      .innerJoin('users', 'users.id', 'enrollments.user_id')
      .leftJoin('attendance_badges as badge', (join) =>
        join
          .onRef('badge.organisation_id', '=', 'enrollments.organisation_id')
          .onRef('badge.user_id', '=', 'enrollments.user_id')
          .on('badge.revoked_at', 'is', null),
      )
      .select(['enrollments.id as enrollment_id', person.as('user'), 'badge.created_at'])
      .orderBy('enrollments.learner_name')
      .orderBy('enrollments.id')
      .$call(onPage(paging))
      .execute(),
  ]);
  return { count, results };
}

/**
 * Replaces the badge of a learner in all courses of the organisation. The old one is refused at once.
 * @throws NotFoundError when the course has no such learner
 */
export function reissueBadge(
  { db, clock, keyring }: Pick<Tools, 'db' | 'clock' | 'keyring'>,
  caller: Caller,
  { courseId, enrollmentId }: { courseId: string; enrollmentId: string },
): Promise<Shape<'IssuedBadge'>> {
  requireIds(courseId, enrollmentId);
  const { organisationId } = caller;
  return inTransaction(db, async (trx) => {
    await requireCourse(trx, organisationId, courseId);
    const now = timeOf(clock);
    const learner = await matchingLearners(trx, organisationId, courseId, now, {})
      .innerJoin('users', 'users.id', 'enrollments.user_id')
      .where('enrollments.id', '=', enrollmentId)
      .select(['enrollments.id as enrollment_id', 'enrollments.user_id', person.as('user')])
      .forKeyShare('enrollments')
      .executeTakeFirstOrThrow(() => new NotFoundError());
    let badge: NewBadge | undefined;
    // Another badge can be made in the meantime.
    while (!badge) {
      await trx
        .updateTable('attendance_badges')
        .set({ revoked_at: now })
        .where('organisation_id', '=', organisationId)
        .where('user_id', '=', learner.user_id)
        .where('revoked_at', 'is', null)
        .execute();
      [badge] = await insertBadges(trx, keyring, organisationId, [learner.user_id], now);
    }
    await recordChange(trx, caller, { action: 'attendance_badge.reissued', objectId: enrollmentId, before: null, after: { user_id: learner.user_id } });
    return { enrollment_id: learner.enrollment_id, user: learner.user, token: badge.token, created_at: badge.created_at };
  });
}

/** Returns the code that the caller currently shows to check in.
 * @throws NotFoundError when the caller has no badge in the organisation */
export async function getOwnBadge(
  { db, clock, keyring }: Pick<Tools, 'db' | 'clock' | 'keyring'>,
  { organisationId, actorId }: Caller,
): Promise<Shape<'OwnBadge'>> {
  const badge = await db
    .selectFrom('attendance_badges')
    .select(['id', 'created_at'])
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', actorId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow(() => new NotFoundError());
  return { organisation_id: organisationId, ...rotatingCode(keyring, 'r', badge.id, clock.now()), created_at: badge.created_at };
}
