import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { isPersonal } from '../../identity/accounts/ownership.ts';
import { isSignInName } from '../../identity/accounts/sign-in-names.ts';
import type { Role } from '../../kernel/role.ts';
import { comparedText } from '../../kernel/typed-text.ts';
import { type EnrollmentState, enrollmentState } from '../../learning/access/state.ts';
import { courseCohorts, lockLimitedCohorts } from '../../learning/cohorts/course-cohorts.ts';
import { invitedStaff } from '../../organisations/invites/select-invites.ts';
import { learnerRoom } from '../../organisations/organisations/learners.ts';
import { provedAddresses } from '../../organisations/organisations/mail-domains.ts';
import type { AddressOwner, RowFacts, Seats } from './decide.ts';
import type { RowValues } from './values.ts';

export interface CourseKey {
  organisationId: string;
  courseId: string;
}

/** Identifies an import in its course. */
export interface RosterKey extends CourseKey {
  importId: string;
}

export type GivenRow = RowValues & Pick<RowFacts, 'line' | 'isExcluded'>;

interface Match {
  owner: AddressOwner | null;
  person_id: string | null;
  role: Role;
  own_number: string | null;
  is_number_taken: boolean;
  /** Whether the person was found by their name alone, and whether others were too. */
  is_named: boolean;
  is_ambiguous: boolean;
  state: EnrollmentState | null;
  is_in_cohort: boolean;
  enrollment_id: string | null;
}

/** The places that are available to the people of a file. */
export interface Places {
  seats: Seats;
  /** The cohorts of the course, by their names in the form used for comparison. */
  cohorts: ReadonlyMap<string, string>;
  /** The keys of the addresses that are invited to be staff. */
  invitedStaff: ReadonlySet<string>;
  /** The public base URL of the service. */
  base: string;
}

/** @param areTaken whether the seats must stay as they are until the transaction ends */
export async function readPlaces(
  db: Executor,
  { organisationId, courseId }: CourseKey,
  now: string,
  { base, areTaken = false }: { base: string; areTaken?: boolean },
): Promise<Places> {
  const learners = await learnerRoom(db, organisationId, { isTaken: areTaken });
  if (areTaken) await lockLimitedCohorts(db, organisationId, courseId);
  const cohorts = await courseCohorts(db, organisationId, courseId, now);
  return {
    seats: { learners, cohorts: new Map(cohorts.flatMap(({ id, free }) => (free === null ? [] : [[id, free] as const]))) },
    cohorts: new Map(cohorts.map(({ id, key }) => [key, id])),
    invitedStaff: await invitedStaff(db, organisationId),
    base,
  };
}

/** Returns a function that tells whether a row has nothing but a name that others of these rows have, too. */
export function namesakes(rows: readonly Identity[]): (row: Identity) => boolean {
  const seen = new Map<string, number>();
  for (const name of rows.map(nameAlone)) if (name !== null) seen.set(name, (seen.get(name) ?? 0) + 1);
  return (row) => (seen.get(nameAlone(row) ?? '') ?? 0) > 1;
}

type Identity = Pick<RowValues, 'name' | 'emailKey' | 'number'>;

/** Returns the name, in the form used for comparison, if it is all that identifies a person. */
const nameAlone = ({ name, emailKey, number }: Identity): string | null => (emailKey === null && number === null && name !== null ? comparedText(name) : null);

/** Reads what the organisation has that matches these rows, with one query for all of them. */
export async function readFacts(
  db: Executor,
  key: RosterKey,
  { cohorts, invitedStaff, base }: Places,
  rows: readonly GivenRow[],
  isNamesake: (row: GivenRow) => boolean,
  now: string,
): Promise<RowFacts[]> {
  const cohortIds = rows.map(({ cohort }) => (cohort === null ? null : (cohorts.get(comparedText(cohort)) ?? null)));
  const isProved = await provedAddresses(db, key.organisationId);
  const atDomain = rows.map(({ emailKey }) => emailKey !== null && isProved(emailKey));
  const matches = await readMatches(db, key, rows, { cohortIds, atDomain }, now);
  return rows.map((row, index): RowFacts => {
    const match = matches[index] as Match;
    const {
      owner,
      person_id: id,
      role,
      own_number: number,
      state,
      is_in_cohort: isInCohort,
      is_number_taken: isNumberTaken,
      enrollment_id: enrollmentId,
    } = match;
    const isAmbiguous = match.is_ambiguous || (match.is_named && isNamesake(row));
    return {
      ...row,
      owner,
      cohortId: cohortIds[index] ?? null,
      isNumberTaken,
      isAmbiguous,
      isInvitedStaff: row.emailKey !== null && invitedStaff.has(row.emailKey),
      isSignInName: row.emailKey !== null && isSignInName({ base }, row.emailKey),
      person: id === null || isAmbiguous ? null : { id, role, number, state, isInCohort, enrollmentId },
    };
  });
}

