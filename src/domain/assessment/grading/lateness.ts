import { Temporal } from 'temporal-polyfill';
import { localDay, momentOf } from '../../kernel/moments.ts';
import { asPercent, type Fraction, integer, isZero, least, minus, most, percentOf, plus, times, ZERO } from './fraction.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

export interface LatePolicy {
  isEnabled: boolean;
  interval: 'hour' | 'day';
  /** Percent of the possible points, for each interval begun. */
  ratePercent: Fraction;
  /** Percent of the possible points, once. */
  flatPercent: Fraction;
  /** Percent of the possible points below which no deduction lowers a score. */
  floorPercent: Fraction;
  graceMinutes: number;
  /** Work that is later than this number of intervals scores 0; null means never. */
  zeroAfterIntervals: number | null;
}

/** A person's decision about the lateness of one cell: none, that it does not count, or how late the work is. */
export type LatenessRule = { kind: 'computed' } | { kind: 'waived' } | { kind: 'set'; minutes: number };

/**
 * Returns the number of intervals begun after the due moment; 0 means in time. A due moment includes its whole minute, and so does the end of each
 * interval. An hour is 3,600 seconds. A day ends at the same wall time on the next calendar day in the course's time zone.
 * @param submittedAt RFC 3339, like `dueAt`
 */
export function lateIntervals(interval: LatePolicy['interval'], timezone: string, dueAt: string, submittedAt: string): number {
  const due = Math.floor(Date.parse(dueAt) / MINUTE_MS) * MINUTE_MS;
  const submitted = Math.floor(Date.parse(submittedAt) / MINUTE_MS) * MINUTE_MS;
  if (submitted <= due) return 0;
  if (interval === 'hour') return Math.ceil((submitted - due) / HOUR_MS);
  const start = new Date(due).toISOString();
  const [day, time] = [localDay(timezone, start), localTime(timezone, start)];
  const endsBefore = (days: number) => Date.parse(momentOf(timezone, day, days, time)) < submitted;
  // A clock change moves the end of a day by a few hours at most.
  let days = Math.max(1, Math.ceil((submitted - due) / DAY_MS) - 1);
  while (endsBefore(days)) days++;
  return days;
}

const localTime = (timezone: string, instant: string): string =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timezone).toPlainTime().toString({ smallestUnit: 'minute' });

/** The deduction for late work, with the numbers that it was computed from. */
export interface LateDeduction {
  intervals: number;
  interval: LatePolicy['interval'];
  /** In points, not negative. */
  deduction: Fraction;
  /** Whether the score is 0 because the work came after the last moment. */
  isAfterLastMoment: boolean;
}

/** Returns by how much late work is reduced, or null if it is not late. Work within the grace period is not late; after it, lateness counts from the due moment. */
export function lateDeduction(
  policy: LatePolicy,
  timezone: string,
  { score, possible, isExempt }: { score: Fraction; possible: Fraction; isExempt: boolean },
  { rule, dueAt, submittedAt }: { rule: LatenessRule; dueAt: string | null; submittedAt: string | null },
): LateDeduction | null {
  const intervals = intervalsOf(policy, timezone, rule, dueAt, submittedAt);
  if (intervals === 0) return null;
  const { interval, ratePercent, flatPercent, floorPercent, zeroAfterIntervals } = policy;
  const late = { intervals, interval };
  if (!policy.isEnabled || isExempt || isZero(possible)) return { ...late, deduction: ZERO, isAfterLastMoment: false };
  if (zeroAfterIntervals !== null && intervals > zeroAfterIntervals) return { ...late, deduction: most(score, ZERO), isAfterLastMoment: true };
  const deducted = plus(flatPercent, times(ratePercent, integer(intervals)));
  const aboveFloor = most(minus(asPercent(score, possible), floorPercent), ZERO);
  return { ...late, deduction: percentOf(least(deducted, aboveFloor), possible), isAfterLastMoment: false };
}

function intervalsOf({ interval, graceMinutes }: LatePolicy, timezone: string, rule: LatenessRule, dueAt: string | null, submittedAt: string | null): number {
  if (rule.kind === 'waived') return 0;
  if (rule.kind === 'set') return Math.ceil((rule.minutes * MINUTE_MS) / (interval === 'hour' ? HOUR_MS : DAY_MS));
  if (dueAt === null || submittedAt === null) return 0;
  const graceEnds = new Date(Date.parse(dueAt) + graceMinutes * MINUTE_MS).toISOString();
  return lateIntervals('hour', timezone, graceEnds, submittedAt) === 0 ? 0 : lateIntervals(interval, timezone, dueAt, submittedAt);
}
