import fc from 'fast-check';
import { currentCohort, dayZeroOf, startingCohort } from '../../../../src/domain/learning/access/day-zero.ts';
import {
  type ChapterFacts,
  type CourseFacts,
  chapterLockOf,
  type EnrollmentFacts,
  type LessonFacts,
  lockOf,
  type OwnProgress,
} from '../../../../src/domain/learning/access/lock.ts';

const NOW = '2026-05-10T12:00:00.000Z';
const COURSE: CourseFacts = { status: 'published', timezone: 'UTC', length_mode: 'open_ended', start_date: null };
const ENROLLED: EnrollmentFacts = { isOver: false, isPreview: false, opensEverything: false, dayZero: { day: '2026-05-10', isKnown: true } };
const CHAPTER: ChapterFacts = { is_published: true, waits: false };
const LESSON: LessonFacts = {
  is_published: true,
  is_free_preview: false,
  opens_day_offset: null,
  opens_time: null,
  closes_day_offset: null,
  closes_time: null,
  view_window_minutes: null,
  waits: false,
};
const NEW: OwnProgress = { first_opened_at: null, completed_at: null };
const DONE: OwnProgress = { first_opened_at: '2026-05-01T00:00:00.000Z', completed_at: '2026-05-01T00:00:00.000Z' };
const OPENED: OwnProgress = { first_opened_at: '2026-05-10T11:00:00.000Z', completed_at: null };
const OVER: EnrollmentFacts = { ...ENROLLED, isOver: true };
const UNBEGUN: EnrollmentFacts = { ...ENROLLED, dayZero: { day: '2026-05-10', isKnown: false } };
const UNDATED: EnrollmentFacts = { ...ENROLLED, dayZero: null };

interface Facts {
  course?: Partial<CourseFacts>;
  enrollment?: EnrollmentFacts | null;
  chapter?: Partial<ChapterFacts>;
  lesson?: Partial<LessonFacts>;
  progress?: OwnProgress;
}
const lock = ({ course, enrollment = ENROLLED, chapter, lesson, progress = NEW }: Facts) =>
  lockOf({ ...COURSE, ...course }, enrollment, { ...CHAPTER, ...chapter }, { ...LESSON, ...lesson }, progress, NOW);

