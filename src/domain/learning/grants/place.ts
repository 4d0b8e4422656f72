import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Actor } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { notify } from '../../kernel/events/notify.ts';
import { newId } from '../../kernel/ids.ts';
import { publishEvent } from '../access/events.ts';
import { enrollmentState, isOver } from '../access/state.ts';
import { settleEnrollments } from './settle.ts';

/** A reason why a learner has access to a course. */
export interface Grant {
  source: Shape<'Enrollment'>['source'];
  /** The order, code or subscription that grants access; each grants an enrollment at most once. Omitted for those that have no such object. */
  sourceId?: string;
  /** RFC 3339. Null means never. */
  endsAt: string | null;
  /** Whether the end moves when the last day of the course moves. */
  followsCourseEnd: boolean;
}

/** What a grant led to: the first access of the learner, access after a time without, or nothing because the learner had access. */
export type Placement = 'created' | 'renewed' | 'kept';

/** What was paid for counts beside other access, so that it stays when the other ends. */
const COUNTS_BESIDE: ReadonlySet<Grant['source']> = new Set(['purchase', 'subscription']);

interface Place {
  courseId: string;
  userId: string;
  grant: Grant;
  /** Whether the schedule of a learner who was enrolled before is counted from now on. */
  restartsSchedule?: boolean;
}

/**
 * Gives a learner access to a course, and creates the enrollment if there is none. Checks no rule of the course: a paid order is always granted. A
 * learner who has access keeps it as it is, unless the grant was paid for or replaces a preview. Of concurrent calls, one creates the enrollment and
 * the others find it.
 * @param now RFC 3339
 */
export async function grantPlace(trx: Executor, actor: Actor, { courseId, userId, grant, restartsSchedule = false }: Place, now: string) {
  const { organisationId } = actor;
  const { id, is_new, ...before } = await lockEnrollment(trx, organisationId, courseId, userId, grant, now);
  const hadAccess = !is_new && !isOver(before.state);
  const replacesPreview = before.source === 'preview' && grant.source !== 'preview';
  if (hadAccess && !replacesPreview && !COUNTS_BESIDE.has(grant.source)) return { id, placement: 'kept' as Placement };
  if (!(await insertGrant(trx, organisationId, id, grant, now))) return { id, placement: 'kept' as Placement };
  if (grant.source !== 'preview') await endPreviews(trx, organisationId, id, now);
  await settleEnrollments(trx, organisationId, [id]);
  const begins = is_new || before.source === 'preview';
  if (!is_new && (replacesPreview || restartsSchedule)) await restartSchedule(trx, organisationId, id, now);
  const placement: Placement = begins ? 'created' : hadAccess ? 'kept' : 'renewed';
  await recordChange(trx, actor, {
    action: is_new ? 'enrollment.created' : 'enrollment.renewed',
    objectId: id,
    before: is_new ? null : before,
    after: { course_id: courseId, user_id: userId, source: grant.source, expires_at: grant.endsAt, source_id: grant.sourceId },
  });
  if (placement !== 'kept') await announce(trx, organisationId, { userId, enrollmentId: id }, grant.source);
  return { id, placement };
}

/** Inserts the enrollment, or locks the existing one, and returns what it was. */
async function lockEnrollment(trx: Executor, organisationId: string, courseId: string, userId: string, { source, endsAt }: Grant, now: string) {
  return trx
    .insertInto('enrollments')
    .values({ organisation_id: organisationId, id: newId(), course_id: courseId, user_id: userId, source, enrolled_at: now, expires_at: endsAt })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'course_id', 'user_id']).doUpdateSet((eb) => ({ user_id: eb.ref('enrollments.user_id') })))
    .returning(['id', 'expires_at', 'revoked_at'])
    .returning([enrollmentState(now).as('state'), sql<Grant['source']>`source`.as('source'), sql<boolean>`xmax = 0`.as('is_new')])
    .executeTakeFirstOrThrow();
}

/** Returns whether the grant is new: a repeated call with the same `sourceId` changes nothing, also after the grant has ended. */
async function insertGrant(trx: Executor, organisationId: string, enrollmentId: string, { source, sourceId, endsAt, followsCourseEnd }: Grant, now: string) {
  const inserted = await trx
    .insertInto('enrollment_grants')
    .values({
      organisation_id: organisationId,
      enrollment_id: enrollmentId,
      source,
      source_id: sourceId ?? newId(),
      starts_at: now,
      ends_at: endsAt,
      follows_course_end: followsCourseEnd,
    })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'enrollment_id', 'source_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

async function endPreviews(trx: Executor, organisationId: string, enrollmentId: string, now: string): Promise<void> {
  await trx
    .updateTable('enrollment_grants')
    .set({ revoked_at: now, revoked_by: 'source' })
    .where('organisation_id', '=', organisationId)
    .where('enrollment_id', '=', enrollmentId)
    .where('source', '=', 'preview')
    .where('revoked_at', 'is', null)
    .execute();
}

async function restartSchedule(trx: Executor, organisationId: string, id: string, now: string): Promise<void> {
  await trx
    .updateTable('enrollments')
    .set({ enrolled_at: now, first_access_at: null })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute();
}

async function announce(trx: Executor, organisationId: string, who: { userId: string; enrollmentId: string }, source: Grant['source']): Promise<void> {
  await publishEvent(trx, 'enrollment.created', { organisationId, ...who });
  const notice = { organisation_id: organisationId, object_id: who.enrollmentId };
  if (source !== 'preview') await notify(trx, { ...notice, event: 'enrollment_created' });
  // Staff are not notified of enrollments that they made themselves.
  if (source !== 'preview' && source !== 'creator') await notify(trx, { ...notice, event: 'learner_enrolled' });
}
