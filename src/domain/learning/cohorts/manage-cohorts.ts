import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { storeUnlessTaken } from '../../../platform/database/taken.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { DomainError, Faults, NotFoundError, ValidationError } from '../../kernel/errors.ts';
import { newId, requireIds } from '../../kernel/ids.ts';
import { countRows, onPage } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';
import { joinCohort, leaveCohort, lockCohort } from './members.ts';
import { takenSeats } from './seats.ts';

/** Identifies a cohort within a course. */
export interface CohortPath {
  courseId: string;
  id: string;
}

type Status = Shape<'Cohort'>['status'];

const cohortsOf = (db: Executor, organisationId: string, courseId: string, status?: Status) =>
  db
    .selectFrom('cohorts')
    .where('cohorts.organisation_id', '=', organisationId)
    .where('cohorts.course_id', '=', courseId)
    .$if(status !== undefined, (query) => query.where('status', '=', status as Status));

const selectCohorts = (db: Executor, organisationId: string, courseId: string, now: string, status?: Status) =>
  cohortsOf(db, organisationId, courseId, status)
    .select(['id', 'name', 'status', 'starts_on', 'ends_on', 'seat_limit', 'created_at'])
    .select(
      sql<number>`(select count(*)::int from cohort_members where organisation_id = cohorts.organisation_id and cohort_id = cohorts.id)`.as('member_count'),
    )
    .select(takenSeats(now).as('seats_taken'))
    .$castTo<Shape<'Cohort'>>();

/** Lists the cohorts of a course, newest first.
 * @throws NotFoundError when there is no such course */
export async function listCohorts(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  { organisationId }: Caller,
  courseId: string,
  { status, ...paging }: Paging & { status?: Status | undefined },
): Promise<Page<Shape<'Cohort'>>> {
  await requireCourse(db, organisationId, courseId);
  const [count, results] = await Promise.all([
    countRows(cohortsOf(db, organisationId, courseId, status)),
    selectCohorts(db, organisationId, courseId, timeOf(clock), status).orderBy('created_at', 'desc').orderBy('id', 'desc').$call(onPage(paging)).execute(),
  ]);
  return { count, results };
}

/**
 * @throws NotFoundError when there is no such course
 * @throws DomainError cohort_name_taken
 * @throws ValidationError
 */
export function createCohort(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  caller: Caller,
  courseId: string,
  input: Required<Shape<'CohortWrite'>>,
): Promise<Shape<'Cohort'>> {
  const { organisationId } = caller;
  checkDates(input);
  return inTransaction(db, async (trx) => {
    await requireCourse(trx, organisationId, courseId);
    const id = newId();
    const name = input.name.trim();
    await storeNamed(trx, { organisationId, courseId, name }, () =>
      trx
        .insertInto('cohorts')
        .values({ organisation_id: organisationId, id, course_id: courseId, ...input, name })
        .execute(),
    );
    const made = await selectCohorts(trx, organisationId, courseId, timeOf(clock))
      .where('id', '=', id)
      .executeTakeFirstOrThrow(() => new NotFoundError());
    await recordChange(trx, caller, { action: 'cohort.created', objectId: id, before: null, after: made });
    return made;
  });
}

/**
 * Changes only the fields in `input`.
 * @throws NotFoundError
 * @throws DomainError cohort_name_taken
 * @throws ValidationError for invalid dates, and for fewer seats than are taken
 */
export function updateCohort(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  caller: Caller,
  path: CohortPath,
  input: Shape<'PatchedCohort'>,
): Promise<Shape<'Cohort'>> {
  const { organisationId } = caller;
  return changeCohort({ db, clock }, caller, path, 'cohort.updated', async (trx, before) => {
    checkDates({ ...before, ...input });
    if (input.seat_limit != null && input.seat_limit < before.seats_taken) {
      throw new ValidationError([{ field: 'seat_limit', code: 'below_members', message: `${before.seats_taken} seats are already taken.` }]);
    }
    if (Object.keys(input).length === 0) return {};
    const name = input.name?.trim();
    await storeNamed(trx, { organisationId, courseId: path.courseId, name: name ?? before.name }, () =>
      trx
        .updateTable('cohorts')
        .set({ ...input, ...(name === undefined ? {} : { name }) })
        .where('organisation_id', '=', organisationId)
        .where('id', '=', path.id)
        .execute(),
    );
    return {};
  });
}

/**
 * Removes and adds members. Removed members make room for added ones; an enrollment that is both removed and added is a member afterwards.
 * @throws NotFoundError
 * @throws DomainError cohort_full
 * @throws ValidationError if an added enrollment is not that of a learner of the course
 */
