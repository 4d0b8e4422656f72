import fc from 'fast-check';
import { decider, type RosterPerson, type RowFacts } from '../../../../src/domain/transfer/roster-imports/decide.ts';

const PERSON: RosterPerson = { id: 'p', role: 'learner', number: null, state: null, isInCohort: false, enrollmentId: null };
const ROW: RowFacts = {
  line: 2,
  name: 'Ada',
  email: 'ada@example.org',
  emailKey: 'ada@example.org',
  number: null,
  cohort: null,
  fault: null,
  warnings: [],
  isExcluded: false,
  person: null,
  owner: null,
  isNumberTaken: false,
  isAmbiguous: false,
  isInvitedStaff: false,
  isSignInName: false,
  cohortId: null,
};
const NO_LIMITS = { learners: null, cohorts: new Map<string, number>() };
const row = (changes: Partial<RowFacts>): RowFacts => ({ ...ROW, ...changes });
const decide = (...rows: RowFacts[]) => decider(false, NO_LIMITS)(rows).map(({ action, code }) => [action, code]);

test('the second row about a person is an error, whether found by address, by number or by both', () => {
  const known = row({ emailKey: 'a@x', person: PERSON });
  expect(decide(known, row({ emailKey: null, number: '1', person: PERSON }))[1]).toEqual(['error', 'duplicate_person']);
  expect(decide(known, row({ emailKey: 'a@x' }))[1]).toEqual(['error', 'duplicate_email']);
  expect(decide(row({ emailKey: 'a@x', number: '1' }), row({ emailKey: 'b@x', number: '1' }))[1]).toEqual(['error', 'duplicate_number']);
});

test('a row that staff left out or that has a fault does not make a later one a repetition', () => {
  expect(decide(row({ isExcluded: true }), ROW)).toEqual([
    ['skip', 'excluded'],
    ['create', null],
  ]);
  expect(decide(row({ fault: 'number_invalid' }), ROW)[1]).toEqual(['create', null]);
});

test('a row that finds no seat takes none from later rows', () => {
  const seats = { learners: 1, cohorts: new Map([['c', 1]]) };
  const joining = (changes: Partial<RowFacts>) => row({ cohort: 'C', cohortId: 'c', ...changes });
  const pupil = { email: null, emailKey: null };
  const rows = [
    row(pupil),
    joining(pupil),
    joining({ emailKey: '2' }),
    joining({ emailKey: '3', person: { ...PERSON, id: '3' } }),
    joining({ emailKey: '4', person: { ...PERSON, id: '4' } }),
  ];
  expect(decider(false, seats)(rows)).toEqual([
    { action: 'create', code: null, waitsFor: null },
    { action: 'error', code: 'learner_limit', waitsFor: null },
    { action: 'create', code: null, waitsFor: 'acceptance' },
    { action: 'enrol_existing', code: null, waitsFor: null },
    { action: 'error', code: 'cohort_full', waitsFor: null },
  ]);
});

test('no file ever takes more seats than there are, and staff are never touched', () => {
  const person = fc.record({
    id: fc.constantFrom('p', 'q', 'r'),
    role: fc.constantFrom('owner' as const, 'creator' as const, 'learner' as const),
    number: fc.constantFrom(null, '1'),
    state: fc.constantFrom(null, 'active' as const, 'completed' as const, 'expired' as const, 'revoked' as const),
    isInCohort: fc.boolean(),
    enrollmentId: fc.constant(null),
  });
  const facts = fc.record({
    emailKey: fc.constantFrom(null, 'a', 'b', 'c', 'd'),
    number: fc.constantFrom(null, '1', '2', '3'),
    cohortId: fc.constantFrom(null, 'c'),
    isExcluded: fc.boolean(),
    isNumberTaken: fc.boolean(),
    person: fc.option(person),
  });
  fc.assert(
    fc.property(fc.array(facts, { maxLength: 20 }), fc.nat(4), fc.nat(4), fc.boolean(), (given, learners, cohort, renewsEnded) => {
      const rows = given.map((one, index) => row({ ...one, line: index + 2, cohort: one.cohortId }));
      const decisions = decider(renewsEnded, { learners, cohorts: new Map([['c', cohort]]) })(rows);
      const taking = rows.filter((_, index) => ['create', 'enrol_existing', 'update'].includes(decisions[index]?.action ?? ''));
      const invited = rows.filter((_, index) => decisions[index]?.waitsFor === 'acceptance');
      expect(invited.filter(({ person, emailKey }) => person !== null || emailKey === null)).toEqual([]);
      expect(decisions.filter(({ action, waitsFor }) => action === 'create' && waitsFor === null).length).toBeLessThanOrEqual(learners);
      expect(taking.filter((one) => !invited.includes(one) && one.cohortId !== null && !one.person?.isInCohort).length).toBeLessThanOrEqual(cohort);
      expect(taking.filter((one) => one.isExcluded || (one.person && one.person.role !== 'learner'))).toEqual([]);
      const keys = taking.flatMap(({ emailKey }) => emailKey ?? []);
      expect(new Set(keys).size).toBe(keys.length);
    }),
  );
});
