import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { storeUnlessTaken } from '../../../platform/database/taken.ts';
import { recordChange, recordChanges } from '../../kernel/audit/record.ts';
import type { Actor, Caller, User } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { DomainError, NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { onPage } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import { type EnrollmentPath, lockLearner } from '../../learning/enrollments/revoke-enrollment.ts';
import { isOpen } from '../../organisations/organisations/closing.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';

/** @throws NotFoundError also for a preview */
export async function getLearnerNumber(
  { db }: Pick<Tools, 'db'>,
  { organisationId }: Caller,
  { courseId, enrollmentId }: EnrollmentPath,
): Promise<Shape<'LearnerNumber'>> {
  requireIds(enrollmentId);
  await requireCourse(db, organisationId, courseId);
  const { number } = await db
    .selectFrom('enrollments')
    .leftJoin('student_numbers', (join) =>
      join.onRef('student_numbers.organisation_id', '=', 'enrollments.organisation_id').onRef('student_numbers.user_id', '=', 'enrollments.user_id'),
    )
    .select('number')
    .where('enrollments.organisation_id', '=', organisationId)
    .where('enrollments.course_id', '=', courseId)
    .where('enrollments.id', '=', enrollmentId)
    .where('enrollments.source', '<>', 'preview')
    .executeTakeFirstOrThrow(() => new NotFoundError());
  return { enrollment_id: enrollmentId.toLowerCase(), number };
}

/**
 * Gives a learner a number, corrects it, or takes it away with null. The unique index decides which of several learners gets a number.
 * @throws NotFoundError also for a preview
 * @throws DomainError number_taken
 */
export function updateLearnerNumber(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  caller: Caller,
  place: EnrollmentPath,
  { number }: Shape<'PatchedLearnerNumber'>,
): Promise<Shape<'LearnerNumber'>> {
  const { organisationId } = caller;
  return inTransaction(db, async (trx) => {
    const { user_id: userId } = await lockLearner(trx, organisationId, place, timeOf(clock));
    const before = await ofUser(trx, organisationId, userId).forUpdate().executeTakeFirst();
    await (number === null ? removeNumber(trx, organisationId, userId) : putNumber(trx, organisationId, userId, number));
    if ((before?.number ?? null) !== number) await noteNumber(trx, caller, userId, before?.number ?? null, number);
    return { enrollment_id: place.enrollmentId.toLowerCase(), number };
  });
}

/** Records a change of number, and has sheets on which either number is bubbled reassigned, because they may now belong to another learner. */
async function noteNumber(trx: Executor, caller: Caller, userId: string, before: string | null, after: string | null): Promise<void> {
  await recordChange(trx, caller, { action: 'student_number.updated', objectId: userId, before: { number: before }, after: { number: after } });
  await enqueue(trx, 'assign_sheets', { organisation_id: caller.organisationId, numbers: [before, after].filter((number) => number !== null) });
}

const ofUser = (trx: Executor, organisationId: string, userId: string) =>
  trx.selectFrom('student_numbers').select('number').where('organisation_id', '=', organisationId).where('user_id', '=', userId);

const removeNumber = (trx: Executor, organisationId: string, userId: string): Promise<unknown> =>
  trx.deleteFrom('student_numbers').where('organisation_id', '=', organisationId).where('user_id', '=', userId).execute();

/** @throws DomainError number_taken */
async function putNumber(trx: Executor, organisationId: string, userId: string, number: string): Promise<void> {
  await storeUnlessTaken(trx, {
    violated: { constraint: 'student_numbers_number' },
    store: () =>
      trx
        .insertInto('student_numbers')
        .values({ organisation_id: organisationId, user_id: userId, number })
        .onConflict((conflict) => conflict.columns(['organisation_id', 'user_id']).doUpdateSet({ number }))
        .execute(),
    find: () =>
      trx.selectFrom('student_numbers').select('user_id').where('organisation_id', '=', organisationId).where('number', '=', number).executeTakeFirst(),
    refusal: (other) => new DomainError('number_taken', "Another of the organisation's learners has this number.", other),
  });
}

interface GivenNumber {
  userId: string;
  number: string;
}

/**
 * Gives numbers to users who have none. Users who already have a number keep it, and a number that is taken stays with its owner.
 * @returns the users who do not have the number afterwards, and why
 */
export async function addNumbers(trx: Executor, actor: Actor, given: readonly GivenNumber[]): Promise<Map<string, 'number_taken' | 'number_differs'>> {
  const { organisationId } = actor;
  if (given.length === 0) return new Map();
  const made = await trx
    .insertInto('student_numbers')
    .columns(['organisation_id', 'user_id', 'number'])
    .expression(
      sql`select ${organisationId}::uuid, user_id, number
        from unnest(${given.map(({ userId }) => userId)}::uuid[], ${given.map(({ number }) => number)}::text[]) given (user_id, number)`,
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['user_id', 'number'])
    .execute();
  await recordChanges(
    trx,
    made.map(({ user_id, number }) => ({ actor, action: 'student_number.updated', objectId: user_id, before: { number: null }, after: { number } })),
  );
  if (made.length > 0) await enqueue(trx, 'assign_sheets', { organisation_id: organisationId, numbers: made.map(({ number }) => number) });
  const got = new Set(made.map(({ user_id }) => user_id));
  return refusedNumbers(
    trx,
    organisationId,
    given.filter(({ userId }) => !got.has(userId)),
  );
}

async function refusedNumbers(trx: Executor, organisationId: string, given: readonly GivenNumber[]): Promise<Map<string, 'number_taken' | 'number_differs'>> {
  if (given.length === 0) return new Map();
  const users = given.map(({ userId }) => userId);
  const own = await trx
    .selectFrom('student_numbers')
    .select(['user_id', 'number'])
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', sql<string>`any(${users}::uuid[])`)
    .execute();
  const numberOf = new Map(own.map(({ user_id, number }) => [user_id, number]));
  return new Map(
    given
      .filter(({ userId, number }) => numberOf.get(userId) !== number)
      .map(({ userId }) => [userId, numberOf.has(userId) ? 'number_differs' : 'number_taken'] as const),
  );
}

/** Lists the organisations in which the user is enrolled, by name, each with the user's number there. */
export async function listMyNumbers({ db }: Pick<Tools, 'db'>, { actorId: userId }: User, paging: Paging): Promise<Page<Shape<'MyNumber'>>> {
  const own = sql`select e.organisation_id from enrollments e
    join courses c on c.organisation_id = e.organisation_id and c.id = e.course_id and c.deleted_at is null
    where e.user_id = ${userId} and e.source <> 'preview' and ${isOpen(sql`e.organisation_id`)}`;
  const [{ rows: counted }, results] = await Promise.all([
    sql<{ count: number }>`select count(distinct organisation_id)::int as count from (${own}) own`.execute(db),
    db
      .selectFrom('organisations')
      .leftJoin('student_numbers', (join) => join.onRef('student_numbers.organisation_id', '=', 'organisations.id').on('student_numbers.user_id', '=', userId))
      .select(['organisations.id', 'organisations.name', 'organisations.subdomain', 'student_numbers.number'])
      .where(sql<boolean>`organisations.id in (${own})`)
      .orderBy('organisations.name')
      .orderBy('organisations.id')
      .$call(onPage(paging))
      .execute(),
  ]);
  return { count: counted[0]?.count ?? 0, results: results.map(({ number, ...organisation }) => ({ organisation, number })) };
}
