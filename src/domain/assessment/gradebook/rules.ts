import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import type { Policies } from '../grading/cell.ts';
import { hundredths, rounded } from '../grading/fraction.ts';
import type { Category, Total } from '../grading/totals.ts';

/** Identifies the gradebook of a course. */
export interface BookKey {
  organisationId: string;
  courseId: string;
}

type Settings = Shape<'GradebookSettings'>;
/** The stored settings besides the categories. */
export type StoredRules = Omit<Settings, 'categories' | 'updated_at'>;

/** Whether and how attendance counts. */
export type AttendanceRule = Settings['attendance'];

const NO_ATTENDANCE: AttendanceRule = { is_counted: false, points: 100, category_id: null, is_extra_credit: false };

/** The rules of courses whose staff have decided nothing. */
export const DEFAULT_RULES: StoredRules = {
  grading_scheme: { kind: 'percent', letters: [] },
  is_weighted: false,
  late_policy: {
    is_enabled: false,
    interval: 'day',
    rate_percent: 0,
    flat_percent: 0,
    floor_percent: 0,
    grace_minutes: 0,
    zero_after_intervals: null,
  },
  missing_policy: { is_enabled: false, deduct_percent: 100 },
  posting: 'automatic',
  pass_percent: null,
  attendance: NO_ATTENDANCE,
};

/** Returns how attendance counts under stored rules, which may be older than this setting, or without any. */
export const attendanceRuleOf = (rules: Partial<StoredRules> | null): AttendanceRule => rules?.attendance ?? NO_ATTENDANCE;

/** Returns the settings of a gradebook in one query, or the defaults if they were never set. Lessons that no longer exist are not listed. */
export async function readSettings(db: Executor, { organisationId, courseId }: BookKey): Promise<Settings> {
  const row = await db
    .selectFrom('courses')
    .leftJoin('gradebook_settings as settings', (join) =>
      join.onRef('settings.organisation_id', '=', 'courses.organisation_id').onRef('settings.course_id', '=', 'courses.id'),
    )
    .where('courses.organisation_id', '=', organisationId)
    .where('courses.id', '=', courseId)
    .select([
      'settings.updated_at',
      sql<StoredRules | null>`settings.rules`.as('rules'),
      sql<Settings['categories']>`(select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'weight_percent', c.weight_percent,
        'drop_lowest', c.drop_lowest, 'drop_highest', c.drop_highest, 'never_drop', array(select l.id from unnest(c.never_drop) with ordinality named (id, n)
          join lessons l on l.organisation_id = c.organisation_id and l.course_id = c.course_id and l.id = named.id order by n)) order by c.position), '[]')
        from gradebook_categories c where c.organisation_id = courses.organisation_id and c.course_id = courses.id)`.as('categories'),
    ])
    .executeTakeFirst();
  return { ...DEFAULT_RULES, ...row?.rules, categories: row?.categories ?? [], updated_at: row?.updated_at ?? null };
}

/** @param timezone of the course */
export const policiesOf = ({ late_policy, missing_policy }: Settings, timezone: string): Policies => ({
  timezone,
  late: {
    isEnabled: late_policy.is_enabled,
    interval: late_policy.interval,
    ratePercent: hundredths(late_policy.rate_percent),
    flatPercent: hundredths(late_policy.flat_percent),
    floorPercent: hundredths(late_policy.floor_percent),
    graceMinutes: late_policy.grace_minutes,
    zeroAfterIntervals: late_policy.zero_after_intervals,
  },
  missing: { isEnabled: missing_policy.is_enabled, deductPercent: hundredths(missing_policy.deduct_percent) },
});

export const categoriesOf = ({ categories }: Settings): Category[] =>
  categories.map(({ id, weight_percent, drop_lowest, drop_highest, never_drop }) => ({
    id,
    weight: hundredths(weight_percent),
    dropLowest: drop_lowest,
    dropHighest: drop_highest,
    neverDrop: new Set(never_drop),
  }));

export const showTotal = ({ score, possible, percent }: Total): Shape<'GradeTotal'> => ({
  score: rounded(score),
  points: rounded(possible),
  percent: percent && rounded(percent),
});

/** Returns a grade as it is shown. It is judged by the percentage that is shown, which has two decimals. */
export function showGrade(settings: Settings, total: Total): Shape<'CourseGrade'> {
  const shown = showTotal(total);
  const { percent } = shown;
  return {
    ...shown,
    letter: percent === null ? null : letterOf(settings, percent),
    is_passed: percent === null || settings.pass_percent === null ? null : percent >= settings.pass_percent,
  };
}

/** Returns the letter of a percentage, or null if the gradebook has no letters. Below 0, the lowest letter applies. */
export function letterOf({ grading_scheme: { letters } }: Settings, percent: number): string | null {
  const falling = [...letters].sort((a, b) => b.from_percent - a.from_percent);
  return (falling.find(({ from_percent }) => percent >= from_percent) ?? falling.at(-1))?.letter ?? null;
}