test.each<[string, Facts, string | null, (string | null)?, (string | null)?]>([
  ['a lesson without rules', {}, null],
  ['of a draft course', { course: { status: 'draft' } }, 'unpublished'],
  ['of a draft course in a preview', { course: { status: 'draft' }, enrollment: { ...ENROLLED, isPreview: true } }, null],
  ['of an archived course', { course: { status: 'archived' } }, null],
  ['of an unpublished chapter', { chapter: { is_published: false } }, 'unpublished'],
  ['that is unpublished, even if completed,', { lesson: { is_published: false }, progress: DONE }, 'unpublished'],
  ['without an enrollment', { enrollment: null }, 'not_enrolled'],
  ['that is a free preview, without an enrollment,', { enrollment: null, lesson: { is_free_preview: true, opens_day_offset: 9 } }, null],
  ['that is a free preview of a draft course', { course: { status: 'draft' }, enrollment: null, lesson: { is_free_preview: true } }, 'unpublished'],
  ['that is a free preview for which enrolled learners would have to wait', { lesson: { is_free_preview: true, opens_day_offset: 9, waits: true } }, null],
  ['after the end of the enrollment, even if completed,', { enrollment: OVER, progress: DONE }, 'expired'],
  ['that is a free preview, after the end of the enrollment,', { enrollment: OVER, lesson: { is_free_preview: true } }, null],
  [
    'that is completed, despite all other rules,',
    { chapter: { waits: true }, lesson: { waits: true, closes_day_offset: 0, closes_time: '01:00' }, progress: DONE },
    null,
  ],
  [
    'that requires an incomplete previous chapter',
    { chapter: { waits: true }, lesson: { waits: true, opens_day_offset: 1 } },
    'previous_chapter',
    '2026-05-11T00:00:00.000Z',
  ],
  ['that requires an incomplete previous lesson', { lesson: { waits: true } }, 'previous_lesson'],
  [
    'that is not open yet and requires an incomplete previous lesson',
    { lesson: { waits: true, opens_day_offset: 1 } },
    'not_yet_open',
    '2026-05-11T00:00:00.000Z',
  ],
  ['at its opening time', { lesson: { opens_day_offset: 0, opens_time: '12:00' } }, null, '2026-05-10T12:00:00.000Z'],
  ['a minute before its opening time', { lesson: { opens_day_offset: 0, opens_time: '12:01' } }, 'not_yet_open', '2026-05-10T12:01:00.000Z'],
  ['a minute before it closes', { lesson: { closes_day_offset: 0, closes_time: '12:01' } }, null, null, '2026-05-10T12:01:00.000Z'],
  ['when it closes', { lesson: { closes_day_offset: 0, closes_time: '12:00' } }, 'closed', null, '2026-05-10T12:00:00.000Z'],
  ['within its view window', { lesson: { view_window_minutes: 61 }, progress: OPENED }, null, null, '2026-05-10T12:01:00.000Z'],
  ['after its view window', { lesson: { view_window_minutes: 60 }, progress: OPENED }, 'view_window_over', null, '2026-05-10T12:00:00.000Z'],
  ['with a view window, before it is first opened,', { lesson: { view_window_minutes: 1 } }, null],
  [
    'with a closing time and an earlier end of its view window',
    { lesson: { closes_day_offset: 1, view_window_minutes: 90 }, progress: OPENED },
    null,
    null,
    '2026-05-10T12:30:00.000Z',
  ],
  ['that opens on a later day, before the first access,', { enrollment: UNBEGUN, lesson: { opens_day_offset: 1 } }, 'not_yet_open'],
  ['that opens at a later time, before the first access,', { enrollment: UNBEGUN, lesson: { opens_day_offset: 0, opens_time: '13:00' } }, 'not_yet_open'],
  ['that opened at an earlier time, before the first access,', { enrollment: UNBEGUN, lesson: { opens_day_offset: 0, opens_time: '11:00' } }, null],
  ['that has a closing time, before the first access,', { enrollment: UNBEGUN, lesson: { closes_day_offset: 0, closes_time: '01:00' } }, null],
  ['that opens on a day relative to an unknown start', { enrollment: UNDATED, lesson: { opens_day_offset: 0 } }, 'not_yet_open'],
  ['that only closes on a day relative to an unknown start', { enrollment: UNDATED, lesson: { closes_day_offset: 3 } }, null],
  ['before the course begins', { course: { length_mode: 'dates', start_date: '2026-05-11' } }, 'not_yet_open', '2026-05-11T00:00:00.000Z'],
  [
    'that opens even later, before the course begins,',
    { course: { length_mode: 'dates', start_date: '2026-05-11' }, lesson: { opens_day_offset: 5 } },
    'not_yet_open',
    '2026-05-15T00:00:00.000Z',
  ],
  ['of a course that uses its start date only to count days', { course: { start_date: '2026-05-11' } }, null],
])('a lesson %s has the expected lock reason and times', (_what, facts, reason, opensAt = undefined, closesAt = undefined) => {
  const found = lock(facts);
  expect(found.lock_reason).toBe(reason);
  if (opensAt !== undefined) expect(found.opens_at).toBe(opensAt);
  if (closesAt !== undefined) expect(found.closes_at).toBe(closesAt);
});

test('opening and closing times are null until the start is known', () => {
  for (const enrollment of [UNBEGUN, UNDATED]) {
    expect(lock({ enrollment, lesson: { opens_day_offset: 3, closes_day_offset: 5 } })).toEqual({
      lock_reason: 'not_yet_open',
      opens_at: null,
      closes_at: null,
    });
  }
});

