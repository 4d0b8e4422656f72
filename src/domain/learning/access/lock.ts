import type { Shape } from '../../kernel/contract.ts';
import { momentOf, type Window, windowOf } from '../../kernel/moments.ts';
import type { DayZero } from './day-zero.ts';

export type LockReason = NonNullable<Shape<'LessonProgress'>['lock_reason']>;

/** The facts about a course that decide who may open its lessons. */
export interface CourseFacts {
  status: Shape<'Course'>['status'];
  timezone: string;
  length_mode: Shape<'Course'>['length_mode'];
  start_date: string | null;
}

export interface EnrollmentFacts {
  /** Whether the enrollment has expired or was revoked. */
  isOver: boolean;
  isPreview: boolean;
  /** Whether staff have opened all published lessons to the learner. */
  opensEverything: boolean;
  dayZero: DayZero | null;
}

export interface ChapterFacts {
  is_published: boolean;
  /** Whether the previous chapter must be completed first and is not. */
  waits: boolean;
}

export interface LessonFacts extends Window {
  is_published: boolean;
  is_free_preview: boolean;
  view_window_minutes: number | null;
  /** Whether the previous lesson must be completed first and is not. */
  waits: boolean;
  /** When the lesson closes for the learner by an override; null means never. Undefined without an override. */
  closesAt?: string | null;
}

export interface OwnProgress {
  first_opened_at: string | null;
  completed_at: string | null;
}

export interface Lock {
  lock_reason: LockReason | null;
  opens_at: string | null;
  closes_at: string | null;
}

export const OPEN: Lock = { lock_reason: null, opens_at: null, closes_at: null };

const locked = (lock_reason: LockReason): Lock => ({ ...OPEN, lock_reason });

/**
 * Returns why a learner cannot open a lesson now. The first of these reasons applies: the lesson is not published; the learner is not enrolled, or
 * the enrollment is over; the previous chapter is not completed; the lesson has not opened yet, has closed or its view window is over; the previous
 * lesson is not completed. A free preview is open to everyone who may know of the course, and a completed lesson stays open while the learner is
 * enrolled. If staff have opened everything to a learner, only the first two reasons apply to them.
 * @param now RFC 3339 in UTC with milliseconds, like all times here
 */
export function lockOf(
  course: CourseFacts,
  enrollment: EnrollmentFacts | null,
  chapter: ChapterFacts,
  lesson: LessonFacts,
  progress: OwnProgress,
  now: string,
): Lock {
  if (isHidden(course, enrollment) || !chapter.is_published || !lesson.is_published) return locked('unpublished');
  if (lesson.is_free_preview) return OPEN;
  if (!enrollment) return locked('not_enrolled');
  if (enrollment.isOver) return locked('expired');
  if (enrollment.opensEverything) return OPEN;
  const window = enrollment.dayZero && windowOf(course.timezone, enrollment.dayZero.day, lesson);
  const opening = openingOf(course, enrollment.dayZero, lesson, window?.opens ?? null, now);
  if (progress.completed_at !== null) return { ...OPEN, opens_at: opening.at };
  const scheduled = enrollment.dayZero?.isKnown && window ? window.closes : null;
  const closing = lesson.closesAt === undefined ? scheduled : lesson.closesAt;
  const viewUntil = viewUntilOf(lesson, progress);
  const reason: LockReason | null = chapter.waits
    ? 'previous_chapter'
    : !opening.isPast
      ? 'not_yet_open'
      : isPast(closing, now)
        ? 'closed'
        : isPast(viewUntil, now)
          ? 'view_window_over'
          : lesson.waits
            ? 'previous_lesson'
            : null;
  return { lock_reason: reason, opens_at: opening.at, closes_at: earliest(closing, viewUntil) };
}

/** Returns why a learner cannot open a chapter as a whole. A completed chapter is open, like its lessons. */
export function chapterLockOf(
  course: CourseFacts,
  enrollment: EnrollmentFacts | null,
  chapter: ChapterFacts,
  isCompleted: boolean,
  now: string,
): LockReason | null {
  if (isHidden(course, enrollment) || !chapter.is_published) return 'unpublished';
  if (!enrollment) return 'not_enrolled';
  if (enrollment.isOver) return 'expired';
  if (isCompleted || enrollment.opensEverything) return null;
  if (chapter.waits) return 'previous_chapter';
  return isPast(courseStart(course) ?? now, now) ? null : 'not_yet_open';
}

/** Returns when the view window that began with the first opening ends, or null if there is no window or the lesson has not been opened. */
export function viewUntilOf({ view_window_minutes }: Pick<LessonFacts, 'view_window_minutes'>, { first_opened_at }: OwnProgress): string | null {
  if (view_window_minutes === null || first_opened_at === null) return null;
  return new Date(Date.parse(first_opened_at) + view_window_minutes * 60_000).toISOString();
}

/** Returns whether the course is hidden. Learners keep access to an archived course; a draft is open only to previews. */
const isHidden = ({ status }: CourseFacts, enrollment: EnrollmentFacts | null): boolean => status === 'draft' && !enrollment?.isPreview;

/**
 * Returns whether the lesson has opened, by its own opening and by the start of the course. `at` is when it opens or opened, or null if it is always
 * open or the time is not known yet.
 */
function openingOf(
  course: CourseFacts,
  dayZero: DayZero | null,
  lesson: LessonFacts,
  opening: string | null,
  now: string,
): { isPast: boolean; at: string | null } {
  const start = courseStart(course);
  const waitsForDayZero = lesson.opens_day_offset !== null && dayZero === null;
  return {
    isPast: !waitsForDayZero && [start, opening].every((moment) => moment === null || isPast(moment, now)),
    at: lesson.opens_day_offset === null || dayZero?.isKnown ? latest(start, opening) : null,
  };
}

/** Returns when the lesson opens or opened for a learner by the schedule, or null if it is always open or the time is not known yet. */
export function opensAt(course: CourseFacts, dayZero: DayZero | null, lesson: Window): string | null {
  if (lesson.opens_day_offset !== null && !dayZero?.isKnown) return null;
  return latest(courseStart(course), dayZero && windowOf(course.timezone, dayZero.day, lesson).opens);
}

/** Returns when the course opens. A course that runs between two dates opens on the first of them. */
const courseStart = ({ length_mode, start_date, timezone }: CourseFacts): string | null =>
  length_mode === 'dates' && start_date !== null ? momentOf(timezone, start_date, 0, null) : null;

/** Returns whether a moment has been reached. The moment itself counts as past. */
const isPast = (moment: string | null, now: string): boolean => moment !== null && moment <= now;

const known = (moments: (string | null)[]): string[] => moments.filter((moment) => moment !== null).sort();
const earliest = (...moments: (string | null)[]): string | null => known(moments)[0] ?? null;
const latest = (...moments: (string | null)[]): string | null => known(moments).at(-1) ?? null;
