import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Role } from '../../kernel/role.ts';
import { type EnrollmentState, enrollmentState } from '../../learning/access/state.ts';
import { courseCohorts, lockLimitedCohorts } from '../../learning/cohorts/course-cohorts.ts';
import { learnerRoom } from '../../organisations/organisations/learners.ts';
import type { RowFacts, Seats } from './decide.ts';
import type { RowValues } from './values.ts';

export interface CourseKey {
  organisationId: string;
  courseId: string;
}

export type GivenRow = RowValues & Pick<RowFacts, 'line' | 'isExcluded'>;

interface Match {
  person_id: string | null;
  role: Role;
  own_number: string | null;
  is_number_taken: boolean;
  state: EnrollmentState | null;
  is_in_cohort: boolean;
  enrollment_id: string | null;
}

/**
 * Reads what the organisation has that matches these rows, and the seats that are free, with one query for all rows.
 * @param takesSeats whether the seats stay as they are until the transaction ends
 */
export async function readFacts(
  db: Executor,
  { organisationId, courseId }: CourseKey,
  rows: readonly GivenRow[],
  now: string,
  { takesSeats = false } = {},
): Promise<{ facts: RowFacts[]; seats: Seats }> {
  const learners = await learnerRoom(db, organisationId);
  if (takesSeats) await lockLimitedCohorts(db, organisationId, courseId);
  const cohorts = await courseCohorts(db, organisationId, courseId);
  const idOf = new Map(cohorts.map(({ id, key }) => [key, id]));
  const cohortIds = rows.map(({ cohort }) => (cohort === null ? null : (idOf.get(cohort.toLowerCase()) ?? null)));
  const matches = await readMatches(db, { organisationId, courseId }, rows, cohortIds, now);
  const seats = { learners, cohorts: new Map(cohorts.flatMap(({ id, free }) => (free === null ? [] : [[id, free] as const]))) };
  const facts = rows.map((row, index): RowFacts => {
    const match = matches[index] as Match;
    const { person_id: id, role, own_number: number, state, is_in_cohort: isInCohort, is_number_taken: isNumberTaken, enrollment_id: enrollmentId } = match;
    return { ...row, cohortId: cohortIds[index] ?? null, isNumberTaken, person: id === null ? null : { id, role, number, state, isInCohort, enrollmentId } };
  });
  return { facts, seats };
}

/** Returns what matches each row, in the order of the rows. */
async function readMatches(
  db: Executor,
  { organisationId, courseId }: CourseKey,
  rows: readonly GivenRow[],
  cohortIds: readonly (string | null)[],
  now: string,
): Promise<Match[]> {
  const emailKeys = rows.map((row) => row.emailKey);
  const numbers = rows.map((row) => row.number);
  const { rows: matches } = await sql<Match>`
    select person.id as person_id, person.role, own.number as own_number,
      held.user_id is not null and held.user_id is distinct from coalesce(person.id, account.id) as is_number_taken,
      e.id as enrollment_id, case when e.source <> 'preview' then ${enrollmentState(now, 'e')} end as state,
      exists (select from cohort_members m where m.organisation_id = e.organisation_id and m.enrollment_id = e.id
        and m.cohort_id = given.cohort_id) as is_in_cohort
    from unnest(${emailKeys}::text[], ${numbers}::text[], ${cohortIds}::uuid[]) with ordinality given (email_key, number, cohort_id, position)
    left join users account on account.email_key = given.email_key
    left join memberships member on member.organisation_id = ${organisationId} and member.user_id = account.id
    left join student_numbers held on held.organisation_id = ${organisationId} and held.number = given.number
    left join memberships holder on holder.organisation_id = ${organisationId} and holder.user_id = held.user_id
    cross join lateral (select coalesce(member.user_id, holder.user_id) as id,
      case when member.user_id is null then holder.role else member.role end as role) person
    left join student_numbers own on own.organisation_id = ${organisationId} and own.user_id = coalesce(person.id, account.id)
    left join enrollments e on e.organisation_id = ${organisationId} and e.course_id = ${courseId} and e.user_id = person.id
    order by given.position`.execute(db);
  return matches;
}