test.each([
  // In 2026, clocks go forward on 29 March in Berlin, on 8 March in New York and on 4 October in Sydney. They go back on 25 October in Berlin.
  ['Europe/Berlin', '2026-03-28', 1, '02:30', '2026-03-29T01:00:00.000Z'],
  ['Europe/Berlin', '2026-10-24', 1, '02:30', '2026-10-25T00:30:00.000Z'],
  ['America/New_York', '2026-03-07', 1, '09:00', '2026-03-08T13:00:00.000Z'],
  ['Australia/Sydney', '2026-10-03', 1, '09:00', '2026-10-03T22:00:00.000Z'],
  ['Asia/Kolkata', '2026-03-28', 1, '09:00', '2026-03-29T03:30:00.000Z'],
])('a lesson in %s opens by local time: day 0 is %s, the offset is %i days, the time is %s', (timezone, day, offset, time, opensAt) => {
  const at = (now: string) =>
    lockOf(
      { ...COURSE, timezone },
      { ...ENROLLED, dayZero: { day, isKnown: true } },
      CHAPTER,
      { ...LESSON, opens_day_offset: offset, opens_time: time },
      NEW,
      now,
    );
  const before = new Date(Date.parse(opensAt) - 1).toISOString();
  expect([at(before).lock_reason, at(opensAt)]).toEqual(['not_yet_open', { lock_reason: null, opens_at: opensAt, closes_at: null }]);
});

test('a lesson opens and closes at most once as time passes', () => {
  const moments = fc.array(fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }), { minLength: 2, maxLength: 20 });
  const lesson = fc.record({ opens: fc.nat(200), length: fc.integer({ min: 1, max: 200 }) });
  fc.assert(
    fc.property(moments, lesson, fc.constantFrom('Europe/Berlin', 'America/New_York', 'Pacific/Apia'), (times, { opens, length }, timezone) => {
      const facts = { ...LESSON, opens_day_offset: opens, closes_day_offset: opens + length };
      const reasons = times
        .map((time) => time.toISOString())
        .sort()
        .map((now) => lockOf({ ...COURSE, timezone }, { ...ENROLLED, dayZero: { day: '2026-01-01', isKnown: true } }, CHAPTER, facts, NEW, now).lock_reason);
      const ranks = reasons.map((reason) => ['not_yet_open', null, 'closed'].indexOf(reason));
      expect(ranks).toEqual([...ranks].sort());
    }),
  );
});

test.each<[string, Partial<CourseFacts>, EnrollmentFacts | null, Partial<ChapterFacts>, boolean, string | null]>([
  ['without rules', {}, ENROLLED, {}, false, null],
  ['of a draft course', { status: 'draft' }, ENROLLED, {}, false, 'unpublished'],
  ['without an enrollment', {}, null, {}, false, 'not_enrolled'],
  ['after the end of the enrollment, even if completed,', {}, OVER, {}, true, 'expired'],
  ['that requires an incomplete previous chapter', {}, ENROLLED, { waits: true }, false, 'previous_chapter'],
  ['that requires an incomplete previous chapter, but is completed itself,', {}, ENROLLED, { waits: true }, true, null],
  ['before the course begins', { length_mode: 'dates', start_date: '2026-05-11' }, ENROLLED, {}, false, 'not_yet_open'],
])('a chapter %s has the expected lock reason', (_what, course, enrollment, chapter, isCompleted, reason) => {
  expect(chapterLockOf({ ...COURSE, ...course }, enrollment, { ...CHAPTER, ...chapter }, isCompleted, NOW)).toBe(reason);
});

