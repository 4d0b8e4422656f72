import type { Shape } from '../../kernel/contract.ts';
import type { Role } from '../../kernel/role.ts';
import type { EnrollmentState } from '../../learning/access/state.ts';
import type { RowValues } from './values.ts';

/** The facts about a row: its values, and what the organisation has that matches them. */
export interface RowFacts extends RowValues {
  line: number;
  isExcluded: boolean;
  /** The member with the email address, or else the one with the student number, or else, if the row has neither, the pupil of the course with the name. */
  person: RosterPerson | null;
  /** Whether the row has nothing but a name that could belong to several people, or that several rows have. */
  isAmbiguous: boolean;
  /** Whether the address is invited to be staff. */
  isInvitedStaff: boolean;
  /** Whether the address can only be a sign-in name: nobody receives mails there. */
  isSignInName: boolean;
  /** Whether someone else has the student number. */
  isNumberTaken: boolean;
  /** The owner of an address at a mail domain of the organisation, unless a member has it; null for every other row. */
  owner: AddressOwner | null;
  /** The cohort of the course with this name, if there is one. */
  cohortId: string | null;
}

/**
 * Who has an address at a mail domain that the organisation has proved: nobody who has verified it, so that an account is made; somebody whose account the
 * organisation has made and still holds, with the ID; or somebody else, whose own account it is.
 */
export type AddressOwner = { kind: 'nobody' | 'other' } | { kind: 'held'; id: string };

export interface RosterPerson {
  id: string;
  role: Role;
  number: string | null;
  /** The state of the enrollment in the course; null if there is none, or only a preview. */
  state: EnrollmentState | null;
  isInCohort: boolean;
  enrollmentId: string | null;
}

export type RowAction = Shape<'RosterAction'>;
export type RowCode = Shape<'RosterRowCode'>;

export interface Decision {
  action: RowAction;
  /** Why the row is skipped or has an error. */
  code: RowCode | null;
  /** Whether the person becomes a member only when they accept an invitation. Until then, they take no seat. */
  waitsFor: 'acceptance' | null;
}

/** Numbers of free seats; null or missing means that they are not limited. */
export interface Seats {
  learners: number | null;
  cohorts: ReadonlyMap<string, number>;
}

/**
 * Returns a function that decides what becomes of each row. It is given the rows of a file in their order, all at once or in parts: seats go to the first who
 * need them, and the second use of an address is an error.
 */
export function decider(renewsEnded: boolean, seats: Seats): (rows: readonly RowFacts[]) => Decision[] {
  const seen = { emails: new Set<string>(), numbers: new Set<string>(), people: new Set<string>() };
  const free = { learners: seats.learners ?? Number.POSITIVE_INFINITY, cohorts: new Map(seats.cohorts) };
  const decideOne = (row: RowFacts): Decision => {
    if (row.isExcluded) return skip('excluded');
    const decision = row.fault ? error(row.fault) : (repetitionOf(row, seen) ?? decide(row, renewsEnded));
    return takesPlace(decision) ? (fullness(row, decision, free) ?? decision) : decision;
  };
  return (rows) => rows.map(decideOne);
}

const decided = (action: RowAction): Decision => ({ action, code: null, waitsFor: null });
const error = (code: RowCode): Decision => ({ action: 'error', code, waitsFor: null });
const skip = (code: RowCode): Decision => ({ action: 'skip', code, waitsFor: null });
const takesPlace = ({ action, waitsFor }: Decision): boolean =>
  waitsFor === null && (action === 'create' || action === 'enrol_existing' || action === 'update');

function repetitionOf({ emailKey, number, person }: RowFacts, seen: { emails: Set<string>; numbers: Set<string>; people: Set<string> }): Decision | null {
  const repeats = (key: string | null | undefined, keys: Set<string>) => {
    if (key == null) return false;
    const isKnown = keys.has(key);
    keys.add(key);
    return isKnown;
  };
  const [email, same, person_] = [repeats(emailKey, seen.emails), repeats(number, seen.numbers), repeats(person?.id, seen.people)];
  if (email) return error('duplicate_email');
  if (same) return error('duplicate_number');
  return person_ ? error('duplicate_person') : null;
}

function decide(row: RowFacts, renewsEnded: boolean): Decision {
  const { name, number, cohort, cohortId, person, isNumberTaken } = row;
  const isInvited = row.emailKey !== null && (row.owner === null || row.owner.kind === 'other');
  if (person ? person.role !== 'learner' : row.isInvitedStaff) return skip('staff');
  if (row.isAmbiguous) return error('name_ambiguous');
  if (isNumberTaken) return error('number_taken');
  if (person?.number != null && number !== null && person.number !== number) return error('number_differs');
  if (cohort !== null && cohortId === null) return error('cohort_unknown');
  if (!person && row.isSignInName) return error('email_invalid');
  if (!person) return name === null ? error('name_missing') : { ...decided('create'), waitsFor: isInvited ? 'acceptance' : null };
  const { state } = person;
  if (state === null) return decided('enrol_existing');
  if (state === 'revoked' || state === 'expired') return renewsEnded ? decided('enrol_existing') : skip(state);
  const changes = (number !== null && person.number === null) || (cohortId !== null && !person.isInCohort);
  return changes ? decided('update') : skip('enrolled');
}

/** Takes the seats that a row needs, or returns the error of the row if one of them is not free. */
function fullness({ cohortId, person }: RowFacts, { action }: Decision, free: { learners: number; cohorts: Map<string, number> }): Decision | null {
  const room = cohortId === null || person?.isInCohort ? undefined : free.cohorts.get(cohortId);
  if (room !== undefined && room < 1) return error('cohort_full');
  if (action === 'create' && free.learners < 1) return error('learner_limit');
  if (room !== undefined) free.cohorts.set(cohortId as string, room - 1);
  if (action === 'create') free.learners--;
  return null;
}
