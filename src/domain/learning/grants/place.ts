import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { recordChanges } from '../../kernel/audit/record.ts';
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
  /** The order, code or subscription that grants access; each grants an enrollment at most once. Omitted for sources that have no such object. */
  sourceId?: string;
  /** When the access ends, in RFC 3339. Null means never. */
  endsAt: string | null;
  /** Whether the end moves when the last day of the course moves. */
  followsCourseEnd: boolean;
}

/** The outcome of a grant: the learner's first access, access after a time without, or no change because the learner had access. */
export type Placement = 'created' | 'renewed' | 'kept';

/** Paid sources. Their grants count alongside other access, so that they remain when the other access ends. */
const COUNTS_BESIDE: ReadonlySet<Grant['source']> = new Set(['purchase', 'subscription']);

interface Place {
  courseId: string;
  userId: string;
  grant: Grant;
  /** Whether the schedule of a learner whose access was over starts again now. */
  restartsSchedule?: boolean;
}

/** A learner and a course, with the object that gives access to it in place of that of the grant. */
export interface Spot {
  userId: string;
  courseId: string;
  sourceId?: string;
}

interface Spots extends Omit<Place, 'userId' | 'courseId'> {
  spots: readonly Spot[];
  /** Whether the follow-up jobs of new enrollments are left to the caller, which has them run for the whole course at once. */
  isInBulk?: boolean;
  /** Whether the learners are not notified, because they cannot sign in yet. */
  isSilent?: boolean;
}

interface Places extends Omit<Spots, 'spots'> {
  courseId: string;
  userIds: readonly string[];
}

export interface Placed {
  userId: string;
  /** ID of the enrollment. */
  id: string;
  placement: Placement;
}

/** Gives one learner access to a course, like `grantPlaces`. */
export async function grantPlace(trx: Executor, actor: Actor, { userId, ...place }: Place, now: string): Promise<Placed> {
  const [placed] = await grantPlaces(trx, actor, { ...place, userIds: [userId] }, now);
  return placed as Placed;
}

/** Gives learners access to a course. See `grantSpots`. */
export const grantPlaces = (trx: Executor, actor: Actor, { courseId, userIds, ...grant }: Places, now: string): Promise<Placed[]> =>
  grantSpots(trx, actor, { ...grant, spots: userIds.map((userId) => ({ userId, courseId })) }, now);

/**
 * Gives learners access to courses and creates the missing enrollments. Checks no rule of the course: a paid order is always granted. A
 * learner who has access keeps it as it is, unless the grant was paid for or replaces a preview. Of concurrent calls, one creates an enrollment
 * and the others find it. The number of statements does not depend on the number of learners.
 * @param now RFC 3339
 */
export async function grantSpots(
  trx: Executor,
  actor: Actor,
  { spots, grant, restartsSchedule = false, isInBulk = false, isSilent = false }: Spots,
  now: string,
): Promise<Placed[]> {
  const { organisationId } = actor;
  const found = (await lockEnrollments(trx, organisationId, spots, grant, now)).map((row) => ({
    ...row,
    hadAccess: !row.is_new && !isOver(row.state),
    replacesPreview: row.source === 'preview' && grant.source !== 'preview',
  }));
  const open = found.filter(({ hadAccess, replacesPreview }) => !hadAccess || replacesPreview || COUNTS_BESIDE.has(grant.source));
  const given = new Map(spots.map(({ userId, courseId, sourceId }) => [`${userId} ${courseId}`, sourceId ?? grant.sourceId]));
  const sourceOf = ({ user_id, course_id }: { user_id: string; course_id: string }) => given.get(`${user_id} ${course_id}`);
  const sourced = open.map((row) => ({ id: row.id, sourceId: sourceOf(row) }));
  const granted = await insertGrants(trx, organisationId, sourced, grant, now);
  const changed = open.filter(({ id }) => granted.has(id));
  // A new enrollment was inserted with the values of its only grant.
  const known = changed.filter(({ is_new }) => !is_new).map(({ id }) => id);
  if (grant.source !== 'preview') await endPreviews(trx, organisationId, known, now);
  await settleEnrollments(trx, organisationId, known, now);
  const restarted = changed
    .filter(({ is_new, hadAccess, replacesPreview }) => !is_new && (replacesPreview || (restartsSchedule && !hadAccess)))
    .map(({ id }) => id);
  await restartSchedules(trx, organisationId, restarted, now);
  await recordChanges(
    trx,
    changed.map(({ id, user_id, course_id, is_new, expires_at, revoked_at, state, source }) => ({
      actor,
      action: is_new ? 'enrollment.created' : 'enrollment.renewed',
      objectId: id,
      before: is_new ? null : { expires_at, revoked_at, state, source },
      after: { course_id, user_id, source: grant.source, expires_at: grant.endsAt, source_id: sourceOf({ user_id, course_id }) },
    })),
  );
  const placementOf = ({ id, is_new, source, hadAccess }: (typeof found)[number]): Placement =>
    !granted.has(id) ? 'kept' : is_new || source === 'preview' ? 'created' : hadAccess ? 'kept' : 'renewed';
  const placed = found.map((row): Placed => ({ userId: row.user_id, id: row.id, placement: placementOf(row) }));
  const begun = placed.filter(({ placement }) => placement !== 'kept');
  await announce(trx, organisationId, begun, { source: grant.source, isInBulk, isSilent });
  return placed;
}