export function updateMembers(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  caller: Caller,
  path: CohortPath,
  { add, remove }: Required<Shape<'CohortMembersWrite'>>,
): Promise<Shape<'Cohort'>> {
  const { organisationId } = caller;
  return changeCohort({ db, clock }, caller, path, 'cohort.members_updated', async (trx) => {
    await requireLearners(trx, organisationId, path.courseId, add);
    const now = timeOf(clock);
    const gone = remove.filter((id) => !add.includes(id));
    await leaveCohort(trx, organisationId, path.id, gone, now);
    await joinCohort(trx, organisationId, path.courseId, path.id, add, now);
    return { added: add, removed: remove };
  });
}

/**
 * Deletes an empty cohort. The foreign key of the members decides whether it is empty, even while someone joins.
 * @throws NotFoundError
 * @throws DomainError cohort_not_empty
 */
export async function deleteCohort({ db }: Pick<Tools, 'db'>, caller: Caller, { courseId, id }: CohortPath): Promise<void> {
  requireIds(courseId, id);
  const { organisationId } = caller;
  await inTransaction(db, async (trx) => {
    await requireCourse(trx, organisationId, courseId);
    const {
      organisation_id: _organisation,
      course_id: _course,
      ...before
    } = await trx
      .deleteFrom('cohorts')
      .where('organisation_id', '=', organisationId)
      .where('course_id', '=', courseId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(() => new NotFoundError())
      .catch(refuseMembers);
    await recordChange(trx, caller, { action: 'cohort.deleted', objectId: id, before, after: null });
  });
}

/** Changes the cohort while it is locked. The return value of `work` is written to the audit log together with the cohort. */
function changeCohort(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  caller: Caller,
  { courseId, id }: CohortPath,
  action: `cohort.${string}`,
  work: (trx: Executor, before: Shape<'Cohort'>) => Promise<Record<string, unknown>>,
): Promise<Shape<'Cohort'>> {
  const { organisationId } = caller;
  return inTransaction(db, async (trx) => {
    await requireCourse(trx, organisationId, courseId);
    await lockCohort(trx, organisationId, courseId, id);
    const read = () =>
      selectCohorts(trx, organisationId, courseId, timeOf(clock))
        .where('id', '=', id)
        .executeTakeFirstOrThrow(() => new NotFoundError());
    const before = await read();
    const more = await work(trx, before);
    const after = await read();
    await recordChange(trx, caller, { action, objectId: id, before, after: { ...after, ...more } });
    return after;
  });
}

async function requireLearners(trx: Executor, organisationId: string, courseId: string, enrollmentIds: readonly string[]): Promise<void> {
  if (enrollmentIds.length === 0) return;
  const rows = await trx
    .selectFrom('enrollments')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .where('source', '<>', 'preview')
    .where('id', '=', sql<string>`any(${enrollmentIds}::uuid[])`)
    .execute();
  const known = new Set(rows.map((row) => row.id));
  const faults = new Faults();
  enrollmentIds.forEach((id, index) => {
    if (!known.has(id.toLowerCase())) faults.add(`add.${index}`, 'unknown', 'The course has no such enrolment.');
  });
  faults.check();
}

function checkDates({ starts_on, ends_on }: Pick<Shape<'Cohort'>, 'starts_on' | 'ends_on'>): void {
  if (starts_on && ends_on && ends_on < starts_on)
    throw new ValidationError([{ field: 'ends_on', code: 'before_start', message: 'Must not be before starts_on.' }]);
}

interface CohortName {
  organisationId: string;
  courseId: string;
  name: string;
}

/** @throws DomainError cohort_name_taken */
const storeNamed = (trx: Executor, { organisationId, courseId, name }: CohortName, store: () => Promise<unknown>): Promise<unknown> =>
  storeUnlessTaken(trx, {
    violated: { constraint: 'cohorts_name' },
    store,
    find: () =>
      trx
        .selectFrom('cohorts')
        .select('id')
        .where('organisation_id', '=', organisationId)
        .where('course_id', '=', courseId)
        .where(sql<boolean>`btrim(folded(name)) = btrim(folded(${name}))`)
        .executeTakeFirst(),
    refusal: (other) => new DomainError('cohort_name_taken', 'The course already has a cohort with this name.', { cohort_id: other.id }),
  });

function refuseMembers(error: unknown): never {
  if (error instanceof DatabaseError && error.constraint?.startsWith('cohort_members_')) throw new DomainError('cohort_not_empty', 'The cohort has members.');
  throw error;
}