const TIMES = { enrolled_at: '2026-05-01T23:30:00.000Z', first_access_at: null, cohort: null };
const COHORT = { id: 'c', name: 'C', is_active: true, starts_on: '2026-06-01', ends_on: null };
test.each([
  ['the enrollment', 'enrollment', TIMES, { day: '2026-05-02', isKnown: true }],
  ['the first access, after it happened', 'first_access', { ...TIMES, first_access_at: '2026-05-03T00:00:00.000Z' }, { day: '2026-05-03', isKnown: true }],
  ['the first access, before it happened', 'first_access', TIMES, { day: '2026-05-10', isKnown: false }],
  ["the cohort's start", 'course_start', { ...TIMES, cohort: COHORT }, { day: '2026-06-01', isKnown: true }],
  ["the course's start", 'course_start', { ...TIMES, cohort: { ...COHORT, starts_on: null } }, { day: '2026-07-01', isKnown: true }],
] as const)('day 0 is counted from %s in the time zone of the course', (_what, schedule_basis, times, day) => {
  expect(dayZeroOf({ timezone: 'Europe/Berlin', schedule_basis, start_date: '2026-07-01' }, times, NOW)).toEqual(day);
});

test('a course that counts from its start but has no start date has no day 0', () => {
  expect(dayZeroOf({ timezone: 'UTC', schedule_basis: 'course_start', start_date: null }, TIMES, NOW)).toBeNull();
});

test('the current cohort is the newest one that has not ended, and a cohort includes its last day', () => {
  const ended = { ...COHORT, id: 'ended', ends_on: '2026-05-10' };
  const lasting = { ...COHORT, id: 'lasting', ends_on: '2026-05-11' };
  // Noon UTC on the 10th is already the 11th on Kiritimati.
  expect(currentCohort([ended, lasting], 'UTC', NOW)?.id).toBe('ended');
  expect(currentCohort([ended, lasting], 'Pacific/Kiritimati', NOW)?.id).toBe('lasting');
  expect(currentCohort([ended], 'Pacific/Kiritimati', NOW)).toBeNull();
  expect(currentCohort([{ ...ended, is_active: false }, lasting], 'UTC', NOW)?.id).toBe('lasting');
});

test('the start of a learner counts from the current cohort, or else from the newest cohort that is over', () => {
  const archived = { ...COHORT, id: 'archived', is_active: false };
  const ended = { ...COHORT, id: 'ended', ends_on: '2026-05-09' };
  const current = { ...COHORT, id: 'current' };
  expect(startingCohort([archived, ended, current], 'UTC', NOW)?.id).toBe('current');
  expect(startingCohort([ended, archived], 'UTC', NOW)?.id).toBe('ended');
  expect(startingCohort([archived, ended], 'UTC', NOW)?.id).toBe('archived');
  expect(startingCohort([], 'UTC', NOW)).toBeNull();
});

test.each([
  ['Pacific/Apia', '2011-12-30', { opens_day_offset: 0, closes_day_offset: 1 }, '2011-12-30T10:00:00.000Z', '2011-12-31T10:00:00.000Z'],
  ['Pacific/Kwajalein', '1993-08-21', { opens_day_offset: 0, closes_day_offset: 1 }, '1993-08-21T12:00:00.000Z', '1993-08-22T12:00:00.000Z'],
  [
    'Europe/Berlin',
    '2026-03-29',
    { opens_day_offset: 0, opens_time: '02:10', closes_day_offset: 0, closes_time: '02:50' },
    '2026-03-29T01:00:00.000Z',
    '2026-03-29T01:40:00.000Z',
  ],
])('a lesson in %s whose time on %s a clock change skips stays open for as long as planned', (timezone, day, fields, opensAt, closesAt) => {
  const enrollment = { ...ENROLLED, dayZero: { day, isKnown: true } };
  const at = (now: string) => lockOf({ ...COURSE, timezone }, enrollment, CHAPTER, { ...LESSON, ...fields }, NEW, now);
  expect(at(opensAt)).toEqual({ lock_reason: null, opens_at: opensAt, closes_at: closesAt });
  expect(at(closesAt).lock_reason).toBe('closed');
});