/** Inserts the enrollments or locks the existing ones, in the order of the users and their courses, and returns their previous values. */
async function lockEnrollments(trx: Executor, organisationId: string, spots: readonly Spot[], { source, endsAt }: Grant, now: string) {
  if (spots.length === 0) return [];
  const sorted = spots.toSorted((one, other) => (`${one.userId} ${one.courseId}` < `${other.userId} ${other.courseId}` ? -1 : 1));
  const ids = sorted.map(() => newId());
  return trx
    .insertInto('enrollments')
    .columns(['organisation_id', 'course_id', 'source', 'enrolled_at', 'expires_at', 'id', 'user_id', 'learner_name'])
    .expression(
      sql`select ${organisationId}::uuid, course_id, ${source}, ${now}::timestamptz, ${endsAt}::timestamptz, id, user_id,
          coalesce((select name from users where users.id = given.user_id for share), '')
        from unnest(${ids}::uuid[], ${sorted.map(({ userId }) => userId)}::uuid[], ${sorted.map(({ courseId }) => courseId)}::uuid[]) given (id, user_id, course_id)`,
    )
    .onConflict((conflict) => conflict.columns(['organisation_id', 'course_id', 'user_id']).doUpdateSet((eb) => ({ user_id: eb.ref('enrollments.user_id') })))
    .returning(['id', 'user_id', 'course_id', 'expires_at', 'revoked_at'])
    .returning([enrollmentState(now).as('state'), sql<Grant['source']>`source`.as('source'), sql<boolean>`xmax = 0`.as('is_new')])
    .execute();
}

/** Returns the enrollments whose grant is new: a repeated call with the same `sourceId` changes nothing, also after the grant has ended. */
async function insertGrants(
  trx: Executor,
  organisationId: string,
  enrollments: readonly { id: string; sourceId: string | undefined }[],
  { source, endsAt, followsCourseEnd }: Grant,
  now: string,
): Promise<Set<string>> {
  if (enrollments.length === 0) return new Set();
  const inserted = await trx
    .insertInto('enrollment_grants')
    .columns(['organisation_id', 'enrollment_id', 'source', 'source_id', 'starts_at', 'ends_at', 'follows_course_end'])
    .expression(
      sql`select ${organisationId}::uuid, enrollment_id, ${source}, source_id, ${now}::timestamptz, ${endsAt}::timestamptz, ${followsCourseEnd}::boolean
        from unnest(${enrollments.map(({ id }) => id)}::uuid[], ${enrollments.map(({ sourceId }) => sourceId ?? newId())}::uuid[]) given (enrollment_id, source_id)`,
    )
    .onConflict((conflict) => conflict.columns(['organisation_id', 'enrollment_id', 'source_id']).doNothing())
    .returning('enrollment_id')
    .execute();
  return new Set(inserted.map(({ enrollment_id }) => enrollment_id));
}

async function endPreviews(trx: Executor, organisationId: string, enrollmentIds: readonly string[], now: string): Promise<void> {
  if (enrollmentIds.length === 0) return;
  await trx
    .updateTable('enrollment_grants')
    .set({ revoked_at: now, revoked_by: 'source' })
    .where('organisation_id', '=', organisationId)
    .where('enrollment_id', '=', sql<string>`any(${[...enrollmentIds]}::uuid[])`)
    .where('source', '=', 'preview')
    .where('revoked_at', 'is', null)
    .execute();
}

async function restartSchedules(trx: Executor, organisationId: string, ids: readonly string[], now: string): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('enrollments')
    .set({ enrolled_at: now, first_access_at: null })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
}

interface Announcement {
  source: Grant['source'];
  isInBulk: boolean;
  isSilent: boolean;
}

async function announce(trx: Executor, organisationId: string, placed: readonly Placed[], { source, isInBulk, isSilent }: Announcement): Promise<void> {
  await publishEvent(trx, 'enrollment.created', ...placed.map(({ userId, id }) => ({ organisationId, userId, enrollmentId: id, isInBulk })));
  if (source === 'preview' || isSilent) return;
  // Staff are not notified of enrollments that they made themselves.
  const events = source === 'creator' ? (['enrollment_created'] as const) : (['enrollment_created', 'learner_enrolled'] as const);
  await notify(trx, ...placed.flatMap(({ id }) => events.map((event) => ({ organisation_id: organisationId, object_id: id, event }))));
}