/**
 * Returns what matches each row, in the order of the rows. An address belongs to a member if it is verified, or if the organisation made the account and still
 * holds it, or if it made the account and has proved the mail domain. Staff are found in any case, to be skipped. A name finds nobody whom an earlier row of the
 * same file has enrolled: two rows with one name are two people. Nothing depends on accounts that are not members, except for addresses at a mail domain that the
 * organisation has proved. The lateral joins look each value up in an index: tables that a commit fills have statistics from before, by which reading them whole
 * would seem cheaper.
 */
async function readMatches(
  db: Executor,
  { organisationId, courseId, importId }: RosterKey,
  rows: readonly GivenRow[],
  { cohortIds, atDomain }: { cohortIds: readonly (string | null)[]; atDomain: readonly boolean[] },
  now: string,
): Promise<Match[]> {
  const emailKeys = rows.map((row) => row.emailKey);
  const numbers = rows.map((row) => row.number);
  const names = rows.map(nameAlone);
  const { rows: matches } = await sql<Match>`
    select case when wanted.at_domain and person.id is null then coalesce(account.owner, '{"kind": "nobody"}') end as owner,
      named.user_id is not null as is_named, coalesce(named.found > 1, false) as is_ambiguous, person.id as person_id, person.role, own.number as own_number,
      held.user_id is not null and held.user_id is distinct from person.id and holder.user_id is not null as is_number_taken,
      e.id as enrollment_id, case when e.source <> 'preview' then ${enrollmentState(now, 'e')} end as state,
      exists (select from cohort_members m where m.organisation_id = e.organisation_id and m.enrollment_id = e.id
        and m.cohort_id = wanted.cohort_id) as is_in_cohort
    from unnest(${emailKeys}::text[], ${numbers}::text[], ${names}::text[], ${cohortIds}::uuid[], ${atDomain}::boolean[]) with ordinality
      wanted (email_key, number, name, cohort_id, at_domain, position)
    left join lateral (select m.user_id, m.role from users join memberships m on m.user_id = users.id and m.organisation_id = ${organisationId}
      where users.email_key = wanted.email_key
        and (users.email_verified_at is not null or m.role <> 'learner' or ${isOwn(organisationId)}
          or (wanted.at_domain and users.made_by_organisation_id = ${organisationId})) limit 1) member on true
    left join lateral (select case when ${isOwn(organisationId)} then json_build_object('kind', 'held', 'id', users.id)
        when users.email_verified_at is null and users.made_by_organisation_id is distinct from ${organisationId} then json_build_object('kind', 'nobody')
        else json_build_object('kind', 'other') end as owner
      from users where wanted.at_domain and users.email_key = wanted.email_key limit 1) account on true
    left join lateral (select user_id from student_numbers where organisation_id = ${organisationId} and number = wanted.number limit 1) held on true
    left join lateral (select user_id, role from memberships where organisation_id = ${organisationId} and user_id = held.user_id limit 1) holder on true
    left join lateral (select m.user_id, m.role, count(*) over () as found
      from (select * from users where users.made_by_organisation_id = ${organisationId} and btrim(folded(users.name)) = wanted.name
        and not users.has_mailbox and ${isOwn(organisationId)} offset 0) pupil
      cross join lateral (select * from enrollments where user_id = pupil.id offset 0) e
      join memberships m on m.organisation_id = e.organisation_id and m.user_id = e.user_id
      where e.organisation_id = ${organisationId} and e.course_id = ${courseId} and e.source <> 'preview' and not exists (select from roster_import_rows own
        where own.organisation_id = e.organisation_id and own.enrollment_id = e.id and own.import_id = ${importId}) order by e.id limit 1) named on true
    cross join lateral (select coalesce(member.user_id, holder.user_id, named.user_id) as id,
      case when member.user_id is not null then member.role else coalesce(holder.role, named.role) end as role) person
    left join lateral (select number from student_numbers where organisation_id = ${organisationId} and user_id = person.id limit 1) own on true
    left join lateral (select * from enrollments where user_id = person.id offset 0) e on e.organisation_id = ${organisationId} and e.course_id = ${courseId}
    order by wanted.position`.execute(db);
  return matches;
}

/** Returns the condition that the organisation made an account that its person has not made their own yet. */
const isOwn = (organisationId: string) => sql`(users.made_by_organisation_id = ${organisationId} and not ${isPersonal})`;
