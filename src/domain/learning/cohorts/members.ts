import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { DomainError, NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { takenSeats } from './seats.ts';

/**
 * Adds enrollments of the course to its cohort, all or none. Existing members stay. A cohort with a limit of seats is locked until the transaction
 * ends, so that concurrent additions are counted one after another. Ids that are not enrollments of the course are ignored.
 * @param now RFC 3339
 * @returns whether any enrollment was added
 * @throws NotFoundError when the course has no such cohort
 * @throws DomainError cohort_full
 */
export async function joinCohort(
  trx: Executor,
  organisationId: string,
  courseId: string,
  cohortId: string,
  enrollmentIds: readonly string[],
  now: string,
): Promise<boolean> {
  const { seat_limit } = (await shareUnlimited(trx, organisationId, courseId, cohortId)) ?? (await lockCohort(trx, organisationId, courseId, cohortId));
  if (enrollmentIds.length === 0) return false;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('cohort_members')
    .columns(['organisation_id', 'cohort_id', 'enrollment_id', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('enrollments')
        .select(['organisation_id', sql<string>`${cohortId}::uuid`.as('cohort_id'), 'id', sql<string>`${now}::timestamptz`.as('created_at')])
        .where('organisation_id', '=', organisationId)
        .where('course_id', '=', courseId)
        .where('id', '=', sql<string>`any(${enrollmentIds}::uuid[])`),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (seat_limit !== null && (await countTaken(trx, organisationId, cohortId, now)) > seat_limit) {
    throw full(seat_limit);
  }
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Adds an enrollment to a cohort unless the cohort is full or gone, and returns which of these was the case. */
export async function joinIfFree(
  trx: Executor,
  organisationId: string,
  courseId: string,
  cohortId: string,
  enrollmentId: string,
  now: string,
): Promise<'joined' | 'full' | 'gone'> {
  const cohort = await selectCohort(trx, organisationId, courseId, cohortId).forUpdate().executeTakeFirst();
  if (!cohort) return 'gone';
  if (cohort.seat_limit !== null && (await countTaken(trx, organisationId, cohortId, now)) >= cohort.seat_limit) return 'full';
  await joinCohort(trx, organisationId, courseId, cohortId, [enrollmentId], now);
  return 'joined';
}

/** Takes an enrollment out of all cohorts but one, and returns the cohorts that it was in.
 * @param keptId null: out of all cohorts */
export async function leaveOtherCohorts(trx: Executor, organisationId: string, enrollmentId: string, keptId: string | null, now: string): Promise<string[]> {
  const left = await endStays(trx, organisationId, sql`enrollment_id = ${enrollmentId} and cohort_id is distinct from ${keptId}::uuid`, now);
  return left.sort();
}

/** Takes enrollments out of a cohort. */
export async function leaveCohort(trx: Executor, organisationId: string, cohortId: string, enrollmentIds: readonly string[], now: string): Promise<void> {
  await endStays(trx, organisationId, sql`cohort_id = ${cohortId} and enrollment_id = any(${enrollmentIds}::uuid[])`, now);
}

/** Ends memberships, records when they began and ended, and returns the cohorts. */
async function endStays(trx: Executor, organisationId: string, isMeant: RawBuilder<unknown>, now: string): Promise<string[]> {
  const { rows } = await sql<{ cohort_id: string }>`
    with gone as (
      delete from cohort_members where organisation_id = ${organisationId} and ${isMeant} returning cohort_id, enrollment_id, created_at
    ), kept as (
      insert into cohort_stays (organisation_id, enrollment_id, cohort_id, joined_at, left_at)
      select ${organisationId}, enrollment_id, cohort_id, created_at, ${now}::timestamptz from gone on conflict do nothing
    )
    select cohort_id from gone`.execute(trx);
  return rows.map(({ cohort_id }) => cohort_id);
}

/** Locks the cohort while its members or its seats change.
 * @throws NotFoundError */
export async function lockCohort(trx: Executor, organisationId: string, courseId: string, cohortId: string): Promise<{ seat_limit: number | null }> {
  requireIds(courseId, cohortId);
  return selectCohort(trx, organisationId, courseId, cohortId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new NotFoundError());
}

/** Keeps an unlimited number of seats unlimited until the transaction ends. Other transactions can add members at the same time. */
async function shareUnlimited(trx: Executor, organisationId: string, courseId: string, cohortId: string): Promise<{ seat_limit: number | null } | undefined> {
  requireIds(courseId, cohortId);
  return selectCohort(trx, organisationId, courseId, cohortId).where('seat_limit', 'is', null).forShare().executeTakeFirst();
}

const selectCohort = (trx: Executor, organisationId: string, courseId: string, cohortId: string) =>
  trx.selectFrom('cohorts').select('seat_limit').where('organisation_id', '=', organisationId).where('course_id', '=', courseId).where('id', '=', cohortId);

/** Returns the number of seats taken now, which stays valid only while the cohort is locked. */
async function countTaken(trx: Executor, organisationId: string, cohortId: string, now: string): Promise<number> {
  const { taken } = await trx
    .selectFrom('cohorts')
    .select(takenSeats(now).as('taken'))
    .where('organisation_id', '=', organisationId)
    .where('id', '=', cohortId)
    .executeTakeFirstOrThrow(() => new NotFoundError());
  return taken;
}

/**
 * Checks that a learner whose access staff bring back has a seat in each of their cohorts, which are locked until the transaction ends.
 * @throws DomainError cohort_full
 */
export async function requireSeats(trx: Executor, organisationId: string, enrollmentId: string, now: string): Promise<void> {
  const cohorts = await trx
    .selectFrom('cohorts')
    .innerJoin('cohort_members', (join) =>
      join.onRef('cohort_members.organisation_id', '=', 'cohorts.organisation_id').onRef('cohort_members.cohort_id', '=', 'cohorts.id'),
    )
    .select(['cohorts.id', sql<number>`seat_limit`.as('seat_limit')])
    .where('cohorts.organisation_id', '=', organisationId)
    .where('cohort_members.enrollment_id', '=', enrollmentId)
    .where('seat_limit', 'is not', null)
    .orderBy('cohorts.id')
    .forUpdate('cohorts')
    .execute();
  for (const { id, seat_limit } of cohorts) if ((await countTaken(trx, organisationId, id, now)) > seat_limit) throw full(seat_limit);
}

const full = (seats: number): DomainError => new DomainError('cohort_full', `The cohort has ${seats} seats.`);
